/** Which pages on the way down to a page its reader may see. */
import { VIEW, holds, type Rights } from "../kernel/rights.ts";

/** Those of a page's ancestors, root first, that the caller may see; `grant` is their own there. `rootRights` are those on the drive. */
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
