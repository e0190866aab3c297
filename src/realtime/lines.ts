/** Converts an agent's line operations into splices of the text that they refer to. */
import { diffText } from "./diff.ts";
import type { Splice } from "./splices.ts";
import { countLines, startOfLine } from "./text.ts";

/**
 * Lines count from 1, ends are inclusive, `endLine` defaults to `startLine`. `insert` puts lines before `startLine`,
 * which may be one past the last. Content may have many lines; empty content is one empty line.
 */
export type LineOperation =
  | {
      readonly operation: "replace";
      readonly startLine: number;
      readonly endLine?: number | undefined;
      readonly content: string;
    }
  | { readonly operation: "insert"; readonly startLine: number; readonly content: string }
  | { readonly operation: "delete"; readonly startLine: number; readonly endLine?: number | undefined };

export type LineError = { readonly code: "line_out_of_range"; readonly totalLines: number };

/** The smallest splices that apply `change` to `text`, or the reason why it cannot be applied. */
export function spliceLines(text: string, change: LineOperation): Splice[] | LineError {
  const total = countLines(text);
  const first = change.startLine;
  const last = change.operation === "insert" ? first : (change.endLine ?? first);
  const max = change.operation === "insert" ? total + 1 : total;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 1 || last < first || last > max)
    return { code: "line_out_of_range", totalLines: total };
  if (change.operation === "insert") return [insertLines(text, first, total, change.content)];
  if (change.operation === "delete") return [deleteLines(text, first, last, total)];
  return replaceLines(text, first, last, total, change.content);
}

function insertLines(text: string, line: number, total: number, content: string): Splice {
  if (line > total) return { at: text.length, remove: 0, insert: `\n${content}` };
  return { at: startOfLine(text, line), remove: 0, insert: `${content}\n` };
}

function deleteLines(text: string, first: number, last: number, total: number): Splice {
  const start = startOfLine(text, first);
  if (last < total) return { at: start, remove: startOfLine(text, last + 1) - start, insert: "" };
  // The last line has no line feed of its own: the one before it is removed.
  const at = Math.max(0, start - 1);
  return { at, remove: text.length - at, insert: "" };
}

function replaceLines(text: string, first: number, last: number, total: number, content: string): Splice[] {
  const start = startOfLine(text, first);
  const [end, feed] = last < total ? [startOfLine(text, last + 1), "\n"] : [text.length, ""];
  return diffText(text.slice(start, end), content + feed).map((splice) => ({ ...splice, at: splice.at + start }));
}
