/** Normalizes text inserted into a page, and validates it for the page type. */
import { AppError } from "../kernel/errors.ts";
import { syntaxOf, type PageType } from "../kernel/page-type.ts";
import { countLines, splitLines } from "../realtime/text.ts";
import { formatOf } from "./formats.ts";
import { countRows } from "./sheet/settings-line.ts";

/**
 * Normalizes text that a tool inserts: LF, NFC, no control characters except tab, no trailing spaces. Throws
 * `invalid_content` with the page's line number if a line is invalid for the type.
 */
export function formatInserted(type: PageType, content: string, startLine: number): string {
  const { format, faultsOf } = formatOf(type);
  const tidied = format(content);
  const lines = splitLines(tidied);
  const faultAt = faultsOf(lines);
  for (const index of lines.keys()) {
    const fault = faultAt(index);
    const line = startLine + index;
    if (fault !== null) throw new AppError("invalid_content", `Line ${line}: ${fault}`, { line });
  }
  return tidied;
}

/** Number of lines before appended text: the settings of a sheet stay last. */
export function linesToAppendTo(type: PageType, text: string): number {
  if (syntaxOf(type) !== "csv") return countLines(text);
  const lines = splitLines(text);
  return countRows(lines.length, (index) => lines[index] ?? "");
}
