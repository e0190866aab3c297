/** The scope of a credential: a token limited to certain drives sees nothing outside them. */
import type { Actor } from "../kernel/caller.ts";
import { notFound } from "../kernel/errors.ts";

export const inScope = (actor: Pick<Actor, "scope">, driveId: string): boolean =>
  actor.scope === null || actor.scope.includes(driveId);

/** True for a signed-in user, false for a tool. Tools have no access to unread state or typing indicators. */
export const isPerson = ({ kind }: Pick<Actor, "kind">): boolean => kind === "session";

export const drivesInScope = (actor: Actor, driveIds: readonly string[]): string[] =>
  driveIds.filter((id) => inScope(actor, id));

/** Keeps the items whose drive is in scope. */
export const keepInScope = <T extends { readonly driveId: string }>(actor: Actor, found: readonly T[]): T[] =>
  found.filter(({ driveId }) => inScope(actor, driveId));

/**
 * Returns `found` if the actor may know about it, and otherwise throws `not_found` with `name`. A deleted drive (null) is
 * outside every scope that is limited to drives.
 */
export function requireInScope<T extends { readonly driveId: string | null }>(
  actor: Pick<Actor, "scope">,
  found: T | null,
  name: string,
): T {
  if (!found || !inScope(actor, found.driveId ?? "")) throw notFound(name);
  return found;
}
