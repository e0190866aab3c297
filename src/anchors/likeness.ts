/** Similarity of two texts by their pairs of adjacent characters (Sørensen–Dice coefficient). */
import { foldBlanks } from "./blanks.ts";

/** Longer texts are compared by their beginning: the cost stays bounded. */
const MAX_LENGTH = 2_000;

const plain = (text: string): string => foldBlanks(text.slice(0, MAX_LENGTH)).toLowerCase();

/** From 0 (nothing in common) to 1 (equal but for case and blanks). */
export function likenessOf(some: string, other: string): number {
  const [a, b] = [plain(some), plain(other)];
  if (a === b) return 1;
  if (a.length < 2 || b.length < 2) return 0;
  const counts = new Map<number, number>();
  for (let i = 0; i < a.length - 1; i++) {
    const pair = pairAt(a, i);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let common = 0;
  for (let i = 0; i < b.length - 1; i++) {
    const pair = pairAt(b, i);
    const count = counts.get(pair) ?? 0;
    if (count === 0) continue;
    common++;
    counts.set(pair, count - 1);
  }
  return (2 * common) / (a.length + b.length - 2);
}

const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);
