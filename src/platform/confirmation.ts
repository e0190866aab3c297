/** What the button of a confirm page proves: that this browser was shown the page for this link not long ago. */
import { MINUTE, type Instant } from "../kernel/clock.ts";
import type { Keys } from "./keys.ts";

/** Longest that the button works, and shortest half of that. */
const SLOT = 10 * MINUTE;

const slotOf = (now: Instant, ago: 0 | 1): string => String(Math.floor(now / SLOT) - ago);

/** `binding` is the cookie of the browser that is shown the page: nobody can have the page confirm for somebody else. */
export const makeConfirmation = (keys: Keys, token: string, binding: string, now: Instant): string =>
  keys.sign("confirm", token, binding, slotOf(now, 0));

export const confirmationHolds = (
  keys: Keys,
  confirmation: string,
  token: string,
  binding: string | null,
  now: Instant,
): boolean =>
  binding !== null &&
  ([0, 1] as const).some((ago) => keys.verify("confirm", confirmation, token, binding, slotOf(now, ago)));
