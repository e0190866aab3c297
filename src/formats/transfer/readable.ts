/** The grammar takes time that grows with the square of the brackets in one paragraph: no more than these. */
const MAX_BRACKETS = 1_000;
const BLOCK_START = /^[ \t]*(?:$|[-*+>|#]|\d{1,9}[.)])/;

/** Whether the grammar reads the text in reasonable time: no paragraph of a person has so many brackets. */
export function isReadable(text: string): boolean {
  let brackets = 0;
  for (const line of text.split("\n")) {
    if (BLOCK_START.test(line)) brackets = 0;
    for (let at = line.indexOf("["); at !== -1; at = line.indexOf("[", at + 1)) brackets++;
    if (brackets > MAX_BRACKETS) return false;
  }
  return true;
}
