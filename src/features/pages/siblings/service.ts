/** Makes room between siblings that are too close, after the change that placed them is committed. */
import type { Deps } from "../../../deps.ts";
import { commit } from "../../../commit/commit.ts";
import { guard } from "../../../db/sql.ts";
import type { AnyAuthorization } from "../../../permissions/authorized.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { arranged, type Between, isCrowded, isFull, spread } from "./rules.ts";
import * as store from "./store.ts";

export { neighbours } from "./store.ts";

type Neighbours = { readonly position: number; readonly before: number | null; readonly after: number | null };

/** Whether placed pages need more room. If the caller names neighbors, there must be room between those. */
export function needRoom(around: Neighbours | null, between: Between = {}): boolean {
  if (!around) return false;
  const isNamed = between.after !== undefined || between.before !== undefined;
  const lacks = isNamed ? isFull : isCrowded;
  const { position, before, after } = around;
  return (before !== null && lacks(before, position)) || (after !== null && lacks(position, after));
}

/**
 * Spreads the siblings around these pages. The pages are already committed and in order, so if another change comes
 * first, this is left to the next move. Returns the new positions.
 */
export async function makeRoom(
  deps: Deps,
  allowed: AnyAuthorization,
  level: store.Level,
  pageIds: readonly string[],
  between: Between = {},
): Promise<ReadonlyMap<string, number>> {
  const known = await deps.db.one(store.listSiblings(level));
  const { siblings, first } = arranged(known, pageIds, between);
  const moved = spread(siblings, first, first + pageIds.length - 1);
  if (moved.length === 0) return new Map();
  try {
    await commit(deps, allowed, {
      queries: [guard(store.siblingsAreUnmoved(level, moved)), store.reposition(moved)],
      announces: [{ kind: "place", ...level }],
    });
  } catch (error) {
    if (error instanceof GuardFailed) return new Map();
    throw error;
  }
  return new Map(moved.map(({ id, to }) => [id, to]));
}
