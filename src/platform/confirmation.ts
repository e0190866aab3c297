/** Signature behind the button of a confirmation page: proves that this browser was recently shown the page for this link. */
import { MINUTE, type Instant } from "../kernel/clock.ts";
import type { Keys } from "./keys.ts";

/** Length of a time slot: a signature is valid for between one and two slots. */
const SLOT = 10 * MINUTE;

const slotOf = (now: Instant, ago: 0 | 1): string => String(Math.floor(now / SLOT) - ago);

/** `binding` is the cookie of the browser that is shown the page, so that nobody can make the page confirm for another user. */
export const makeConfirmation = (keys: Keys, token: string, binding: string, now: Instant): string =>
  keys.sign("confirm", token, binding, slotOf(now, 0));

export const isValidConfirmation = (
  keys: Keys,
  confirmation: string,
  token: string,
  binding: string | null,
  now: Instant,
): boolean =>
  binding !== null &&
  ([0, 1] as const).some((ago) => keys.verify("confirm", confirmation, token, binding, slotOf(now, ago)));
