/** Tokens that are replaced each time they are used, of devices and of apps (RFC 9700 §4.14.2). */
import { SECOND, type Instant } from "../../kernel/clock.ts";

/** A replaced token still gets its successor, the same again: a reply was lost or two processes asked at once. */
export const ROTATION_GRACE = 30 * SECOND;

export const isReused = ({ replacedAt }: { readonly replacedAt: Instant | null }, now: Instant): boolean =>
  replacedAt !== null && replacedAt <= now - ROTATION_GRACE;
