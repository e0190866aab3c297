import fc from "fast-check";
import { expect, test } from "vitest";
import { PAGE_TYPES } from "../../kernel/page-type.ts";
import { utf8Length } from "../../realtime/text.ts";
import { layOut, type LayoutPage } from "./layout.ts";
import { FolderNames, foldFileName, safeName } from "./names.ts";

/** Arbitrary titles, including characters that cause trouble in file systems and shells. */
const title = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 255 }),
  fc.string({
    unit: fc.constantFrom(...Array.from('./\\:*?"<>| \t\u202e\u0301aAéÉßıİſK')),
    minLength: 1,
    maxLength: 12,
  }),
  fc.constantFrom(
    "..",
    "CON",
    "con.txt",
    "LPT¹",
    "nul .md",
    "octavo.json",
    "Octavo.JSON",
    ".git",
    "a".repeat(255),
    "語".repeat(255),
  ),
);

/** Why a name is invalid on some system; null if it is valid everywhere. */
function faultOf(name: string): string | null {
  if (name === "" || name === "." || name === "..") return "names no file";
  if (/[<>:"/\\|?*\p{Cc}]/u.test(name)) return "holds a forbidden sign";
  if (/[. ]$/.test(name)) return "ends with a dot or a space";
  if (/^[. ]/.test(name)) return "begins with a dot or a space";
  if (/^(con|prn|aux|nul|com\d|lpt\d|com[¹²³]|lpt[¹²³])( *)(\.|$)/i.test(name)) return "is a device";
  if (/[\u202a-\u202e\u2066-\u2069]/.test(name)) return "turns the direction of writing";
  if (!name.isWellFormed()) return "is not well formed";
  return utf8Length(name) <= 120 ? null : "is too long";
}

test("converts any title to a portable file name, and is idempotent", () => {
  fc.assert(
    fc.property(title, (text) => {
      const name = safeName(text);
      expect([faultOf(name), safeName(name)]).toEqual([null, name]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["../../etc/passwd", "__.._etc_passwd"],
  ["..", "_"],
  ["Q&A: what/why?", "Q&A_ what_why_"],
  ["aux.notes", "_aux.notes"],
  ["end. . .", "end"],
  ["line\nbreak", "line break"],
  ["\u202egnp.exe", "gnp.exe"],
  ["", "Untitled"],
])("converts the title %j to the name %j", (text, name) => expect(safeName(text)).toBe(name));

test("makes names unique that differ only in case or normalization", () => {
  const names = new FolderNames(80, ["octavo.json"]);
  const claim = (name: string): string => names.claim({ name, endings: [".md"] });
  expect(["Notes", "notes", "NOTES", "Notes 2", "É", "e\u0301", "octavo"].map(claim)).toEqual([
    "Notes",
    "notes 2",
    "NOTES 3",
    "Notes 2 2",
    "É",
    "e\u0301 2",
    "octavo",
  ]);
  expect(names.claim({ name: "octavo", endings: [".json"] })).toBe("octavo 2");
});

const filename = fc.oneof(title, fc.constantFrom("a.png", "A.PNG", "a", "octavo.json", "a.md", "con.tar.gz", ".env"));

/** A forest in which each page is a root or a child of an earlier page. */
const forest = fc
  .array(
    fc.record({
      title,
      type: fc.constantFrom(...PAGE_TYPES),
      under: fc.nat(),
      isEmpty: fc.boolean(),
      file: fc.option(filename),
      attached: fc.array(filename, { maxLength: 3 }),
      hasThreads: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((pages): LayoutPage[] =>
    pages.map(({ under, file, attached, ...page }, i) => ({
      ...page,
      id: `p${i}`,
      content: page.type === "FILE" && file !== null ? { id: `f${i}`, filename: file } : null,
      attachments: page.type === "FILE" ? [] : attached.map((name, n) => ({ id: `a${i}-${n}`, filename: name })),
      parentId: under % (i + 1) === i ? null : `p${under % (i + 1)}`,
    })),
  );

test("assigns every page of a tree a unique portable path", () => {
  fc.assert(
    fc.property(forest, (pages) => {
      const placed = layOut(pages);
      const taken = [
        "octavo.json",
        ...placed.flatMap(({ path, messages, threads, attached }) => [
          path.replace(/\/$/, ""),
          ...(messages === null ? [] : [messages]),
          ...(threads === null ? [] : [threads]),
          ...attached.values(),
        ]),
      ];
      expect(placed.map(({ attached }) => [...attached.keys()])).toEqual(
        pages.map(({ attachments }) => attachments.map(({ id }) => id)),
      );
      expect(new Set(taken.map(foldFileName)).size).toBe(taken.length);
      const faults = taken
        .slice(1)
        .flatMap((path) => path.split("/").map(faultOf))
        .filter((fault) => fault !== null);
      expect(faults).toEqual([]);
      expect(Math.max(0, ...taken.map(utf8Length))).toBeLessThan(1_500);
    }),
    { numRuns: 500 },
  );
});

test("places subpages in a folder named after their page, never at the path of a file", () => {
  fc.assert(
    fc.property(forest, (pages) => {
      const placed = layOut(pages);
      const files = new Set(placed.filter(({ path }) => !path.endsWith("/")).map(({ path }) => foldFileName(path)));
      const folders = placed
        .flatMap(({ path, attached }) => [path, ...attached.values()])
        .flatMap((path) =>
          path
            .split("/")
            .slice(0, -1)
            .map((_, i, names) => names.slice(0, i + 1).join("/")),
        );
      expect(folders.filter((folder) => files.has(foldFileName(folder)))).toEqual([]);
    }),
  );
});

test("keeps a file's own name, its subpages in a folder, and attachments beside their page", () => {
  const named = (id: string, name: string) => ({ id, filename: name });
  const page = { parentId: null, title: "Plan", isEmpty: false, content: null, attachments: [], hasThreads: false };
  const placed = layOut([
    { ...page, id: "a", type: "FILE", title: "Shown otherwise", content: named("f", "Report: Q3.PDF") },
    { ...page, id: "b", type: "DOCUMENT", parentId: "a" },
    { ...page, id: "c", type: "DOCUMENT", attachments: [named("g", "x.tar.gz"), named("h", "X.tar.gz")] },
    { ...page, id: "d", type: "FILE", title: "No file" },
    { ...page, id: "e", type: "FILE", content: named("i", "LICENSE") },
    { ...page, id: "j", type: "SHEET", parentId: "e" },
  ]);
  expect(placed.map(({ path, attached }) => [path, ...attached.values()])).toEqual([
    ["Report_ Q3.PDF"],
    ["Report_ Q3/Plan.md"],
    ["Plan.md", "Plan files/x.tar.gz", "Plan files/X.tar 2.gz"],
    ["No file.txt"],
    ["LICENSE.bin"],
    ["LICENSE/Plan.csv"],
  ]);
});

test("names the file with a page's threads after the page's whole file name", () => {
  const page = { parentId: null, isEmpty: false, content: null, attachments: [], hasThreads: true };
  const placed = layOut([
    { ...page, id: "a", type: "DOCUMENT", title: "Plan" },
    { ...page, id: "b", type: "CODE", title: "Plan.md.comments.json" },
    { ...page, id: "c", type: "FOLDER", title: "Plan", isEmpty: true },
    { ...page, id: "d", type: "FILE", title: "x", content: { id: "f", filename: "LICENSE" } },
  ]);
  expect(placed.map(({ path, threads }) => [path, threads])).toEqual([
    ["Plan.md", "Plan.md.comments.json"],
    ["Plan.md.comments 2.json", "Plan.md.comments 2.json.comments.json"],
    ["Plan 2/", "Plan 2.comments.json"],
    ["LICENSE", "LICENSE.comments.json"],
  ]);
});

test("names 20,000 pages with one title in linear time", () => {
  const names = new FolderNames();
  const made = Array.from({ length: 20_000 }, () => names.claim({ name: "Untitled", endings: [".md"] }));
  expect(made.at(-1)).toBe("Untitled 20000");
});
