/** Finds the words that a caller without offsets wants to comment on. */
import { countBreaks, startOfLine } from "../realtime/text.ts";
import { CONTEXT, type Context } from "./anchor.ts";
import { foldBlanks, type Range } from "./blanks.ts";
import { fitOf } from "./context.ts";
import { PageText } from "./page-text.ts";

/** Text next to the quote, and the 1-based number of a line that has some of it. */
export type QuoteHints = {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly line?: number | undefined;
};

/** `lines` are the first 20 lines on which an occurrence begins. */
export type QuoteError =
  | { readonly code: "quote_empty" }
  | { readonly code: "quote_missing" }
  | { readonly code: "quote_ambiguous"; readonly lines: readonly number[] };

export type QuoteOutcome =
  | { readonly ok: true; readonly range: Range }
  | { readonly ok: false; readonly error: QuoteError };

const MAX_LINES = 20;

/**
 * The occurrence of a quote, whatever its blanks: the only one, the only one on the line, or the one whose context
 * fits best. A context that fits nowhere does not reject an occurrence that is clear without it.
 */
export function locateQuote(
  text: string,
  quote: string,
  { before = "", after = "", line }: QuoteHints = {},
): QuoteOutcome {
  if (foldBlanks(quote) === "") return { ok: false, error: { code: "quote_empty" } };
  const page = new PageText(text);
  const all = page.occurrences(quote, page.whole, "blanks", Infinity);
  const found = line === undefined ? all : onLine(text, all, line);
  if (found.length === 0) return { ok: false, error: { code: "quote_missing" } };
  const context: Context = { before: before.slice(-CONTEXT), after: after.slice(0, CONTEXT) };
  const fits = found.map((range) => fitNextTo(text, range, context));
  const most = fits.reduce((a, b) => Math.max(a, b), 0);
  const [best, ...others] = found.filter((_, i) => fits[i] === most);
  if (best !== undefined && others.length === 0) return { ok: true, range: best };
  return { ok: false, error: { code: "quote_ambiguous", lines: linesOf(text, found) } };
}

function fitNextTo(text: string, range: Range, context: Context): number {
  const { left, right } = fitOf(text, range, context);
  return left + right;
}

function onLine(text: string, found: readonly Range[], line: number): Range[] {
  const start = Number.isSafeInteger(line) && line > 0 ? startOfLine(text, line) : -1;
  if (start === -1) return [];
  const feed = text.indexOf("\n", start);
  const end = feed === -1 ? text.length : feed;
  return found.filter(({ from, to }) => from <= end && to >= start);
}

function linesOf(text: string, found: readonly Range[]): number[] {
  const lines = new Set<number>();
  let [line, at] = [1, 0];
  for (const { from } of found) {
    line += countBreaks(text, at, from);
    at = from;
    lines.add(line);
    if (lines.size === MAX_LINES) break;
  }
  return [...lines];
}
