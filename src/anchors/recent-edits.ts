/** What was inserted and removed within the last minute: it tells a move from a repetition of the same words. */
import type { Splice } from "../realtime/splices.ts";
import { hashOf, type Range } from "./blanks.ts";
import type { PageText } from "./page-text.ts";
import type { RangeMap } from "./range-map.ts";

/** How long (ms) a cut waits for its paste, and a copy for the removal of its original. */
export const RECENT_MS = 60_000;

/** Shorter text occurs everywhere. */
const MIN_LENGTH = 3;

/** An edit with more splices is no cut, copy or paste by hand. */
const MAX_SPLICES = 50;

/** Bounds what a minute of edits can leave behind. */
const MAX_KEPT = 200;

type Cut = { readonly length: number; readonly hash: number; readonly at: number };
type Copy = Range & { readonly at: number };

export class RecentEdits {
  #cuts: readonly Cut[] = [];
  #copies: readonly Copy[] = [];

  /** True if exactly this text was cut within the last minute. */
  wasCut(page: PageText, range: Range): boolean {
    const cuts = this.#cuts.filter(({ length }) => length === range.to - range.from);
    if (cuts.length === 0) return false;
    const hash = page.hash(range);
    return cuts.some((cut) => cut.hash === hash);
  }

  /** Text that was inserted within the last minute, in offsets of the present text. */
  get copies(): readonly Range[] {
    return this.#copies;
  }

  /** Forgets what is older than a minute, and moves the copies with the text. */
  advance(map: RangeMap, at: number): void {
    const isRecent = (edit: { readonly at: number }) => at - edit.at <= RECENT_MS;
    this.#cuts = this.#cuts.filter(isRecent);
    this.#copies = this.#copies.filter(isRecent).flatMap((copy) => {
      const { from, to } = map.map(copy);
      return to > from ? [{ from, to, at: copy.at }] : [];
    });
  }

  /** Records an edit of `before`. */
  add(before: string, splices: readonly Splice[], map: RangeMap, at: number): void {
    if (splices.length > MAX_SPLICES) return;
    const [splice] = splices;
    const [inserted] = map.inserted.list;
    const isInsertion = splices.length === 1 && splice?.remove === 0 && inserted !== undefined;
    if (isInsertion && inserted.to - inserted.from >= MIN_LENGTH)
      this.#copies = [...this.#copies, { ...inserted, at }].slice(-MAX_KEPT);
    const cuts = splices.filter(({ remove, insert }) => remove >= MIN_LENGTH && insert === "");
    const made = cuts.map((cut) => ({
      length: cut.remove,
      hash: hashOf(before, { from: cut.at, to: cut.at + cut.remove }),
      at,
    }));
    this.#cuts = [...this.#cuts, ...made].slice(-MAX_KEPT);
  }
}
