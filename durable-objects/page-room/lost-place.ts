/** Anchors whose words are not where they should be. */
import type { Anchor } from "../../src/anchors/anchor.ts";

/** A detached anchor at an offset: its words are found when they are inserted with the text around them. */
export function detachedAt(anchor: Omit<Anchor, "from" | "to">, at: number): Anchor {
  const { id, quote, before, after, now } = anchor;
  const lost = anchor.lost ?? { before, after, words: now, rival: 0, piece: null };
  return { id, from: at, to: at, state: "detached", quote, before, after, now: null, lost };
}
