/** Sensitive actions require recent authentication, not only a valid session (OWASP ASVS 7.5.1). */
import type { Actor } from "../kernel/caller.ts";
import { MINUTE, type Instant } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Requirement } from "./requirements.ts";

const stepUp = (why: string): AppError => new AppError("step_up_required", why);

/** How long a sign-in counts as fresh (ms). Sessions created from a device token alone never do: their `authTime` is 0. */
export const FRESH_FOR = 10 * MINUTE;

export const isFresh = ({ kind, authTime }: Pick<Actor, "kind" | "authTime">, now: Instant): boolean =>
  kind === "session" && authTime > now - FRESH_FOR;

/**
 * Throws `step_up_required` for a sign-in that does not meet the action's requirement. Any sign-in method will do. Actions
 * that require a fresh one are refused to devices, trusted or not.
 */
export function requireSignIn(actor: Actor, { signIn }: Pick<Requirement, "signIn">, now: Instant): void {
  if (signIn === "fresh" && !isFresh(actor, now))
    throw stepUp("Sign in again to do this: it requires a sign-in within the last ten minutes.");
  if (signIn === "trusted" && !actor.isTrusted)
    throw stepUp("Sign in again to do this: this device has changed since you signed in on it.");
}
