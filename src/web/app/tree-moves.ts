/** What moving pages about in the tree takes: who lies in whom, taking pages out, and positions between others. */
import { findPage, setLevel, TOP, type Tree, type TreePage, withLevel, isShown } from "./tree.ts";

/** The pages that `id` lies in as far as they are here, the nearest first. */
export function ancestorsOf(tree: Tree, id: string): readonly string[] {
  const ancestors: string[] = [];
  for (let at = findPage(tree, id); at && at.parentId !== TOP; at = findPage(tree, at.parentId))
    ancestors.push(at.parentId);
  return ancestors;
}

/** Of these pages those that do not lie in another of them: what is done with the others comes of itself. */
export function outermost(tree: Tree, ids: readonly string[]): readonly string[] {
  const all = new Set(ids);
  return ids.filter((id) => !ancestorsOf(tree, id).some((above) => all.has(above)));
}

/** Takes pages out of their levels; what was loaded below them stays, for they may come back. */
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

/** `count` positions after `before` and in front of `after`; null stands for the end of the level on that side. */
export function positionsBetween(before: number | null, after: number | null, count: number): readonly number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  if (before === null && after === null) return numbers;
  if (before === null) return numbers.map((index) => (after ?? 0) - (count + 1 - index));
  if (after === null) return numbers.map((index) => before + index);
  return numbers.map((index) => before + ((after - before) * index) / (count + 1));
}

/** The pages of a level that have rows. */
export function shownPages(tree: Tree, parentId: string): readonly TreePage[] {
  const parent = findPage(tree, parentId)?.page ?? null;
  return (tree.levels.get(parentId)?.pages ?? []).filter((page) => isShown(page, parent));
}
