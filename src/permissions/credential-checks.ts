/** Whether a credential was made for an action, whatever that is done to. */
import type { Actor } from "../kernel/caller.ts";
import { forbidden, type AppError } from "../kernel/errors.ts";
import type { Requirement } from "./requirements.ts";

/** Refuses a token that was made for reading only. */
export function requireWriter(actor: Actor): void {
  if (actor.readOnly) throw forbidden("This token may only read.");
}

/** Refuses a token that was not made for changing who has access: what it grants would outlive it. */
export function requireSharing(actor: Actor): void {
  requireWriter(actor);
  if (!actor.canShare)
    throw forbidden("This token may not change who has access. Do it signed in, or make a token that may share.");
}

/** Throws `forbidden` for a credential that was not made for it. */
export function requireCredential(actor: Actor, rule: Requirement): void {
  if (rule.shares) requireSharing(actor);
  else if (!rule.reads) requireWriter(actor);
}

export const refused = ({ refusal }: Pick<Requirement, "refusal">): AppError =>
  forbidden(refusal ?? "You may not do this.");
