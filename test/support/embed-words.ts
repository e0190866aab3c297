/** Vectors of texts for tests: what a text is about are its words, and some words mean the same. */

export const EMBEDDING_DIMENSIONS = 256;

const SAME = [
  ["car", "cars", "automobile", "automobiles", "vehicle"],
  ["repair", "fix", "mend"],
  ["doctor", "physician"],
  ["holiday", "vacation"],
  // Models understand misspelled words.
  ["mail", "corespondence"],
];
const MEANINGS = new Map(SAME.flatMap((words) => words.map((word) => [word, words[0] ?? word])));

/** FNV-1a. */
function dimensionOf(word: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(word)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % EMBEDDING_DIMENSIONS;
}

export function embedWords(text: string): number[] {
  const vector = Array.from({ length: EMBEDDING_DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const dimension = dimensionOf(MEANINGS.get(word) ?? word);
    vector[dimension] = (vector[dimension] ?? 0) + 1;
  }
  return vector;
}
