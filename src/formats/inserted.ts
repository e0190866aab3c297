/** How text is tidied on its way into a page, and what each page type refuses. */
import { AppError } from "../kernel/errors.ts";
import type { PageType } from "../kernel/page-type.ts";
import { countLines, splitLines } from "../realtime/text.ts";
import { formatOf } from "./formats.ts";
import { countRows } from "./sheet/settings-line.ts";

/**
 * Text that a tool inserts, as the page will hold it: LF, NFC, no control characters but tab, no trailing spaces.
 * Throws `invalid_content` with the page's line number when a line does not fit the type.
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

/** How many lines of a text stand before what is appended to it: the settings of a sheet stay last. */
export function linesToAppendTo(type: PageType, text: string): number {
  if (type !== "SHEET") return countLines(text);
  const lines = splitLines(text);
  return countRows(lines.length, (index) => lines[index] ?? "");
}
