/** Tokens that are replaced each time they are used, of devices and of apps (RFC 9700 §4.14.2). */
import { SECOND, type Instant } from "../../kernel/clock.ts";
import type { RandomBytes } from "../../kernel/ids.ts";

/** A replaced token still gets its successor, the same again: a reply was lost or two processes asked at once. */
export const GRACE = 30 * SECOND;

export const isReused = ({ replacedAt }: { readonly replacedAt: Instant | null }, now: Instant): boolean =>
  replacedAt !== null && replacedAt <= now - GRACE;

/** What a token's successor is derived from, with the token itself and our key. */
export const newSalt = (random: RandomBytes): string => Buffer.from(random(16)).toString("base64url");
