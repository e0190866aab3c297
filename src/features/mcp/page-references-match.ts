/** Matches a path against existing titles: the longest match wins, and all pages that share it are returned. */
import { toComparable } from "../../kernel/page-path.ts";
import { endsWord } from "./page-references-parse.ts";

/** A page in the tree visible to the caller. `above` is the nearest visible ancestor, or one of the keys below. */
type Node = {
  readonly id: string;
  readonly above: string;
  readonly title: string;
};

/** Parent key of the topmost visible pages of a drive. */
export const keyOfDrive = (driveId: string): string => `drive ${driveId}`;
/** Parent key of the topmost visible pages in drives that the caller cannot see. */
export const WITHOUT_DRIVE = "without drive";

/** Nodes by parent key. */
export type NodeIndex<N extends Node> = ReadonlyMap<string, readonly N[]>;

export const indexNodes = <N extends Node>(nodes: Iterable<N>): NodeIndex<N> =>
  Map.groupBy(nodes, ({ above }) => above);

/** The pages that match exactly these titles, and how many of the titles matched. */
export function followTitles<N extends Node>(
  titles: readonly string[],
  tops: readonly string[],
  nodesByParent: NodeIndex<N>,
): { readonly depth: number; readonly pages: readonly N[] } {
  let pages: readonly N[] = [];
  let open = tops;
  for (const [depth, title] of titles.entries()) {
    const below = open.flatMap((key) => nodesByParent.get(key)?.filter((node) => node.title === title) ?? []);
    if (below.length === 0) return { depth, pages };
    pages = below;
    open = below.map(({ id }) => id);
  }
  return { depth: titles.length, pages };
}

/** The length of the longest match in `tail` (as decoded by `decodePath`) and the pages it may refer to; null if none match. */
export function longestMatch<N extends Node>(
  tail: string,
  driveIds: readonly string[],
  nodesByParent: NodeIndex<N>,
): { length: number; pages: N[] } | null {
  let length = 0;
  let pages: N[] = [];
  const open = driveIds.map((driveId) => ({ at: 0, key: keyOfDrive(driveId) }));
  for (let here = open.pop(); here; here = open.pop()) {
    for (const node of nodesByParent.get(here.key) ?? []) {
      const end = here.at + node.title.length;
      if (!tail.startsWith(toComparable(node.title), here.at) || !endsWord(tail, end)) continue;
      if (end > length) [length, pages] = [end, []];
      if (end === length) pages.push(node);
      if (tail.charAt(end) === "/") open.push({ at: end + 1, key: node.id });
    }
  }
  return pages.length === 0 ? null : { length, pages };
}
