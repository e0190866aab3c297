/** Filters a page's ancestors to those its reader may see. */
import { VIEW, holds, type Rights } from "../kernel/rights.ts";

/**
 * The ancestors of a page, root first, that the caller may see. `grant` is the caller's own there; `rootRights` are theirs
 * on the drive.
 */
export function visibleAncestors<C extends { readonly grant: Rights | null }>(
  page: { readonly isDriveAdmin: boolean },
  ancestors: readonly C[],
  rootRights: Rights,
): C[] {
  let rights = rootRights;
  return ancestors.filter(({ grant }) => {
    if (!page.isDriveAdmin) rights = grant ?? rights;
    return holds(rights, VIEW);
  });
}
