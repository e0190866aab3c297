/** How text is tidied on its way into a page, and what each page type refuses. Pure; runs in browser and Worker. */
import { AppError } from "../../kernel/errors.ts";
import { CONTENT_LIMIT_BYTES, fitsIn } from "../../realtime/text.ts";
import type { PageType } from "../../kernel/page-type.ts";

export function requireContentSize(content: string): void {
  if (!fitsIn(content)) throw tooLarge();
}

export const tooLarge = (): AppError =>
  new AppError("payload_too_large", `A page holds at most ${CONTENT_LIMIT_BYTES} bytes of text.`);

/** Types whose lines are Markdown, where two trailing spaces are a line break (CommonMark §6.7). */
const MARKDOWN: ReadonlySet<PageType> = new Set(["DOCUMENT", "FOLDER", "TASK_LIST", "CHANNEL", "AI_CHAT"]);

/**
 * Text that a tool inserts, as the page will hold it: LF, NFC, no control characters but tab, no trailing spaces.
 * Throws `invalid_content` with the page's line number when a line does not fit the type.
 */
export function formatInserted(type: PageType, content: string, startLine: number): string {
  const lines = content
    .replace(/\r\n?/g, "\n")
    .normalize("NFC")
    // The two Unicode line separators go too: no line count of ours knows them.
    .replace(/(?![\t\n])[\p{Cc}\u2028\u2029]/gu, "")
    .split("\n")
    .map((line) => trimEnd(type, line));
  lines.forEach((line, i) => {
    const fault = faultOf(type, line);
    if (fault) throw new AppError("invalid_content", `Line ${startLine + i}: ${fault}`, { line: startLine + i });
  });
  return lines.join("\n");
}

function trimEnd(type: PageType, line: string): string {
  const bare = line.replace(/[ \t]+$/, "");
  return MARKDOWN.has(type) && bare !== "" && line.endsWith("  ") ? `${bare}  ` : bare;
}

function faultOf(type: PageType, line: string): string | null {
  if (type === "SHEET") return csvFault(line);
  if (type === "TASK_LIST") return taskFault(line);
  return null;
}

/** A row of RFC 4180 on one line: a quoted field ends at the comma, and quotes stand in quoted fields alone, doubled. */
export function csvFault(line: string): string | null {
  let at = 0;
  while (at <= line.length) {
    if (line[at] === '"') {
      const end = endOfQuoted(line, at + 1);
      if (end === -1) return "a quoted field is not closed.";
      if (end < line.length && line[end] !== ",") return "a quoted field goes on after its closing quote.";
      at = end + 1;
    } else {
      const comma = line.indexOf(",", at);
      const end = comma === -1 ? line.length : comma;
      if (line.slice(at, end).includes('"')) return "a quote stands in a field that is not quoted.";
      at = end + 1;
    }
  }
  return null;
}

/** Offset after the closing quote, or -1. */
function endOfQuoted(line: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = line.indexOf('"', at);
    if (at === -1) return -1;
    if (line[at + 1] !== '"') return at + 1;
  }
}

/** A line that begins as a task must be one (GFM §5.3): `- [ ] title` or `- [x] title`. Anything else is Markdown. */
export function taskFault(line: string): string | null {
  const looksLikeTask = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[^\]\s]?\s?\](?!\()/.test(line);
  if (!looksLikeTask) return null;
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[ xX]\]\s+\S/.test(line)
    ? null
    : "a task is written `- [ ] title` or `- [x] title`.";
}
