/** How much room the numbers of lines take, in the print and in the editor alike. */

const LEAST = 2;

export const digitsOf = (lines: number): number => Math.max(LEAST, String(lines).length);
