/** The snippet of a hit: one line of text as it reads on the page, with the matches highlighted. */
import { fold, foldedPlaces, isInWord } from "../../kernel/fold.ts";
import { renderedText } from "../../formats/markdown/rendered-text.ts";
import { holdsMarkdown, type PageType } from "../../kernel/page-type.ts";
import type { Needle } from "./query-rules.ts";

/** Code points fetched from a text, and how many of them precede the match. */
export const SNIPPET_WINDOW = 300;
export const SNIPPET_LEAD = 60;
const MAX_LENGTH = 240;

type Snippet = { snippet: string; highlights: [number, number][] };

type Found = {
  readonly text: string;
  /** `text` starts after the beginning of the page's text, and then perhaps inside a word, unless `startsWithWord`. */
  readonly isInside: boolean;
  readonly startsWithWord?: boolean;
  /** The page's text continues after it. */
  readonly goesOn: boolean;
  readonly type: PageType;
};

export function makeSnippet(found: Found, needles: readonly Needle[]): Snippet {
  const part = { ...found, text: found.text.normalize("NFC") };
  if (!holdsMarkdown(found.type)) return markedSnippet(part, needles);
  const rendered = markedSnippet({ ...part, text: renderedText(part.text, part) }, needles);
  if (rendered.highlights.length > 0 || needles.length === 0) return rendered;
  // The match may be in the address of a link, which the rendered text does not show.
  const whole = markedSnippet({ ...part, text: renderedText(part.text, { ...part, addresses: true }) }, needles);
  return whole.highlights.length > 0 ? whole : rendered;
}

function markedSnippet(
  { text, isInside, startsWithWord, goesOn }: Omit<Found, "type">,
  needles: readonly Needle[],
): Snippet {
  let shown = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trimEnd();
  if (isInside && !startsWithWord) shown = shown.replace(/^\S{0,20}\s/u, "");
  shown = shown.trimStart();
  const chars = Array.from(shown);
  const isLong = chars.length > MAX_LENGTH;
  if (isLong)
    shown = chars
      .slice(0, MAX_LENGTH)
      .join("")
      .replace(/\s\S{0,20}$/u, "");
  const before = isInside ? "…" : "";
  const snippet = before + shown + (isLong || goesOn ? "…" : "");
  return { snippet, highlights: findHighlights(snippet, needles) };
}

/** A folded position maps to a position in the text, or into a character that was folded to several. */
function findHighlights(snippet: string, needles: readonly Needle[]): [number, number][] {
  const folded = Array.from(fold(snippet));
  const places = foldedPlaces(snippet);
  const offsets = [0];
  for (const char of snippet) offsets.push((offsets.at(-1) ?? 0) + char.length);
  const marked: boolean[] = Array.from(snippet, () => false);
  for (const { text, begins } of needles) {
    const wanted = Array.from(text);
    for (let at = 0; at + wanted.length <= folded.length; at += 1) {
      if (begins && isInWord(folded[at - 1] ?? " ")) continue;
      if (!wanted.every((char, i) => folded[at + i] === char)) continue;
      const [from, last, end] = [at, at + wanted.length - 1, at + wanted.length].map(
        (place) => places?.[place] ?? place,
      );
      // A match inside a ligature highlights the whole ligature.
      marked.fill(true, from, Math.max(end ?? 0, (last ?? 0) + 1));
    }
  }
  const ranges: [number, number][] = [];
  marked.forEach((isMarked, i) => {
    const [from, to] = [offsets[i] ?? 0, offsets[i + 1] ?? 0];
    const last = ranges.at(-1);
    if (isMarked && last?.[1] === from) last[1] = to;
    else if (isMarked) ranges.push([from, to]);
  });
  return ranges;
}
