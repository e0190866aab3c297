import { expect, test } from "vitest";
import {
  changePage,
  extendLevel,
  findPage,
  insertPage,
  levelsWith,
  printLevel,
  readTree,
  rowsOf,
  setLevel,
  setOpen,
  TOP,
  type Tree,
  type TreePage,
} from "./tree.ts";
import { ancestorsOf, outermost, positionsBetween, removePages, shownPages } from "./tree-moves.ts";

const page = (id: string, position: number, hasChildren = false): TreePage => ({
  id,
  title: id,
  type: "DOCUMENT",
  position,
  hasChildren,
});

/** The visible rows: `-` for each level below the first, `…` for rows not yet loaded. */
const show = (tree: Tree): string =>
  rowsOf(tree)
    .map((row) => "-".repeat(row.depth - 1) + (row.page?.id ?? "…"))
    .join(" ");

const closed: Tree = {
  levels: new Map([
    [TOP, { pages: [page("a", 1, true), page("b", 2), page("c", 3)], cursor: null }],
    ["a", { pages: [page("d", 1, true), page("e", 2)], cursor: null }],
    ["d", { pages: [page("f", 1)], cursor: "next" }],
  ]),
  open: new Set(),
};
const open = setOpen(setOpen(closed, "a", true), "d", true);

test("lists the pages of open branches in order, with their position and level size", () => {
  expect(show(closed)).toBe("a b c");
  expect(show(open)).toBe("a -d --f --… -e b c");
  expect(rowsOf(open)[4]).toMatchObject({ depth: 2, place: 2, size: 2, parentId: "a" });
  expect(rowsOf(open)[2]).toMatchObject({ place: 1, size: -1 });
});

test("shows an open branch without loaded pages as closed", () => {
  const tree = setOpen(closed, "b", true);
  expect(show(tree)).toBe("a b c");
  expect(rowsOf(tree)[1]?.isOpen).toBe(false);
});

test("appends the rest of a level without duplicates", () => {
  const tree = extendLevel(open, "d", { pages: [page("f", 1), page("g", 2)], cursor: null });
  expect(show(tree)).toBe("a -d --f --g -e b c");
});

test("updates whether a page has subpages when its level is reloaded", () => {
  expect(findPage(setLevel(open, "d", { pages: [], cursor: null }), "d")?.page.hasChildren).toBe(false);
  expect(findPage(setLevel(open, "b", { pages: [page("x", 1)], cursor: null }), "b")?.page.hasChildren).toBe(true);
});

test("inserts a page by its position and removes it from its old level", () => {
  expect(show(insertPage(open, TOP, page("n", 2.5)))).toBe("a -d --f --… -e b n c");
  expect(show(insertPage(open, TOP, page("n", 9)))).toBe("a -d --f --… -e b c n");
  const moved = insertPage(removePages(open, ["b"]), "a", page("b", 1.5));
  expect(show(moved)).toBe("a -d --f --… -b -e c");
});

test("orders pages at one position by id", () => {
  expect(show(insertPage(closed, TOP, page("aa", 2)))).toBe("a aa b c");
});

test("does not insert a page after the loaded part of a level", () => {
  expect(show(insertPage(open, "d", page("n", 9)))).toBe(show(open));
  expect(show(insertPage(open, "d", page("n", 0)))).toBe("a -d --n --f --… -e b c");
});

test("marks a page as a branch when a subpage is added to its unloaded level", () => {
  const tree = insertPage(open, "b", page("n", 1));
  expect(show(tree)).toBe(show(open));
  expect(findPage(tree, "b")?.page.hasChildren).toBe(true);
});

test("marks a page as a leaf when its last subpage is removed, unless more may exist", () => {
  expect(findPage(removePages(open, ["d", "e"]), "a")?.page.hasChildren).toBe(false);
  expect(findPage(removePages(open, ["f"]), "d")?.page.hasChildren).toBe(true);
});

test("changes one page and keeps the other levels identical", () => {
  const tree = changePage(open, "e", { title: "E" });
  expect(findPage(tree, "e")?.page.title).toBe("E");
  expect(tree.levels.get("d")).toBe(open.levels.get("d"));
  expect(changePage(open, "none", { title: "E" })).toBe(open);
});

test("keeps only the outermost of the selected pages", () => {
  expect(ancestorsOf(open, "f")).toEqual(["d", "a"]);
  expect(outermost(open, ["a", "f", "b"])).toEqual(["a", "b"]);
});

test("computes positions between two neighbors in order", () => {
  expect(positionsBetween(1, 2, 1)).toEqual([1.5]);
  expect(positionsBetween(null, 5, 2)).toEqual([3, 4]);
  expect(positionsBetween(5, null, 2)).toEqual([6, 7]);
  expect(positionsBetween(null, null, 1)).toEqual([1]);
  const [first = 0, second = 0] = positionsBetween(1, 1.1, 2);
  expect(1 < first && first < second && second < 1.1).toBe(true);
});

test("restores the tree from its printed form, with the printed branches open", () => {
  const tree = changePage(open, "e", { icon: "🎯" });
  const printed = [...tree.levels].map(([id, level]) => printLevel(id, level));
  expect(readTree(JSON.parse(JSON.stringify(printed)))).toEqual(tree);
});

test("finds every level that contains a page, also a page moved during loading", () => {
  const twice = setLevel(open, "a", { pages: [page("c", 1)], cursor: null });
  expect([levelsWith(twice, "c"), levelsWith(open, "c"), levelsWith(open, "x")]).toEqual([[TOP, "a"], [TOP], []]);
});

test("hides files uploaded into a page, but not files in a folder, at the top or with subpages", () => {
  const file = (id: string, position: number, hasChildren = false): TreePage => ({
    ...page(id, position, hasChildren),
    type: "FILE",
  });
  const folder: TreePage = { ...page("folder", 3, true), type: "FOLDER" };
  const levels = new Map([
    [TOP, { pages: [page("a", 1, true), page("b", 2, true), folder, file("top.pdf", 4)], cursor: null }],
    [
      "a",
      { pages: [file("a.png", 1), page("c", 2), file("b.png", 3), page("d", 4), file("e", 5, true)], cursor: null },
    ],
    ["b", { pages: [file("only.png", 1)], cursor: null }],
    ["folder", { pages: [file("f.png", 1)], cursor: null }],
  ]);
  const tree: Tree = { levels, open: new Set(["a", "b", "folder"]) };
  expect(show(tree)).toBe("a -c -d -e b folder -f.png top.pdf");
  expect(rowsOf(tree)[2]).toMatchObject({ place: 2, size: 3 });
  expect(rowsOf(tree)[4]).toMatchObject({ isOpen: false, page: { id: "b", hasChildren: false } });
  expect(shownPages(tree, "a").map(({ id }) => id)).toEqual(["c", "d", "e"]);
});
