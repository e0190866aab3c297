/** A draft of suggestions: a text that others keep changing, and the user's changes to it. Pure. */
import { ChangeSet, type Text } from "@codemirror/state";
import type { Interval } from "../editor/intervals.ts";
import { commonEnd, commonStart } from "./common-ends.ts";

/** `changes` turn `base`, the page's text, into the text of the editor. */
export type Draft = { readonly base: Text; readonly changes: ChangeSet };

export const emptyDraft = (base: Text): Draft => ({ base, changes: ChangeSet.empty(base.length) });

/** Words of the page that the draft removes, and the words that it puts there. One of them may be empty. */
export type DraftChange = {
  readonly removed: Interval & { readonly text: string };
  /** In the text of the editor. */
  readonly inserted: Interval & { readonly text: string };
};

/** The changes of a draft in text order; `doc` is the text of the editor. What was removed and typed again is left out. */
export function changesOf({ base, changes }: Draft, doc: Text): DraftChange[] {
  const found: DraftChange[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const [removed, inserted] = [base.sliceString(fromA, toA), doc.sliceString(fromB, toB)];
    const start = commonStart(removed, inserted);
    const end = commonEnd(removed.slice(start), inserted.slice(start));
    if (removed.length === start + end && inserted.length === start + end) return;
    const part = (from: number, to: number, text: string) => ({
      from: from + start,
      to: to - end,
      text: text.slice(start, text.length - end),
    });
    const change = { removed: part(fromA, toA, removed), inserted: part(fromB, toB, inserted) };
    found.push(byLine(change, base, doc, found.at(-1)));
  });
  return found;
}

/** Whole lines may be removed or inserted from the middle of one to the middle of the next: the same as from its start. */
function byLine(change: DraftChange, base: Text, doc: Text, before: DraftChange | undefined): DraftChange {
  const { removed, inserted } = change;
  if (removed.text !== "" && inserted.text !== "") return change;
  const [{ from, text }, whole] = inserted.text === "" ? [removed, base] : [inserted, doc];
  const lead = whole.sliceString(whole.lineAt(from).from, from);
  if (!text.endsWith(`\n${lead}`)) return change;
  const back = (range: DraftChange["removed"]): DraftChange["removed"] => ({
    from: range.from - lead.length,
    to: range.to - lead.length,
    text: range.text && lead + range.text.slice(0, range.text.length - lead.length),
  });
  const moved = { removed: back(removed), inserted: back(inserted) };
  const meets = moved.removed.from < (before?.removed.to ?? 0) || moved.inserted.from < (before?.inserted.to ?? 0);
  return meets ? change : moved;
}

export type Followed = {
  readonly draft: Draft;
  /** The change that the editor has to show. */
  readonly forEditor: ChangeSet;
  /** Others wrote within words that the draft removes. */
  readonly isConflict: boolean;
};

/**
 * The draft after somebody else's change of the page's text.
 *
 * The draft's words always stay. If others write within words that the draft removes, their words count as removed as well:
 * the suggestion is then about the new words, which the editor shows as removed.
 */
export function followBase({ base, changes }: Draft, theirs: ChangeSet): Followed {
  const own = changes.map(theirs);
  const shown = theirs.map(changes, true);
  const within = insertedWithin(changes, theirs);
  const joined = ChangeSet.of(
    within.map(({ from, to }) => ({ from: own.mapPos(from, 1), to: own.mapPos(to, -1) })),
    own.newLength,
  );
  return {
    draft: { base: theirs.apply(base), changes: own.compose(joined) },
    forEditor: shown.compose(joined),
    isConflict: within.length > 0,
  };
}

/** The ranges (after `theirs`) of text that was inserted within a range that `own` removes. */
function insertedWithin(own: ChangeSet, theirs: ChangeSet): Interval[] {
  const removed: Interval[] = [];
  own.iterChangedRanges((from, to) => {
    if (from < to) removed.push({ from, to });
  });
  const within: Interval[] = [];
  let at = 0;
  theirs.iterChanges((from, to, fromB, toB) => {
    if (fromB === toB) return;
    while ((removed[at]?.to ?? Infinity) < to) at++;
    const around = removed[at];
    if (around === undefined || from < around.from) return;
    const isInside = from < to ? to <= around.to : from > around.from && to < around.to;
    if (isInside) within.push({ from: fromB, to: toB });
  });
  return within;
}
