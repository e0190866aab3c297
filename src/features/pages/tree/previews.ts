/** Previews of the pages in a folder. */
import type { Caller } from "../../../kernel/caller.ts";
import { authorizePage } from "../../../permissions/authorize-page.ts";
import { loadPage } from "../store.ts";
import * as store from "./preview-store.ts";
import type { AuthDeps } from "../../../permissions/authenticate.ts";

export { MAX_CHILD_COUNT, type PagePreview } from "./preview-store.ts";

/** Previews of the first hundred children that the caller can see. */
export async function listPreviews(
  deps: AuthDeps,
  caller: Caller,
  pageId: string,
): Promise<readonly store.PagePreview[]> {
  const [, previews] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    store.listPreviews(caller, pageId),
  ]);
  return previews;
}
