/** Lists the users who can see a page, and so can be mentioned on it, for pickers and tools. */
import type { Caller } from "../../../kernel/caller.ts";
import type { AuthDeps } from "../../../permissions/authenticate.ts";
import { authorizePage } from "../../../permissions/authorize-page.ts";
import { hasWords, wordsIn } from "../../../kernel/person-names.ts";
import { loadPage } from "../service.ts";
import type { ListViewers, PageViewer } from "./contract.ts";
import * as store from "./store.ts";

/**
 * The caller first, then members of the drive, then guests. The discovery setting is ignored: everyone here shares this
 * page with the caller. Throws `not_found`.
 */
export async function listPageViewers(
  deps: AuthDeps,
  caller: Caller,
  pageId: string,
  { q, limit }: ListViewers,
): Promise<PageViewer[]> {
  const [, rows] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    // Names are matched in code: SQLite does not fold case or accents outside ASCII.
    store.listViewers(caller, pageId, q === "" ? limit : store.MAX_CANDIDATES, deps.now),
  ]);
  const words = wordsIn(q);
  if (q !== "" && words.length === 0) return [];
  return rows
    .filter(({ name, displayName, username }) => hasWords([displayName, name, username], words))
    .slice(0, limit)
    .map(({ id, name, displayName, image, relation }) => ({ id, name: displayName ?? name, image, relation }));
}
