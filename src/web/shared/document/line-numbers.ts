/** Width reserved for line numbers, in print and editor alike. */

const LEAST = 2;

export const digitsOf = (lines: number): number => Math.max(LEAST, String(lines).length);
