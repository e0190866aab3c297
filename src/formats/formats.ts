/** How each syntax of text is normalized, which of its lines are invalid, and its files. Pure. */
import { syntaxOf, type PageType, type TextSyntax } from "../kernel/page-type.ts";
import { withoutControls } from "../kernel/text.ts";
import { outlineOf } from "./markdown/blocks.ts";
import { csvFault } from "./sheet/csv.ts";

type Format = {
  readonly mediaType: string;
  /** The extension of an exported page; null if it depends on the title. */
  readonly extension: string | null;
  /** Normalizes without changing what a reader sees. Idempotent. */
  readonly format: (text: string) => string;
  /** Returns why a line of normalized text, by its index, is invalid, or null. */
  readonly faultsOf: (lines: readonly string[]) => (index: number) => string | null;
};

const MARKDOWN: Format = {
  mediaType: "text/markdown",
  extension: ".md",
  format: (text) => tidy(text, true),
  faultsOf: () => () => null,
};
const PLAIN: Format = {
  mediaType: "text/plain",
  extension: null,
  format: (text) => tidy(text, false),
  faultsOf: () => () => null,
};

const FORMATS: Readonly<Record<TextSyntax, Format>> = {
  markdown: MARKDOWN,
  tasks: { ...MARKDOWN, faultsOf: taskFaults },
  csv: {
    ...PLAIN,
    mediaType: "text/csv",
    extension: ".csv",
    faultsOf: (lines) => (index) => csvFault(lines[index] ?? ""),
  },
  html: { ...PLAIN, mediaType: "text/html", extension: ".html" },
  plain: PLAIN,
};

export const formatOf = (type: PageType): Format => FORMATS[syntaxOf(type)];

/**
 * LF, NFC, no control characters except tab, no trailing spaces. Other Unicode line breaks, which word processors write
 * and our line counts ignore, become spaces.
 */
function tidy(text: string, isMarkdown: boolean): string {
  return (
    withoutControls(text)
      .replace(/[\u2028\u2029]/g, " ")
      // After removing control characters: one may be between a letter and its accent.
      .normalize("NFC")
      .split("\n")
      .map((line) => trimEnd(line, isMarkdown))
      .join("\n")
  );
}

/** In Markdown, two trailing spaces are a line break (CommonMark §6.7). */
function trimEnd(line: string, isMarkdown: boolean): string {
  let end = line.length;
  // A regular expression would take quadratic time for spaces inside a line.
  while (line[end - 1] === " " || line[end - 1] === "\t") end--;
  const bare = line.slice(0, end);
  return isMarkdown && bare !== "" && line.endsWith("  ") ? `${bare}  ` : bare;
}

/**
 * A line that begins like a task must be one (GFM §5.3): `- [ ] title` or `- [x] title`. Other lines are Markdown, and
 * code is ignored.
 */
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
