/** Plans how a suggestion is accepted: the edit that puts its words in place of those that its anchor is on. */
import { diffText } from "../realtime/diff.ts";
import { applySplices, type Splice } from "../realtime/splices.ts";
import type { Anchor } from "./anchor.ts";
import { foldBlanks, isBlank, type Range } from "./blanks.ts";
import { fitsPlace } from "./stay.ts";

/** `put` replaces the words of the anchor; empty, it deletes them. An anchor with an empty quote inserts `put`. */
export type Suggestion = { readonly anchor: Anchor; readonly put: string };

/**
 * `apply`: the words are those of the quote. `already`: the text has the suggested words. `differs`: somebody changed
 * the words meanwhile, so the person must choose. `merged` and its text `preview` have both changes; they are null if
 * both changed the same words, because words are never merged into each other. `replaced` drops the other change.
 * All splices refer to the present text.
 */
export type Plan =
  | { readonly kind: "apply"; readonly splices: Splice[] }
  | { readonly kind: "already" }
  | {
      readonly kind: "differs";
      readonly now: string;
      readonly merged: Splice[] | null;
      readonly preview: string | null;
      readonly replaced: Splice[];
    }
  | { readonly kind: "refused"; readonly reason: "words_gone" | "place_unsure" };

/** Context (units) that must be next to an insertion that somebody else made already. */
const SIDE = 8;

export function planOne(text: string, { anchor, put }: Suggestion): Plan {
  if (anchor.state === "detached") return { kind: "refused", reason: "words_gone" };
  if (anchor.quote === "") return planInsertion(text, anchor, put);
  const now = text.slice(anchor.from, anchor.to);
  if (foldBlanks(now) === foldBlanks(put)) return { kind: "already" };
  if (foldBlanks(now) === foldBlanks(anchor.quote)) return { kind: "apply", splices: replacing(text, anchor, put) };
  const merged = mergeInto(anchor.quote, now, put);
  if (merged === now) return { kind: "already" };
  return {
    kind: "differs",
    now,
    merged: merged === null ? null : replacing(text, anchor, merged),
    preview: merged,
    replaced: replacing(text, anchor, put),
  };
}

/** `taken` and `open` are in the order of the text. */
export type PlanOfAll<S extends Suggestion> = {
  readonly splices: Splice[];
  readonly taken: readonly S[];
  readonly open: readonly S[];
};

/**
 * One edit that accepts all suggestions that apply, from left to right. One that overlaps a taken one stays open, as do
 * those whose words differ; they can be accepted one by one afterwards.
 */
export function planAll<S extends Suggestion>(text: string, suggestions: Iterable<S>): PlanOfAll<S> {
  const ordered = [...suggestions].toSorted((a, b) => a.anchor.from - b.anchor.from || a.anchor.to - b.anchor.to);
  const splices: Splice[] = [];
  const [taken, open]: [S[], S[]] = [[], []];
  let end = -1;
  for (const suggestion of ordered) {
    const plan = planOne(text, suggestion);
    const span = plan.kind === "apply" ? spanOf(suggestion.anchor, plan.splices) : null;
    if (plan.kind !== "apply" || span === null || span.from < end || (span.from === end && span.from === span.to)) {
      open.push(suggestion);
      continue;
    }
    splices.push(...plan.splices);
    taken.push(suggestion);
    end = span.to;
  }
  return { splices, taken, open };
}

/** The text that an accepted suggestion claims: its words, and blanks that are deleted with them. */
const spanOf = ({ from, to }: Range, splices: readonly Splice[]): Range => ({
  from: Math.min(from, ...splices.map(({ at }) => at)),
  to: Math.max(to, ...splices.map(({ at, remove }) => at + remove)),
});

function planInsertion(text: string, anchor: Anchor, put: string): Plan {
  if (!fitsPlace(text, anchor.from, anchor)) return { kind: "refused", reason: "place_unsure" };
  // Only with some of its context: the next word may begin with the same letters.
  const isBefore = text.startsWith(put + anchor.after.slice(0, SIDE), anchor.from);
  const isBehind = text.slice(0, anchor.from).endsWith(anchor.before.slice(-SIDE) + put);
  if (put === "" || isBefore || isBehind) return { kind: "already" };
  return { kind: "apply", splices: [{ at: anchor.from, remove: 0, insert: put }] };
}

function replacing(text: string, { from, to }: Range, put: string): Splice[] {
  if (put === "") return [deletion(text, { from, to })];
  return diffText(text.slice(from, to), put).map((splice) => ({ ...splice, at: splice.at + from }));
}

/** Deletes words with one of the blanks around them, and whole lines with the line breaks before them. */
function deletion(text: string, { from, to }: Range): Splice {
  const isLine = (from === 0 || text[from - 1] === "\n") && (to === text.length || text[to] === "\n");
  const isAmongBlanks =
    from > 0 && isBlank(text.charCodeAt(from - 1)) && (to === text.length || isBlank(text.charCodeAt(to)));
  let start = from;
  if (isLine) while (start > 0 && text[start - 1] === "\n") start--;
  else if (isAmongBlanks) start--;
  // The first lines of a page have no break before them.
  let end = to;
  if (isLine && start === 0) while (text[end] === "\n") end++;
  return { at: start, remove: end - start, insert: "" };
}

/** The words with both changes; null if both changed the same words. */
function mergeInto(quote: string, now: string, put: string): string | null {
  const [theirs, mine] = [diffText(quote, now), diffText(quote, put)];
  const own = mine.filter((splice) => !theirs.some((other) => areEqual(splice, other)));
  if (own.some((splice) => theirs.some((other) => meet(quote, splice, other)))) return null;
  return applySplices(
    quote,
    [...theirs, ...own].toSorted((a, b) => a.at - b.at || a.remove - b.remove),
  );
}

const areEqual = (a: Splice, b: Splice): boolean => a.at === b.at && a.remove === b.remove && a.insert === b.insert;

/** True if two changes concern the same words, or insert at the same place. */
function meet(text: string, a: Splice, b: Splice): boolean {
  const [some, others] = [wholeWords(text, a), wholeWords(text, b)];
  if (some.from === some.to && others.from === others.to) return some.from === others.from;
  return some.from < others.to && others.from < some.to;
}

/** A change inside a word concerns the whole word. Scripts without spaces have words of one character. */
function wholeWords(text: string, { at, remove }: Splice): Range {
  let [from, to] = [at, at + remove];
  const isInWord = (offset: number) => /^[\w\p{Lu}\p{Ll}]{2}$/u.test(text.slice(offset - 1, offset + 1));
  const splitsStart = from > 0 && isInWord(from);
  const splitsEnd = to > 0 && isInWord(to);
  if (splitsStart) while (from > 0 && isInWord(from)) from--;
  if (splitsEnd) while (to < text.length && isInWord(to)) to++;
  return { from, to };
}
