/** Authorizes actions on a page. A page the caller may not see is reported as not found. */
import type { Actor, Caller } from "../kernel/caller.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import type { LoadedPage } from "../kernel/page.ts";
import { VIEW, includesRights, type Rights } from "../kernel/rights.ts";
import type { Results } from "../platform/db.ts";
import { allOf, type Query, type SQL } from "../db/sql.ts";
import { pageActions, type PageAction } from "./actions.ts";
import { authenticate, type AuthDeps, type Authenticated } from "./authenticate.ts";
import { authorized, type Authorized, type ExplainedCondition } from "./authorized.ts";
import { refused, requireCredential } from "./credential-checks.ts";
import * as conditions from "./conditions.ts";
import { requireSignIn } from "./fresh-sign-in.ts";
import { nothingHiddenBelow } from "./bulk-guards.ts";
import { preparedPageGuard } from "./page-guard.ts";
import type { PageRequirement } from "./requirements.ts";
import { inScope } from "./scope.ts";
import { driveOfPage } from "./ancestors.ts";

type Queries = readonly Query<unknown>[];

/** Why a deletion was rejected. Names no page, because the page may be hidden from the caller. */
const HIDDEN_BELOW =
  "You do not have access to some of its subpages, so you cannot delete all of it. Ask the owner or an admin of the drive.";

export const everythingBelow = (by: Authenticated, pageIds: readonly string[]): ExplainedCondition => ({
  condition: nothingHiddenBelow(by.caller, pageIds),
  sentence: HIDDEN_BELOW,
});

/** Requirements of a particular request, in addition to those in the table of actions. */
export type ExtraRequirement = {
  readonly rights?: Rights;
  readonly refusal?: string;
  readonly explained?: ExplainedCondition;
  /** The checks were relaxed because the caller runs the drive, so the guard requires that they still do. */
  readonly asAdmin?: boolean;
};

/** Throws `not_found` if the actor may not see the page; needs only its drive and rights. */
export function requireView(
  actor: Actor,
  page: { readonly driveId: string; readonly rights: Rights } | null | undefined,
): void {
  if (!page || !inScope(actor, page.driveId) || !includesRights(page.rights, VIEW)) throw notFound("This page");
}

/** Whether the caller could edit the page, if live, when it was loaded. Not a valid permission check later on. */
export const mayEdit = ({ rights }: Pick<LoadedPage, "rights">): boolean =>
  includesRights(rights, pageActions.edit.needs);

/** Whether the caller could comment on the page, if live, when it was loaded. */
export const mayComment = ({ rights }: Pick<LoadedPage, "rights">): boolean =>
  includesRights(rights, pageActions.comment.needs);

/** Whether the actor may see the page. Pages of a trashed drive are hidden. */
export const isVisible = <P extends LoadedPage>(actor: Actor, page: P | null): page is P =>
  page !== null && inScope(actor, page.driveId) && includesRights(page.rights, VIEW) && !page.driveIsTrashed;

/** Returns the page if the actor may see it. */
export function requireVisible<P extends LoadedPage>(actor: Actor, page: P | null): P {
  if (!isVisible(actor, page)) throw notFound("This page");
  // A read-only token gets no more than the right to view, whoever created it.
  return actor.readOnly ? { ...page, rights: page.rights & VIEW, isDriveAdmin: false } : page;
}

/**
 * Authorizes an action on a loaded page. Throws `not_found` if the actor may not see it, `forbidden`, `conflict` if it is
 * in the trash, `not_trashed` if it should be and is not, and `step_up_required`.
 */
export function allowPage<A extends PageAction, P extends LoadedPage>(
  by: Authenticated,
  action: A,
  loaded: P | null,
  extra: ExtraRequirement = {},
): Authorized<`page.${A}`, P> {
  const rule: PageRequirement = pageActions[action];
  const page = requireVisible(by.actor, loaded);
  requireCredential(by.actor, rule);
  if (!includesRights(page.rights, rule.needs)) throw refused(rule);
  if (!includesRights(page.rights, extra.rights ?? 0)) throw refused(extra);
  if (rule.state === "live" && page.trashedAt !== null && !rule.repeats) throw inTrash(rule);
  if (rule.state === "trashed" && page.trashedAt === null)
    throw new AppError("not_trashed", "This page is not in the trash.");
  requireSignIn(by.actor, rule, by.now);
  const explained = rule.below ? everythingBelow(by, [page.id]) : extra.explained;
  const needs = rule.needs | (extra.rights ?? 0);
  const hasExtraConditions = (extra.asAdmin ?? false) || rule.shares || rule.reads || explained;
  return authorized(`page.${action}`, by.actor, page, {
    caller: by.caller,
    ...(!hasExtraConditions && { prepared: (context) => preparedPageGuard(context, page.id, needs, rule.state) }),
    condition: (context) =>
      allOf([
        conditions.mayActOnPage(context, page.id, needs, rule),
        ...(rule.shares ? [conditions.mayShareInDrive(context, driveOfPage(page.id))] : []),
        ...(extra.asAdmin ? [conditions.administersDrive(context, driveOfPage(page.id))] : []),
        ...extraConditions(context, rule, page, explained),
      ]),
    ...(explained && { explained }),
  });
}

const inTrash = ({ trashed, hidesTrashed }: PageRequirement): AppError =>
  hidesTrashed
    ? notFound("This page")
    : new AppError("conflict", trashed ?? "This page is in the trash. Restore it to change it.");

/** Owner and admins have every right below, so only the role is rechecked; for others the guard checks the subtree. */
function extraConditions(
  context: conditions.CheckContext,
  rule: PageRequirement,
  page: LoadedPage,
  explained: ExplainedCondition | undefined,
): SQL[] {
  if (rule.below && page.isDriveAdmin) return [conditions.administersDrive(context, driveOfPage(page.id))];
  return explained ? [explained.condition] : [];
}

/** Loads a page and `queries`, and authorizes the action, in one round trip. Throws like `allowPage`. */
export async function authorizePage<A extends PageAction, P extends LoadedPage, const Q extends Queries>(
  deps: AuthDeps,
  caller: Caller,
  action: A,
  load: Query<P | null>,
  queries: Q,
): Promise<[Authorized<`page.${A}`, P>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, [load, ...queries]);
  const [page, ...rest] = results;
  // The first result is the page, the rest are those of `queries`, in order.
  return [allowPage(by, action, page), ...(rest as unknown as Results<Q>)];
}
