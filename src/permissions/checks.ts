/** What is asked of every action, whatever it is done to. */
import { requireSharing, requireWriter, type Actor } from "../kernel/caller.ts";
import { forbidden, type AppError } from "../kernel/errors.ts";
import type { Requirement } from "./requirements.ts";

/** Throws `forbidden` for a credential that was not made for it. */
export function requireCredential(actor: Actor, rule: Requirement): void {
  if (rule.shares) requireSharing(actor);
  else if (!rule.reads) requireWriter(actor);
}

export const refused = ({ refusal }: Pick<Requirement, "refusal">): AppError =>
  forbidden(refusal ?? "You may not do this.");
