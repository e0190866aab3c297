/** The context (units) that identifies words: the shorter they are, the more of it must be equal. */
export const neededFit = (length: number): number => (length >= 40 ? 4 : length >= 20 ? 12 : length >= 8 ? 28 : 36);
