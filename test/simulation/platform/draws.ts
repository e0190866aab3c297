/** Random decisions as functions of the seed and of what they decide, so that removing one leaves the others as they were. */
import { seeded } from "../../support/seeded.ts";

/** Mixes whole numbers into one of 32 bits. */
export function mix(...parts: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    hash = Math.imul(hash ^ (part >>> 0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 13;
  }
  return hash >>> 0;
}

export const fractionOf = (hash: number): number => hash / 2 ** 32;

export function textHash(text: string): number {
  let hash = 7;
  for (const byte of Buffer.from(text)) hash = mix(hash, byte);
  return hash;
}

/** Random bytes for whatever runs as part of one operation. */
export function bytesFrom(seed: number): (into: Uint8Array) => void {
  const next = seeded(seed);
  return (into) => {
    for (let at = 0; at < into.length; at += 1) into[at] = next() >>> 13;
  };
}
