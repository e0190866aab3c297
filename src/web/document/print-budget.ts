/** How much of a text is printed with its looks. The Worker has 128 MB and bounded time for all of its requests. */

/** The editor does not measure more lines either when it takes over. */
export const MAX_PRINTED_LINES = 20_000;
/** Punctuation, of which everything that looks like more than text is written; a typical megabyte has fewer. */
const MAX_PRINTED_MARKS = 100_000;

const MARK = /[\n!-/:-@[-`{-~]/g;

/** The start of the first line that is printed as plain text, or null where all of the text has its looks. */
export function plainFrom(text: string): number | null {
  let [lines, marks] = [0, 0];
  if (text.length <= MAX_PRINTED_LINES) return null;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (mark === "\n") lines++;
    else marks++;
    // A line with all of the marks is plain from its start on: what is open before it would be drawn without its end.
    if (lines >= MAX_PRINTED_LINES) return index + 1;
    if (marks > MAX_PRINTED_MARKS) return text.lastIndexOf("\n", index) + 1;
  }
  return null;
}
