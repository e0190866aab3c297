/** Tokens that are replaced at each use, for devices and apps (RFC 9700 §4.14.2). */
import { SECOND, type Instant } from "../../kernel/clock.ts";

/** For this long, a replaced token still gets the same successor: a response was lost, or two processes refreshed at once. */
export const ROTATION_GRACE = 30 * SECOND;

export const isReused = ({ replacedAt }: { readonly replacedAt: Instant | null }, now: Instant): boolean =>
  replacedAt !== null && replacedAt <= now - ROTATION_GRACE;
