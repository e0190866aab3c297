/** Lists the pages shared with the caller in drives they are not a member of. */
import type { Caller } from "../../../kernel/caller.ts";
import { paginate } from "../../../kernel/cursor.ts";
import { authenticate, type AuthDeps } from "../../../permissions/authenticate.ts";
import type { SharedList } from "./contract.ts";
import * as store from "./store.ts";

export async function listShared(
  deps: AuthDeps,
  caller: Caller,
  query: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<SharedList> {
  const { results } = await authenticate(deps, caller, [store.listShared(caller, query.cursor ?? null, query.limit)]);
  const { page, nextCursor } = paginate(results[0], query.limit, ({ id }) => id);
  return { pages: page, nextCursor };
}
