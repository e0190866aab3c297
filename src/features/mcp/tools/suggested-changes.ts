/** Turns an edit of a page's text into suggestions, one for each place that it changes. Pure. */
import { MAX_QUOTE, MAX_REPLACEMENT } from "../../../kernel/comment.ts";
import { AppError } from "../../../kernel/errors.ts";
import { isBlank, type Range } from "../../../anchors/blanks.ts";
import { applySplices, type Splice } from "../../../realtime/splices.ts";
import { MAX_SUGGESTIONS } from "../../comments/contract.ts";

/** Offsets are UTF-16 code units of the text before the edit. */
export type SuggestedChange = { readonly from: number; readonly to: number; readonly replacement: string };

/** Changes on one line that are this close (UTF-16 code units) are one place. */
const NEAR = 80;
/** Longer runs of text are no word. */
const MAX_WORD = 60;

/** `splices` are ascending. Throws `payload_too_large` for more than can be suggested at once. */
export function suggestedChanges(base: string, splices: readonly Splice[]): SuggestedChange[] {
  const ranges = splices.map(({ at, remove }) => ({ from: at, to: at + remove }));
  const places = joined(ranges, (from, to) => to - from <= NEAR && !base.slice(from, to).includes("\n"));
  const widened = places.map((place) => withWords(base, toChange(base, splices, place)));
  const changes = joined(widened, (from, to) => from === to).map((place) =>
    withoutBlanks(base, toChange(base, splices, place)),
  );
  if (changes.length > MAX_SUGGESTIONS) throw tooMuch(`One call can make at most ${MAX_SUGGESTIONS} suggestions.`);
  for (const { from, to, replacement } of changes)
    if (to - from > MAX_QUOTE || replacement.length > MAX_REPLACEMENT)
      throw tooMuch(
        `A suggestion can replace at most ${MAX_QUOTE} characters by ${MAX_REPLACEMENT}. Change less in one place.`,
      );
  return changes;
}

const tooMuch = (message: string): AppError => new AppError("payload_too_large", message);

/** What the splices inside a range make of it. */
function toChange(base: string, splices: readonly Splice[], { from, to }: Range): SuggestedChange {
  const inside = splices.filter(({ at, remove }) => at >= from && at + remove <= to);
  const own = inside.map((splice) => ({ ...splice, at: splice.at - from }));
  return { from, to, replacement: applySplices(base.slice(from, to), own) };
}

/** Joins ranges that overlap, and those whose gap `isClose`. */
function joined(ranges: readonly Range[], isClose: (from: number, to: number) => boolean): Range[] {
  const places: Range[] = [];
  for (const range of ranges) {
    let { from, to } = range;
    for (let last = places.at(-1); last && (from < last.to || isClose(last.to, from)); last = places.at(-1)) {
      [from, to] = [Math.min(from, last.from), Math.max(to, last.to)];
      places.pop();
    }
    places.push({ from, to });
  }
  return places;
}

/**
 * A suggestion is about words, without blanks around them. Blanks at either end of the removed text stay where the new
 * text has the same ones; otherwise the words beside them become a part of the suggestion.
 */
function withWords(base: string, change: SuggestedChange): Range {
  const { from, to } = change;
  if (from === to) return change;
  const { lead, trail, isLeadKept, isTrailKept } = blanksOf(base, change);
  return {
    from: lead === 0 || isLeadKept ? from : wordBefore(base, from),
    to: trail === 0 || isTrailKept ? to : wordAfter(base, to),
  };
}

function withoutBlanks(base: string, change: SuggestedChange): SuggestedChange {
  const { from, to, replacement } = change;
  if (from === to) return change;
  const { lead, trail, isLeadKept, isTrailKept } = blanksOf(base, change);
  const [start, end] = [isLeadKept ? lead : 0, isTrailKept ? trail : 0];
  return { from: from + start, to: to - end, replacement: replacement.slice(start, replacement.length - end) };
}

/** Blanks at the ends of the removed text, and whether the new text has them as well; if it has nothing else, at neither end. */
function blanksOf(base: string, { from, to, replacement }: SuggestedChange) {
  const removed = base.slice(from, to);
  const lead = blanksFrom(removed, 0, 1);
  const trail = blanksFrom(removed, removed.length - 1, -1);
  const isAllBlank = lead === removed.length;
  return {
    lead,
    trail,
    isLeadKept: !isAllBlank && replacement.startsWith(removed.slice(0, lead)),
    isTrailKept:
      !isAllBlank && replacement.length >= lead + trail && replacement.endsWith(removed.slice(removed.length - trail)),
  };
}

/** Number of blanks from an offset on, forwards or backwards. */
function blanksFrom(text: string, from: number, step: 1 | -1): number {
  let count = 0;
  for (let at = from; at >= 0 && at < text.length && isBlank(text.charCodeAt(at)); at += step) count += 1;
  return count;
}

/** Number of other characters from an offset on, at most those of a word. */
function wordFrom(text: string, from: number, step: 1 | -1): number {
  let count = 0;
  for (let at = from; at >= 0 && at < text.length && count < MAX_WORD && !isBlank(text.charCodeAt(at)); at += step)
    count += 1;
  return count;
}

function wordBefore(text: string, at: number): number {
  const end = at - blanksFrom(text, at - 1, -1);
  return end - wordFrom(text, end - 1, -1);
}

function wordAfter(text: string, at: number): number {
  const start = at + blanksFrom(text, at, 1);
  return start + wordFrom(text, start, 1);
}
