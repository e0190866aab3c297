/** Who may do what with a page, as predicates over what was loaded. */
import { DELETE, EDIT, VIEW, holds } from "../../kernel/rights.ts";
import type { Rights } from "../../kernel/rights.ts";
import type { Actor } from "../../kernel/caller.ts";

type EffectiveRights = { readonly rights: Rights; readonly isDriveAdmin: boolean };

export const canView = (page: EffectiveRights): boolean => holds(page.rights, VIEW);
export const canEdit = (page: EffectiveRights): boolean => holds(page.rights, VIEW | EDIT);
export const canDelete = (page: EffectiveRights): boolean => holds(page.rights, VIEW | DELETE);

/**
 * Creating takes the drive's owner or an admin: of the drive, or of the deployment where that user can see the place.
 * The role alone opens nobody's pages.
 */
export const canCreateIn = (actor: Pick<Actor, "role">, place: EffectiveRights): boolean =>
  place.isDriveAdmin || (actor.role === "admin" && canView(place));

/** Those of a page's ancestors, root first, that the caller may see; `grant` is their own there. `rootRights` are those on the drive. */
export function visibleAncestors<C extends { readonly grant: Rights | null }>(
  page: Pick<EffectiveRights, "isDriveAdmin">,
  ancestors: readonly C[],
  rootRights: Rights,
): C[] {
  let rights = rootRights;
  return ancestors.filter(({ grant }) => {
    if (!page.isDriveAdmin) rights = grant ?? rights;
    return holds(rights, VIEW);
  });
}
