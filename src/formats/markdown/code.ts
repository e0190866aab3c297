/** Where fenced code and HTML blocks begin and end (CommonMark §4.5, §4.6). */
import type { LineCursor } from "./line.ts";

export type Fence = { readonly kind: "fence"; readonly mark: string; readonly length: number };

/** Ends with a line that matches `end`, or with a blank line if `end` is null. */
export type HtmlBlock = { readonly kind: "html"; readonly end: RegExp | null };

export function fenceAt(rest: string): Fence | null {
  const found = /^(?:(`{3,})[^`]*|(~{3,}).*)$/s.exec(rest);
  const run = found?.[1] ?? found?.[2];
  return run === undefined ? null : { kind: "fence", mark: run.charAt(0), length: run.length };
}

export function closesFence({ mark, length }: Fence, line: LineCursor): boolean {
  if (line.indent > 3) return false;
  const rest = line.rest.trimEnd();
  return rest.length >= length && rest === mark.repeat(rest.length);
}

const RAW: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|textarea|style)(?:\s|>|$)/i, /<\/(?:script|pre|textarea|style)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
];

const BLOCK_TAGS =
  "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul"
    .split(" ")
    .join("|");
const BLOCK = new RegExp(`^</?(?:${BLOCK_TAGS})(?:\\s|/?>|$)`, "i");

/** One tag (CommonMark §6.6), matched at a given position. */
export const TAG =
  /<(?:[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[a-z][a-z0-9-]*\s*)>/iy;

/** Any tag alone on its line starts HTML, but does not interrupt a paragraph. */
export function htmlAt(rest: string, interrupts: boolean): HtmlBlock | null {
  if (!rest.startsWith("<")) return null;
  const raw = RAW.find(([start]) => start.test(rest));
  if (raw) return { kind: "html", end: raw[1] };
  if (BLOCK.test(rest)) return { kind: "html", end: null };
  if (interrupts) return null;
  TAG.lastIndex = 0;
  return TAG.test(rest) && rest.slice(TAG.lastIndex).trim() === "" ? { kind: "html", end: null } : null;
}

export const closesHtml = ({ end }: HtmlBlock, line: LineCursor): boolean =>
  end === null ? line.isBlank : end.test(line.text.slice(line.at, line.end));
