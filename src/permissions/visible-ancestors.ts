/** Filters a page's ancestors to those its reader may see. */
import { VIEW, includesRights, type Rights } from "../kernel/rights.ts";

/** `ancestors` are root first, `grant` is the caller's own on each, `rootRights` are the caller's on the drive. */
export function visibleAncestors<C extends { readonly grant: Rights | null }>(
  page: { readonly isDriveAdmin: boolean },
  ancestors: readonly C[],
  rootRights: Rights,
): C[] {
  let rights = rootRights;
  return ancestors.filter(({ grant }) => {
    if (!page.isDriveAdmin) rights = grant ?? rights;
    return includesRights(rights, VIEW);
  });
}
