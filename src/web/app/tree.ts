/**
 * The tree of a drive as the side shows it: the pages of each level that was loaded, and which branches are open. It is
 * never changed in place; a change makes a new one that shares what stayed.
 */
import type { PageType } from "../../kernel/page-type.ts";

export type TreePage = {
  readonly id: string;
  readonly title: string;
  readonly type: PageType;
  readonly position: number;
  readonly hasChildren: boolean;
  /** It was created without a network, and waits to be created on the service. */
  readonly isPending?: boolean;
};

/** Ids of pages, and this for the top of the drive. */
export const TOP = "";

export type Level = {
  readonly pages: readonly TreePage[];
  /** Where the listing goes on; null when all of the level is here. */
  readonly cursor: string | null;
};

/** Levels by the page they lie under. */
export type Tree = { readonly levels: ReadonlyMap<string, Level>; readonly open: ReadonlySet<string> };

/** A line of what is shown. `page` is null where the rest of a level has yet to be loaded. */
export type Row = {
  readonly page: TreePage | null;
  readonly parentId: string;
  /** Counted from 1, as is `place` among the pages beside it. */
  readonly depth: number;
  readonly place: number;
  /** How many pages the level has; -1 while nobody knows. */
  readonly size: number;
  readonly isOpen: boolean;
};

export const EMPTY: Tree = { levels: new Map(), open: new Set() };

/** A file that was uploaded into a page is listed on that page. One in a folder or at the top is a page of its own. */
export const isShown = (page: TreePage, parent: TreePage | null): boolean =>
  page.type !== "FILE" || page.hasChildren || parent === null || parent.type === "FOLDER";

export function rowsOf(tree: Tree): readonly Row[] {
  const rows: Row[] = [];
  const add = (parentId: string, depth: number, parent: TreePage | null): void => {
    const level = tree.levels.get(parentId);
    if (!level) return;
    const pages = level.pages.filter((page) => isShown(page, parent));
    const size = level.cursor === null ? pages.length : -1;
    for (const [index, page] of pages.entries()) {
      const below = tree.levels.get(page.id);
      // Nothing of what lies in it is shown.
      const isLeaf = below?.cursor === null && !below.pages.some((each) => isShown(each, page));
      const isOpen = tree.open.has(page.id) && below !== undefined && !isLeaf;
      rows.push({
        page: isLeaf ? { ...page, hasChildren: false } : page,
        parentId,
        depth,
        place: index + 1,
        size,
        isOpen,
      });
      if (isOpen) add(page.id, depth + 1, page);
    }
    if (size === -1) rows.push({ page: null, parentId, depth, place: pages.length + 1, size, isOpen: false });
  };
  add(TOP, 1, null);
  return rows;
}

type Found = { readonly page: TreePage; readonly parentId: string };

export function findPage(tree: Tree, id: string): Found | null {
  for (const [parentId, { pages }] of tree.levels) {
    const page = pages.find((each) => each.id === id);
    if (page) return { page, parentId };
  }
  return null;
}

/** The levels that show a page: more than one where it was moved while they were read one after the other. */
export const levelsWith = (tree: Tree, id: string): string[] =>
  [...tree.levels].filter(([, { pages }]) => pages.some((page) => page.id === id)).map(([parentId]) => parentId);

export const withLevel = (tree: Tree, parentId: string, level: Level): Tree => ({
  ...tree,
  levels: new Map(tree.levels).set(parentId, level),
});

/** Takes over a level as the service lists it now. */
export function setLevel(tree: Tree, parentId: string, level: Level): Tree {
  const next = withLevel(tree, parentId, level);
  return parentId === TOP ? next : changePage(next, parentId, { hasChildren: level.pages.length > 0 });
}

/** What comes after the pages of a level that are here; a page that came by another way meanwhile is there once. */
export function extendLevel(tree: Tree, parentId: string, more: Level): Tree {
  const known = tree.levels.get(parentId)?.pages ?? [];
  const added = new Set(more.pages.map(({ id }) => id));
  return withLevel(tree, parentId, {
    ...more,
    pages: [...known.filter(({ id }) => !added.has(id)), ...more.pages],
  });
}

export function setOpen(tree: Tree, id: string, isOpen: boolean): Tree {
  const open = new Set(tree.open);
  if (isOpen) open.add(id);
  else open.delete(id);
  return { ...tree, open };
}

/** The same tree where the page is not there. */
export function changePage(tree: Tree, id: string, change: Partial<TreePage>): Tree {
  const found = findPage(tree, id);
  const level = found && tree.levels.get(found.parentId);
  if (!level) return tree;
  const pages = level.pages.map((page) => (page.id === id ? { ...page, ...change } : page));
  return withLevel(tree, found.parentId, { ...level, pages });
}

/** Puts a page where its position says, as far as that part of the tree is loaded; the page above it has pages then. */
export function insertPage(tree: Tree, parentId: string, page: TreePage): Tree {
  const above = parentId === TOP ? tree : changePage(tree, parentId, { hasChildren: true });
  const level = above.levels.get(parentId);
  if (!level) return above;
  const others = level.pages.filter(({ id }) => id !== page.id);
  const after = others.findIndex((each) => isBefore(page, each));
  // What comes after the last page that is here is loaded when it is asked for.
  if (after === -1 && level.cursor !== null) return withLevel(above, parentId, { ...level, pages: others });
  const at = after === -1 ? others.length : after;
  return withLevel(above, parentId, { ...level, pages: others.toSpliced(at, 0, page) });
}

/** As the service orders them. */
const isBefore = (a: TreePage, b: TreePage): boolean =>
  a.position === b.position ? a.id < b.id : a.position < b.position;

/** As the Worker hands levels over: short, for it is a part of every page. */
export type PrintedLevel = readonly [
  parentId: string,
  cursor: string | null,
  pages: readonly (readonly [id: string, title: string, type: PageType, position: number, hasChildren: 0 | 1])[],
];

export const printLevel = (parentId: string, { pages, cursor }: Level): PrintedLevel => [
  parentId,
  cursor,
  pages.map(({ id, title, type, position, hasChildren }) => [id, title, type, position, hasChildren ? 1 : 0]),
];

/** Every level that is printed is open. */
export function readTree(printed: readonly PrintedLevel[]): Tree {
  const levels = new Map<string, Level>();
  for (const [parentId, cursor, pages] of printed) {
    const read = pages.map(([id, title, type, position, has]) => ({
      id,
      title,
      type,
      position,
      hasChildren: has === 1,
    }));
    levels.set(parentId, { cursor, pages: read });
  }
  return { levels, open: new Set([...levels.keys()].filter((id) => id !== TOP)) };
}
