/** Leave for a place in a tree, with what is loaded to decide on it. */
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import type { Results } from "../../platform/db.ts";
import { boundValue, type Query } from "../../db/sql.ts";
import type { PlaceAction } from "../../permissions/actions.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import type { Authorized } from "../../permissions/authorized.ts";
import { allowPlace, type Place } from "../../permissions/authorize-place.ts";
import { loadPage, rootRights } from "./store.ts";

/** Loads the place, and whatever else is asked for beside it, and decides, in one round trip. Throws as `allowPlace`. */
export async function authorizePlace<A extends PlaceAction, const Q extends readonly Query<unknown>[]>(
  deps: Deps,
  caller: Caller,
  action: A,
  where: { readonly driveId: string; readonly parentId: string | null },
  queries: Q,
): Promise<[Authorized<`place.${A}`, Place>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, [
    rootRights(caller, boundValue(where.driveId)),
    loadPage(caller, where.parentId ?? ""),
    ...queries,
  ]);
  const [root, parent, ...rest] = results;
  // The first two are the place, the rest are the results of `queries` in their order.
  return [allowPlace(by, action, where, { root, parent }), ...(rest as unknown as Results<Q>)];
}
