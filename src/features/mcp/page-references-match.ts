/** Compares a path with the titles there are: the longest match wins, and all pages that share it are answers. */
import { toComparable } from "../../kernel/page-path.ts";
import { endsWord } from "./page-references-parse.ts";

/** A page in the tree as the caller sees it: `above` is the nearest visible ancestor, or one of the keys below. */
type Node = {
  readonly id: string;
  readonly above: string;
  readonly title: string;
};

/** What the topmost visible pages of a drive hang on. */
export const keyOfDrive = (driveId: string): string => `drive ${driveId}`;
/** What the topmost visible pages hang on where the caller may not see the drive. */
export const WITHOUT_DRIVE = "without drive";

/** Nodes by what they hang on. */
export type NodeIndex<N extends Node> = ReadonlyMap<string, readonly N[]>;

export const indexNodes = <N extends Node>(nodes: Iterable<N>): NodeIndex<N> =>
  Map.groupBy(nodes, ({ above }) => above);

/** The pages at the end of exactly these titles, and how many of the titles name any page. */
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

/** Characters of `tail`, as `decodePath` reads it, that the longest match covers, and the pages it may mean; null when no page fits. */
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
