/** What an edit inserted, and which of it is only a repetition of text that the page already had. */
import type { Splice } from "../realtime/splices.ts";
import { isDistinctive, type Range } from "./blanks.ts";
import type { PageText } from "./page-text.ts";
import { pieceOf, Pieces } from "./pieces.ts";
import type { RangeMap } from "./range-map.ts";
import type { RecentEdits } from "./recent-edits.ts";
import { Regions } from "./regions.ts";

/** Text of more insertions is not searched in the text before the edit. */
const MAX_SEARCHED = 50;

/** Shorter removals are no passages that move. */
const MIN_MOVED = 3;

/** Occurrences of an inserted passage in the text before the edit that are compared with what the edit removed. */
const MAX_SOURCES = 5;

type Origin = "new" | "copied" | "moved";

export class Insertions {
  /** Inserted text, and the points where a removal joined the text on both sides. */
  readonly all: Regions;
  /** Without passages that were copied, moved within this edit as a whole, or cut within the last minute. */
  readonly forLostNow: Regions;
  /** Without all passages that the page already had. */
  readonly forLostBefore: Regions;
  readonly pieces: Pieces;

  constructor(before: PageText, after: PageText, splices: readonly Splice[], map: RangeMap, recent: RecentEdits) {
    this.all = map.appeared;
    this.pieces = new Pieces(after, map.inserted.list);
    const removed = new Regions(splices.map(({ at, remove }) => ({ from: at, to: at + remove })));
    const moved = new Pieces(
      before,
      removed.list.filter(({ from, to }) => to - from >= MIN_MOVED),
    );
    const isCut = (range: Range): boolean => {
      const { from, to } = pieceOf(after.text, range);
      const length = to - from;
      if (recent.wasCut(after, range)) return true;
      // A hash of long text is expensive.
      return moved.hasLength(length) && moved.equalTo({ length, hash: after.hash({ from, to }) }).length > 0;
    };
    const isSearched = map.inserted.list.length <= MAX_SEARCHED;
    const known = this.all.list
      .filter(({ from, to }) => to > from)
      .map((range) => ({
        range,
        isCut: isCut(range),
        origin: isSearched ? originOf(range, before, after, removed) : "new",
      }));
    const without = (some: readonly { readonly range: Range }[]) => {
      const ranges = new Set(some.map(({ range }) => range));
      return new Regions(this.all.list.filter((range) => !ranges.has(range)));
    };
    this.forLostNow = without(known.filter((each) => each.isCut || each.origin === "copied"));
    this.forLostBefore = without(known.filter((each) => each.isCut || each.origin !== "new"));
  }
}

function originOf(range: Range, before: PageText, after: PageText, removed: Regions): Origin {
  const { from, to } = pieceOf(after.text, range);
  const text = after.text.slice(from, to);
  if (!isDistinctive(text)) return "new";
  let at = before.text.indexOf(text);
  if (at === -1) return "new";
  for (let i = 0; i < MAX_SOURCES && at !== -1; i++) {
    if (removed.meets({ from: at, to: at + text.length })) return "moved";
    at = before.text.indexOf(text, at + 1);
  }
  return "copied";
}
