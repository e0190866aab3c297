/** Identifiers: UUIDv7 (RFC 9562 §5.7): time-ordered, 74 random bits, safe in URLs. */
import { v7 } from "uuid";
import type { Instant } from "./clock.ts";

export type RandomBytes = (length: number) => Uint8Array;

/** A new id for something that came to be at `now`. */
export const makeId = (now: Instant, random: RandomBytes): string => v7({ msecs: now, random: random(16) });

/** The least id of that instant: whatever is older is found by its key. */
export const minIdAt = (instant: Instant): string => makeId(instant, (length) => new Uint8Array(length));

/** True for anything that could be an id of ours; keeps absurd input away from the database. */
export const looksLikeId = (text: string): boolean => /^[0-9a-zA-Z_-]{1,64}$/.test(text);
