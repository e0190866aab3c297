/**
 * Limits how much of a text is printed with formatting. All of a Worker's requests share 128 MB, and CPU time is
 * limited.
 */

/** The editor does not measure more lines than this either when it takes over. */
export const MAX_PRINTED_LINES = 20_000;
/** Maximum punctuation characters, on which all formatting is based; a typical megabyte of text has fewer. */
const MAX_PRINTED_MARKS = 100_000;

const MARK = /[\n!-/:-@[-`{-~]/g;

/** The start of the first line to print as plain text, or null if all of the text is formatted. */
export function plainFrom(text: string): number | null {
  let [lines, marks] = [0, 0];
  if (text.length <= MAX_PRINTED_LINES) return null;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (mark === "\n") lines++;
    else marks++;
    // The line that exceeds the limit is plain from its start, since elements opened in it might lack their end.
    if (lines >= MAX_PRINTED_LINES) return index + 1;
    if (marks > MAX_PRINTED_MARKS) return text.lastIndexOf("\n", index) + 1;
  }
  return null;
}
