/** Sensitive acts want a recent proof of the person, not only a session that still counts (OWASP ASVS 7.5.1). */
import type { Actor } from "../kernel/caller.ts";
import { MINUTE, type Instant } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";

const stepUp = (why: string): AppError => new AppError("step_up_required", why);

/** How long a sign-in counts as fresh, in ms. Sessions made by a device token alone never do: their time is 0. */
export const FRESH_FOR = 10 * MINUTE;

export const isFresh = ({ kind, authTime }: Pick<Actor, "kind" | "authTime">, now: Instant): boolean =>
  kind === "session" && authTime > now - FRESH_FOR;

/** Throws `step_up_required` unless the user signed in within the last ten minutes. Any way of signing in will do. */
export function requireFreshSignIn(actor: Actor, now: Instant): void {
  if (isFresh(actor, now)) return;
  throw stepUp("Sign in again to do this: it asks for a sign-in of the last ten minutes.");
}

/** Throws `step_up_required` for a session that a device token made. */
export function requirePersonalSignIn(actor: Actor, why = "Sign in again to do this."): void {
  if (actor.authTime === 0) throw stepUp(why);
}
