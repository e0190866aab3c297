/** UUIDv7 identifiers (RFC 9562 §5.7): time-ordered, 74 random bits, URL-safe. */
import { v7 } from "uuid";
import type { Instant } from "./clock.ts";

export type RandomBytes = (length: number) => Uint8Array;

/** A new id for an object created at `now`. */
export const makeId = (now: Instant, random: RandomBytes): string => v7({ msecs: now, random: random(16) });

/** The smallest id of that instant, to select older rows by primary key. */
export const minIdAt = (instant: Instant): string => makeId(instant, (length) => new Uint8Array(length));

/** True if the text has the form of an id; keeps malformed input away from the database. */
export const looksLikeId = (text: string): boolean => /^[0-9a-zA-Z_-]{1,64}$/.test(text);
