/** Loading what only administrators may see. */
import type { Caller } from "../../kernel/caller.ts";
import { forbidden } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import type { Results } from "../../platform/db.ts";
import type { Query } from "../../platform/sql.ts";
import { authenticate } from "../access/identify.ts";

/** The role is read in the round trip that loads the answer, so that taking it away counts at once. */
export async function loadForAdmin<const Q extends readonly Query<unknown>[]>(
  deps: Deps,
  caller: Caller,
  queries: Q,
): Promise<Results<Q>> {
  const { actor, results } = await authenticate(deps, caller, queries);
  if (actor.role !== "admin") throw forbidden("Only administrators may see this.");
  return results;
}
