/** Checks that a credential permits an action, regardless of its target. */
import type { Actor } from "../kernel/caller.ts";
import { forbidden, type AppError } from "../kernel/errors.ts";
import type { Requirement } from "./requirements.ts";

/** Rejects a read-only token. */
export function requireWriter(actor: Actor): void {
  if (actor.readOnly) throw forbidden("This token is read-only.");
}

/** Rejects a token that may not change access: the access it granted would outlive the token. */
export function requireSharing(actor: Actor): void {
  requireWriter(actor);
  if (!actor.canShare)
    throw forbidden("This token may not change who has access. Sign in to do this, or create a token that may share.");
}

/** Throws `forbidden` if the credential does not permit the action. */
export function requireCredential(actor: Actor, rule: Requirement): void {
  if (rule.shares) requireSharing(actor);
  else if (!rule.reads) requireWriter(actor);
}

export const refused = ({ refusal }: Pick<Requirement, "refusal">): AppError =>
  forbidden(refusal ?? "You do not have permission to do this.");
