/** What a credential may know of at all: a token that was made for certain drives sees nothing outside them. */
import type { Actor } from "../kernel/caller.ts";
import { notFound } from "../kernel/errors.ts";

export const inScope = (actor: Pick<Actor, "scope">, driveId: string): boolean =>
  actor.scope === null || actor.scope.includes(driveId);

/** Somebody by themselves: what they have not read, and that they type, is no business of their tools. */
export const isPerson = ({ kind }: Pick<Actor, "kind">): boolean => kind === "session";

export const drivesInScope = (actor: Actor, driveIds: readonly string[]): string[] =>
  driveIds.filter((id) => inScope(actor, id));

/** Those that lie in a drive of the scope. */
export const keepInScope = <T extends { readonly driveId: string }>(actor: Actor, found: readonly T[]): T[] =>
  found.filter(({ driveId }) => inScope(actor, driveId));

/**
 * What was found, if the actor may know of it. Throws `not_found` with `name` where there is none. A drive that is gone
 * (null) is in no scope.
 */
export function requireInScope<T extends { readonly driveId: string | null }>(
  actor: Pick<Actor, "scope">,
  found: T | null,
  name: string,
): T {
  if (!found || !inScope(actor, found.driveId ?? "")) throw notFound(name);
  return found;
}
