/** Turns a draft into the suggestions to send: by whole words, so that each can be read and decided on its own. Pure. */
import { MAX_QUOTE, MAX_REPLACEMENT } from "../../../kernel/comment.ts";
import { diffText } from "../../../realtime/diff.ts";
import { splitsCharacter } from "../../../realtime/text.ts";
import { commonEnd, commonStart } from "./common-ends.ts";
import type { DraftChange } from "./draft.ts";

/** Replaces a range of the page's text; offsets are in UTF-16 code units. */
export type SuggestedChange = { readonly from: number; readonly to: number; readonly replacement: string };

type Open = { from: number; to: number; replacement: string };

/** In scripts without spaces a run of letters is a sentence rather than a word. */
const WORD_CHARACTER =
  /^[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]$/v;
/** A longer run of letters is data, not a word. */
const LONGEST_WORD = 64;
/** Between changed words that are read as one change. */
const NO_WORDS = /^[^\p{L}\p{N}\n]*$/u;
const ENDS_SENTENCE = /[.!?…؟]["'”’»)\]]*\s|[。！？]/u;
const AFTER_SENTENCE = /(?<=[.!?…؟]["'”’»)\]]*\s+)(?=\S)|(?<=[。！？])/u;
const MARKS = /^[*_~`=$[]+$/;
const STARTS_WITH_MARK = /^[*_~`=$\]]/;

/** Maximum number of suggestions that one draft may contain. */
export const MAX_CHANGES = 500;

export type Unsendable = "too_many" | "too_long";

/**
 * The suggestions in text order, without overlap: applied to `base` together they give the text of the draft. More than
 * `MAX_CHANGES` or a replacement that is too long cannot be sent.
 */
export function suggestedChanges(
  base: string,
  changes: readonly DraftChange[],
): { readonly changes: readonly SuggestedChange[]; readonly problem: Unsendable | null } {
  const words = widened(base, changes.flatMap(wordsOf));
  const grouped = solid(base, joined(base, words)).filter(
    ({ from, to, replacement }) => base.slice(from, to) !== replacement,
  );
  const sent = grouped.flatMap((change) => split(base, change));
  const isLong = sent.some(({ replacement }) => replacement.length > MAX_REPLACEMENT);
  return { changes: sent, problem: isLong ? "too_long" : sent.length > MAX_CHANGES ? "too_many" : null };
}

/** A passage that was pasted over keeps the words that both versions share. */
const wordsOf = ({ removed, inserted }: DraftChange): Open[] =>
  removed.text === "" || inserted.text === ""
    ? [{ from: removed.from, to: removed.to, replacement: inserted.text }]
    : compared(removed.text, inserted.text, removed.from).flatMap((piece) => bySentence(piece, removed));

function compared(before: string, after: string, from: number): Open[] {
  const start = commonStart(before, after);
  const end = commonEnd(before.slice(start), after.slice(start));
  const [removed, inserted] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  return diffText(removed, inserted).map(({ at, remove, insert }) => ({
    from: from + start + at,
    to: from + start + at + remove,
    replacement: insert,
  }));
}

/** Sentences are compared one by one if there are as many as before. */
function bySentence(piece: Open, { from, text }: DraftChange["removed"]): Open[] {
  const before = text.slice(piece.from - from, piece.to - from).split(AFTER_SENTENCE);
  const after = piece.replacement.split(AFTER_SENTENCE);
  if (before.length !== after.length || before.length === 1) return [piece];
  let at = piece.from;
  return before.flatMap((sentence, index) => {
    const pieces = compared(sentence, after[index] ?? "", at);
    at += sentence.length;
    return pieces;
  });
}

function widened(base: string, pieces: readonly Open[]): Open[] {
  const all: Open[] = [];
  for (const [index, piece] of pieces.entries()) {
    const last = all.at(-1);
    widenLeft(base, piece, last?.to ?? 0);
    if (last !== undefined && piece.from <= last.to) absorb(last, piece);
    else all.push(piece);
    widenRight(base, all.at(-1) ?? piece, pieces[index + 1]?.from ?? base.length);
  }
  return all;
}

/** Both are about adjacent text. */
function absorb(open: Open, next: Open): void {
  open.replacement += next.replacement;
  open.to = next.to;
}

function widenLeft(base: string, piece: Open, least: number): void {
  const after = base.slice(piece.to, piece.to + 2);
  const goesOn =
    isWord(firstOf(base.slice(piece.from, piece.to) + after)) || isWord(firstOf(piece.replacement + after));
  if (!goesOn) return;
  const stop = Math.max(least, piece.from - LONGEST_WORD);
  let { from } = piece;
  for (let before = lastBefore(base, from); from > stop && isWord(before); before = lastBefore(base, from))
    from -= before.length;
  piece.replacement = base.slice(from, piece.from) + piece.replacement;
  piece.from = from;
}

function widenRight(base: string, piece: Open, most: number): void {
  const before = base.slice(Math.max(0, piece.from - 2), piece.from);
  const goesOn =
    isWord(lastOf(before + base.slice(piece.from, piece.to))) || isWord(lastOf(before + piece.replacement));
  if (!goesOn) return;
  const stop = Math.min(most, piece.to + LONGEST_WORD);
  let { to } = piece;
  for (let after = firstOf(base.slice(to, to + 2)); to < stop && isWord(after); after = firstOf(base.slice(to, to + 2)))
    to += after.length;
  piece.replacement += base.slice(piece.to, to);
  piece.to = to;
}

const lastBefore = (text: string, at: number): string => lastOf(text.slice(Math.max(0, at - 2), at));

const isWord = (character: string): boolean => WORD_CHARACTER.test(character);

const firstOf = (text: string): string => String.fromCodePoint(...[text.codePointAt(0)].filter((c) => c !== undefined));

function lastOf(text: string): string {
  const end = text.slice(-2);
  return end.length === 2 && splitsCharacter(end, 1) ? end : end.slice(-1);
}

/** Neighbouring words of a sentence are one change, and so are the two marks around formatted text. */
function joined(base: string, pieces: readonly Open[]): Open[] {
  const all: Open[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    const gap = last === undefined ? "" : base.slice(last.to, piece.from);
    const fits = last !== undefined && piece.to - last.from <= MAX_QUOTE;
    if (fits && (isOneChange(base, last, gap) || isFormatting(base, last, piece, gap))) {
      last.replacement += gap + piece.replacement;
      last.to = piece.to;
    } else all.push({ ...piece });
  }
  return all;
}

function isOneChange(base: string, last: Open, gap: string): boolean {
  const ends = (text: string): boolean => ENDS_SENTENCE.test(text.slice(-3) + gap);
  return NO_WORDS.test(gap) && !ends(base.slice(last.from, last.to)) && !ends(last.replacement);
}

function isFormatting(base: string, last: Open, next: Open, gap: string): boolean {
  const changed = ({ from, to, replacement }: Open): string => base.slice(from, to) || replacement;
  return (
    last.from < next.from && !gap.includes("\n") && MARKS.test(changed(last)) && STARTS_WITH_MARK.test(changed(next))
  );
}

/**
 * A suggestion is found again by its words, without the blanks around them: one that removes blanks at its ends also names
 * the words next to them.
 */
function solid(base: string, pieces: readonly Open[]): Open[] {
  const all: Open[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last !== undefined && Math.min(piece.from, solidStart(base, piece)) < solidEnd(base, last)) {
      last.replacement += base.slice(last.to, piece.from) + piece.replacement;
      last.to = piece.to;
    } else {
      if (last !== undefined) extend(base, last, last.from, solidEnd(base, last));
      all.push(extend(base, piece, solidStart(base, piece), piece.to));
    }
  }
  const last = all.at(-1);
  if (last !== undefined) extend(base, last, last.from, solidEnd(base, last));
  return all;
}

function extend(base: string, piece: Open, from: number, to: number): Open {
  piece.replacement = base.slice(from, piece.from) + piece.replacement + base.slice(piece.to, to);
  piece.from = from;
  piece.to = to;
  return piece;
}

function solidStart(base: string, { from, to }: Open): number {
  if (from === to || !isBlank(base[from])) return from;
  let at = from;
  while (at > 0 && isBlank(base[at - 1])) at--;
  while (at > 0 && !isBlank(base[at - 1])) at--;
  return at;
}

function solidEnd(base: string, { from, to }: Open): number {
  if (from === to || !isBlank(base[to - 1])) return to;
  let at = to;
  while (at < base.length && isBlank(base[at])) at++;
  while (at < base.length && !isBlank(base[at])) at++;
  return at;
}

const isBlank = (unit: string | undefined): boolean => unit !== undefined && /\s/.test(unit);

/** The words of one suggestion are limited, so a longer passage is removed in several parts. */
function split(base: string, { from, to, replacement }: Open): SuggestedChange[] {
  const parts: SuggestedChange[] = [];
  for (let at = from, put = replacement; at < to || parts.length === 0; put = "") {
    const end = to - at <= MAX_QUOTE ? to : partEnd(base, at, at + MAX_QUOTE);
    parts.push({ from: at, to: end, replacement: put });
    at = end;
  }
  return parts;
}

/** After the last line, sentence or word that fits. */
function partEnd(base: string, from: number, most: number): number {
  const text = base.slice(from, most);
  for (const end of ["\n", ". ", " "]) {
    const at = text.lastIndexOf(end);
    if (at > 0) return from + at + end.length;
  }
  return splitsCharacter(base, most) ? most - 1 : most;
}
