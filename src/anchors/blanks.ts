/** Blanks and letters as anchors compare them: reflowed text equals the original, whatever its blanks are. */

/** Half-open, in UTF-16 units. */
export type Range = { readonly from: number; readonly to: number };

export const isBlank = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13) || unit === 160;

/** Blocks of punctuation and symbols outside ASCII; everything else there counts as a letter. */
const SYMBOLS: readonly (readonly [number, number])[] = [
  [0x80, 0xbf],
  [0x2000, 0x2bff],
  [0x3000, 0x303f],
  [0xff00, 0xff0f],
  [0xff1a, 0xff20],
];

/** True for letters, digits and halves of surrogate pairs. */
export const isLetter = (unit: number): boolean =>
  unit < 128
    ? (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)
    : !SYMBOLS.some(([first, last]) => unit >= first && unit <= last);

/** The text with every run of blanks as one space, and none at its ends. */
export const foldBlanks = (text: string): string => text.replace(/[\t-\r \u00a0]+/g, " ").trim();

/** The range without blanks at its ends. */
export function trimBlanks(text: string, range: Range): Range {
  let { from, to } = range;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return { from, to };
}

/** FNV-1a with 32 bits. */
export function hashOf(text: string, { from, to }: Range): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  return hash >>> 0;
}

/** True for three words and 20 units or more: such a quote hardly ever occurs twice by chance. */
export const isDistinctive = (quote: string): boolean =>
  foldBlanks(quote).length >= 20 && (quote.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 3;
