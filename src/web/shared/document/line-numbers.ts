/** Width reserved for line numbers, in print and editor alike. */

const MIN_DIGITS = 2;

export const digitsOf = (lines: number): number => Math.max(MIN_DIGITS, String(lines).length);
