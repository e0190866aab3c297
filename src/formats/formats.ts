/** What a page type knows about its text: how it is tidied, and which lines do not fit it. Pure. */
import type { PageType } from "../kernel/page-type.ts";
import { withoutControls } from "../kernel/text.ts";
import { outlineOf } from "./markdown/blocks.ts";
import { csvFault } from "./sheet/csv.ts";

type Format = {
  readonly isMarkdown: boolean;
  /** Tidied without changing what a reader sees. Doing it twice does nothing more. */
  readonly format: (text: string) => string;
  /** Why a line of tidied text does not fit the type, by its index, or null. */
  readonly faultsOf: (lines: readonly string[]) => (index: number) => string | null;
};

const MARKDOWN: Format = { isMarkdown: true, format: (text) => tidy(text, true), faultsOf: () => () => null };
const PLAIN: Format = { isMarkdown: false, format: (text) => tidy(text, false), faultsOf: () => () => null };

const FORMATS: Readonly<Record<PageType, Format>> = {
  DOCUMENT: MARKDOWN,
  FOLDER: MARKDOWN,
  AI_CHAT: MARKDOWN,
  CHANNEL: MARKDOWN,
  /** HTML and CSS, shown in a sandboxed frame: whatever it holds is allowed to be there. */
  CANVAS: PLAIN,
  /** Text extracted from the file, written by processing alone. */
  FILE: PLAIN,
  /** CSV (RFC 4180), one row a line. A field that starts with `=` is a formula; `sheet/evaluate.ts` gives its value. */
  SHEET: { ...PLAIN, faultsOf: (lines) => (index) => csvFault(lines[index] ?? "") },
  /** Markdown whose task items (GFM §5.3) carry who, when and how urgent: `- [ ] Report @[Ann](user:ID) due:2026-12-01 !high`. */
  TASK_LIST: { ...MARKDOWN, faultsOf: taskFaults },
  CODE: PLAIN,
};

export const formatOf = (type: PageType): Format => FORMATS[type];

export const holdsMarkdown = (type: PageType): boolean => FORMATS[type].isMarkdown;

/**
 * LF, NFC, no control characters but tab, no trailing spaces. The other line breaks of Unicode, which no line count of ours
 * knows and word processors write, part words as a space does.
 */
function tidy(text: string, isMarkdown: boolean): string {
  return (
    withoutControls(text)
      .replace(/[\u2028\u2029]/g, " ")
      // After the line above: a control character may stand between a letter and its accent.
      .normalize("NFC")
      .split("\n")
      .map((line) => trimEnd(line, isMarkdown))
      .join("\n")
  );
}

/** In Markdown two trailing spaces are a line break (CommonMark §6.7). */
function trimEnd(line: string, isMarkdown: boolean): string {
  let end = line.length;
  // An expression for this takes quadratic time for spaces inside a line.
  while (line[end - 1] === " " || line[end - 1] === "\t") end--;
  const bare = line.slice(0, end);
  return isMarkdown && bare !== "" && line.endsWith("  ") ? `${bare}  ` : bare;
}

/** A line that begins as a task must be one (GFM §5.3): `- [ ] title` or `- [x] title`. Anything else is Markdown, and code is code. */
function taskFaults(lines: readonly string[]): (index: number) => string | null {
  let literals: ReadonlySet<number> | null = null;
  return (index) => {
    const line = lines[index] ?? "";
    const looksLikeTask = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[^\]\s]?\s?\](?!\()/.test(line);
    if (!looksLikeTask || /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[ xX]\]\s+\S/.test(line)) return null;
    literals ??= outlineOf(lines.join("\n")).literals;
    return literals.has(index) ? null : "a task is written `- [ ] title` or `- [x] title`.";
  };
}
