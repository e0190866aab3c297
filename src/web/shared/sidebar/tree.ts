/**
 * The tree of a drive as shown in the sidebar: the pages of each loaded level, and which branches are open. Immutable;
 * a change creates a new tree that shares what is unchanged.
 */
import type { PageType } from "../../../kernel/page-type.ts";

export type TreePage = {
  readonly id: string;
  readonly title: string;
  /** An emoji. */
  readonly icon?: string | null | undefined;
  readonly type: PageType;
  readonly position: number;
  readonly hasChildren: boolean;
  /** Created offline and waiting to be created on the service. */
  readonly isPending?: boolean;
};

/** Level key for the top of the drive; other levels are keyed by page id. */
export const TOP = "";

export type Level = {
  readonly pages: readonly TreePage[];
  /** Cursor of the next page of results; null if the level is complete. */
  readonly cursor: string | null;
};

/** Levels, by parent page. */
export type Tree = { readonly levels: ReadonlyMap<string, Level>; readonly open: ReadonlySet<string> };

/** A visible row. `page` is null for a placeholder where the rest of a level has yet to be loaded. */
export type Row = {
  readonly page: TreePage | null;
  readonly parentId: string;
  /** 1-based, like `place`, the position among its siblings. */
  readonly depth: number;
  readonly place: number;
  /** Number of pages in the level; -1 if unknown. */
  readonly size: number;
  readonly isOpen: boolean;
};

export const EMPTY: Tree = { levels: new Map(), open: new Set() };

/** A file uploaded into a page is listed on that page. In a folder or at the top, a file is a separate page. */
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
      // None of its children is shown.
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

/** The levels that contain a page: more than one if it was moved while they were being loaded. */
export const levelsWith = (tree: Tree, id: string): string[] =>
  [...tree.levels].filter(([, { pages }]) => pages.some((page) => page.id === id)).map(([parentId]) => parentId);

export const withLevel = (tree: Tree, parentId: string, level: Level): Tree => ({
  ...tree,
  levels: new Map(tree.levels).set(parentId, level),
});

/** Replaces a level with the service's current list. */
export function setLevel(tree: Tree, parentId: string, level: Level): Tree {
  const next = withLevel(tree, parentId, level);
  return parentId === TOP ? next : changePage(next, parentId, { hasChildren: level.pages.length > 0 });
}

/** Appends further pages to a level, without duplicating pages that were added in the meantime. */
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

/** Returns the same tree if it does not contain the page. */
export function changePage(tree: Tree, id: string, change: Partial<TreePage>): Tree {
  const found = findPage(tree, id);
  const level = found && tree.levels.get(found.parentId);
  if (!level) return tree;
  const pages = level.pages.map((page) => (page.id === id ? { ...page, ...change } : page));
  return withLevel(tree, found.parentId, { ...level, pages });
}

/** Inserts a page at its position if that part of the tree is loaded, and marks its parent as having children. */
export function insertPage(tree: Tree, parentId: string, page: TreePage): Tree {
  const above = parentId === TOP ? tree : changePage(tree, parentId, { hasChildren: true });
  const level = above.levels.get(parentId);
  if (!level) return above;
  const others = level.pages.filter(({ id }) => id !== page.id);
  const after = others.findIndex((each) => isBefore(page, each));
  // Pages after the last loaded one are loaded on demand.
  if (after === -1 && level.cursor !== null) return withLevel(above, parentId, { ...level, pages: others });
  const at = after === -1 ? others.length : after;
  return withLevel(above, parentId, { ...level, pages: others.toSpliced(at, 0, page) });
}

/** The service's order. */
const isBefore = (a: TreePage, b: TreePage): boolean =>
  a.position === b.position ? a.id < b.id : a.position < b.position;

/** The compact form in which the Worker sends levels, since it is part of every page. */
export type PrintedLevel = readonly [
  parentId: string,
  cursor: string | null,
  pages: readonly (readonly [
    id: string,
    title: string,
    type: PageType,
    position: number,
    hasChildren: 0 | 1,
    icon?: string,
  ])[],
];

export const printLevel = (parentId: string, { pages, cursor }: Level): PrintedLevel => [
  parentId,
  cursor,
  pages.map(({ id, title, icon, type, position, hasChildren }) => {
    const row = [id, title, type, position, hasChildren ? 1 : 0] as const;
    return typeof icon === "string" ? [...row, icon] : row;
  }),
];

/** Every printed level is open. */
export function readTree(printed: readonly PrintedLevel[]): Tree {
  const levels = new Map<string, Level>();
  for (const [parentId, cursor, pages] of printed) {
    const read = pages.map(([id, title, type, position, has, icon]) => ({
      id,
      title,
      icon,
      type,
      position,
      hasChildren: has === 1,
    }));
    levels.set(parentId, { cursor, pages: read });
  }
  return { levels, open: new Set([...levels.keys()].filter((id) => id !== TOP)) };
}
