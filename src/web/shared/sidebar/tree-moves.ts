/** Helpers for moving pages in the tree: ancestors, removal, and positions between siblings. */
import { findPage, setLevel, TOP, type Tree, type TreePage, withLevel, isShown } from "./tree.ts";

/** The loaded ancestors of `id`, nearest first. */
export function ancestorsOf(tree: Tree, id: string): readonly string[] {
  const ancestors: string[] = [];
  for (let at = findPage(tree, id); at && at.parentId !== TOP; at = findPage(tree, at.parentId))
    ancestors.push(at.parentId);
  return ancestors;
}

/** Those of the pages that are not inside another of them, since an action on a page includes its descendants. */
export function outermost(tree: Tree, ids: readonly string[]): readonly string[] {
  const all = new Set(ids);
  return ids.filter((id) => !ancestorsOf(tree, id).some((above) => all.has(above)));
}

/** Removes pages from their levels; levels loaded below them are kept, since the pages may come back. */
export function removePages(tree: Tree, ids: readonly string[]): Tree {
  const gone = new Set(ids);
  let next = tree;
  for (const [parentId, level] of tree.levels) {
    const pages = level.pages.filter(({ id }) => !gone.has(id));
    if (pages.length === level.pages.length) continue;
    next =
      level.cursor === null
        ? setLevel(next, parentId, { ...level, pages })
        : withLevel(next, parentId, { ...level, pages });
  }
  return next;
}

/** `count` positions between `before` and `after`; null stands for the start or end of the level. */
export function positionsBetween(before: number | null, after: number | null, count: number): readonly number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  if (before === null && after === null) return numbers;
  if (before === null) return numbers.map((index) => (after ?? 0) - (count + 1 - index));
  if (after === null) return numbers.map((index) => before + index);
  return numbers.map((index) => before + ((after - before) * index) / (count + 1));
}

/** The pages of a level that are shown. */
export function shownPages(tree: Tree, parentId: string): readonly TreePage[] {
  const parent = findPage(tree, parentId)?.page ?? null;
  return (tree.levels.get(parentId)?.pages ?? []).filter((page) => isShown(page, parent));
}
