/** Compares a path with the titles there are: the longest match wins, and all pages that share it are answers. */
import { endsWord } from "./page-references-parse.ts";

/** A page on the way down from a drive's root. `parentId` is null at the top. */
type Node = {
  readonly id: string;
  readonly parentId: string | null;
  readonly driveId: string;
  readonly title: string;
};

/** Nodes by where they hang: the parent's id, or the drive's for the top level. */
export type NodeIndex<N extends Node> = ReadonlyMap<string, readonly N[]>;

export const indexNodes = <N extends Node>(nodes: readonly N[]): NodeIndex<N> =>
  Map.groupBy(nodes, (node) => node.parentId ?? `drive ${node.driveId}`);

/** Characters of `tail` that the longest match covers, and the pages it may mean; null when no page fits. */
export function longestMatch<N extends Node>(
  tail: string,
  driveIds: readonly string[],
  nodesByParent: NodeIndex<N>,
): { length: number; pages: N[] } | null {
  let length = 0;
  let pages: N[] = [];
  const open = driveIds.map((driveId) => ({ at: 0, key: `drive ${driveId}` }));
  for (let here = open.pop(); here; here = open.pop()) {
    for (const node of nodesByParent.get(here.key) ?? []) {
      const end = here.at + node.title.length;
      if (!tail.startsWith(node.title, here.at) || !endsWord(tail, end)) continue;
      if (end > length) [length, pages] = [end, []];
      if (end === length) pages.push(node);
      if (tail.charAt(end) === "/") open.push({ at: end + 1, key: node.id });
    }
  }
  return pages.length === 0 ? null : { length, pages };
}
