/** Authorizes an action on many pages at once: on all of them or none. */
import type { Actor, Caller } from "../kernel/caller.ts";
import { AppError, forbidden, notFound } from "../kernel/errors.ts";
import type { PageWithRights } from "../kernel/page.ts";
import { VIEW, includesRights } from "../kernel/rights.ts";
import type { Results } from "../platform/db.ts";
import { allOf, type Query } from "../db/sql.ts";
import { pageActions } from "./actions.ts";
import type { BulkRequirement } from "./requirements.ts";
import { authenticate, type AuthDeps, type Authenticated } from "./authenticate.ts";
import { authorized, type Authorized } from "./authorized.ts";
import { everythingBelow, type ExtraRequirement } from "./authorize-page.ts";
import { requireCredential } from "./credential-checks.ts";
import { mayActOnAllPages } from "./bulk-guards.ts";
import { inScope } from "./scope.ts";

/** Actions that can be applied to many pages at once. */
type BulkAction = "edit" | "move" | "trash";

const isVisible = (actor: Actor, page: PageWithRights): boolean =>
  inScope(actor, page.driveId) && includesRights(page.rights, VIEW) && !page.driveIsTrashed;

/** The pages that the action is permitted on. The others are omitted as if they did not exist. */
export function permittedPages(
  by: Authenticated,
  action: BulkAction,
  found: readonly PageWithRights[],
): PageWithRights[] {
  const rule: BulkRequirement = pageActions[action];
  requireCredential(by.actor, rule);
  return found.filter(
    (page) => isVisible(by.actor, page) && includesRights(page.rights, rule.needs) && !page.isTrashed,
  );
}

/**
 * Authorizes the pages, in the order requested. Throws an error naming the first page that the caller may not see
 * (`not_found`), lacks the rights on (`forbidden`) or that is in the trash (`conflict`).
 */
export function allowPages<A extends BulkAction>(
  by: Authenticated,
  action: A,
  found: readonly PageWithRights[],
  pageIds: readonly string[],
  extra: Pick<ExtraRequirement, "explained"> = {},
): Authorized<`page.${A}`, readonly PageWithRights[]> {
  const rule: BulkRequirement = pageActions[action];
  const byId = new Map(found.map((page) => [page.id, page]));
  const pages = pageIds.map((id) => {
    const page = byId.get(id);
    if (!page || !isVisible(by.actor, page)) throw notFound(`Page ${id}`);
    return page;
  });
  requireCredential(by.actor, rule);
  for (const page of pages) {
    if (!includesRights(page.rights, rule.needs))
      throw forbidden(`You do not have permission to do this with page ${page.id}.`);
    if (page.isTrashed) throw new AppError("conflict", `Page ${page.id} is in the trash.`);
  }
  // Owners and admins of the drives have every right in them.
  const asAdmin = rule.below !== undefined && pages.every(({ isDriveAdmin }) => isDriveAdmin);
  const explained = rule.below ? everythingBelow(by, pageIds) : extra.explained;
  return authorized(`page.${action}`, by.actor, pages, {
    caller: by.caller,
    condition: (context) =>
      allOf([
        mayActOnAllPages(context, pageIds, rule.needs, asAdmin),
        ...(explained && !asAdmin ? [explained.condition] : []),
      ]),
    ...(explained && { explained }),
  });
}

/** Loads the pages and `queries`, and authorizes the action, in one round trip. Throws like `allowPages`. */
export async function authorizePages<A extends BulkAction, const Q extends readonly Query<unknown>[]>(
  deps: AuthDeps,
  caller: Caller,
  action: A,
  { load, pageIds }: { readonly load: Query<PageWithRights[]>; readonly pageIds: readonly string[] },
  queries: Q,
): Promise<[Authorized<`page.${A}`, readonly PageWithRights[]>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, [load, ...queries]);
  const [found, ...rest] = results;
  // The first result is the pages, the rest are those of `queries`, in order.
  return [allowPages(by, action, found, pageIds), ...(rest as unknown as Results<Q>)];
}
