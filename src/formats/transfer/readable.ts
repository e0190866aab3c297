/** The parser's time grows with the square of the brackets in one paragraph, so their number is limited. */
const MAX_BRACKETS = 1_000;
const BLOCK_START = /^[ \t]*(?:$|[-*+>|#]|\d{1,9}[.)])/;

/** True if the text can be parsed in reasonable time: no paragraph written by a person has more brackets. */
export function isReadable(text: string): boolean {
  let brackets = 0;
  for (const line of text.split("\n")) {
    if (BLOCK_START.test(line)) brackets = 0;
    for (let at = line.indexOf("["); at !== -1; at = line.indexOf("[", at + 1)) brackets++;
    if (brackets > MAX_BRACKETS) return false;
  }
  return true;
}
