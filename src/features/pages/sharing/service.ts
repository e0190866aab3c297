/** Sharing a page. Nobody grants, or takes away, a right they do not hold. */
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { toIso } from "../../../kernel/clock.ts";
import { notFound } from "../../../kernel/errors.ts";
import { VIEW, holds, packRights, unpackRights, type RightsFlags } from "../../../kernel/rights.ts";
import type { Deps } from "../../../deps.ts";
import { type Write, guard } from "../../../db/sql.ts";
import { visibleAncestors } from "../../../permissions/visible-ancestors.ts";
import { authenticate, type AuthDeps } from "../../../permissions/authenticate.ts";
import { allowPage, authorizePage, requireVisible } from "../../../permissions/authorize-page.ts";
import { commit } from "../../../commit/commit.ts";
import { nameOfActor, insertNotification, titleOfPage } from "../../notifications/statements.ts";
import { inLanguageOf } from "../../notifications/text-statements.ts";
import { listAncestors, loadPage, rootRights, type LoadedPage } from "../service.ts";
import { deleteRequest } from "../access-requests/statements.ts";
import { COUNTED_BELOW, type Grant, type GrantList, type RevocationEffect, type SetGrant } from "./contract.ts";
import * as store from "./store.ts";
import { allowGrant, allowRevocation } from "../../../permissions/authorize-sharing.ts";
import { retryOnce } from "../../../platform/db.ts";
import { driveOfPage } from "../../../permissions/ancestors.ts";
import { copyRestrictions } from "../../../permissions/grant-restrictions.ts";

const NOTHING: RightsFlags = unpackRights(0);

export async function listGrants(deps: AuthDeps, caller: Caller, pageId: string): Promise<GrantList> {
  const [{ target: page }, owner, permissions, crumbs, root] = await authorizePage(
    deps,
    caller,
    "view",
    loadPage(caller, pageId),
    [
      store.findPageOwner(caller, pageId),
      store.listGrants(caller, pageId),
      listAncestors(caller, pageId),
      rootRights(caller, driveOfPage(pageId)),
    ],
  );
  if (!owner) throw notFound("This page");
  const seen = new Set(visibleAncestors(page, crumbs, root?.rights ?? 0).map(({ id }) => id));
  // A page the caller may not see is not named to them: then it comes from somewhere in the drive.
  const sourceOf = ({ inheritedFrom }: Grant): string | null =>
    inheritedFrom === null || seen.has(inheritedFrom) ? inheritedFrom : page.driveId;
  return {
    owner,
    permissions: permissions
      .filter(({ userId }) => userId !== owner.id)
      .map((grant) => ({ ...grant, inheritedFrom: sourceOf(grant) })),
  };
}

/** What the caller may do; nothing at all with a page that does not exist for them. */
export async function checkRights(deps: AuthDeps, caller: Caller, pageId: string): Promise<RightsFlags> {
  const { actor, results } = await authenticate(deps, caller, [loadPage(caller, pageId)]);
  try {
    return unpackRights(requireVisible(actor, results[0]).rights);
  } catch {
    return NOTHING;
  }
}

type GrantChanged = { readonly grant: Grant; readonly isNew: boolean };

export const setGrant = (deps: Deps, caller: Caller, pageId: string, input: SetGrant): Promise<GrantChanged> =>
  // What the other held may have changed since it was looked at.
  retryOnce(() => setGrantOnce(deps, caller, pageId, input));

async function setGrantOnce(deps: Deps, caller: Caller, pageId: string, input: SetGrant): Promise<GrantChanged> {
  const who = input.userId === undefined ? { email: input.email ?? "" } : { userId: input.userId };
  const { by, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    store.findSubject(caller, pageId, who),
  ]);
  const [loaded, subject] = results;
  const { actor, target: page } = allowPage(by, "share", loaded);
  if (!subject) throw notFound("This user");
  const { userId } = subject;
  const rights = packRights(input);
  const allowed = allowGrant(by, loaded, subject, rights, "userId" in who ? "userId" : "email");
  const given = { userId, rights, now: deps.now };
  await commit(deps, allowed, {
    queries: [
      guard(store.ownGrantIs(pageId, userId, subject.own)),
      ...copyRestrictions(allowed, given),
      store.upsertGrant(allowed, given),
      deleteRequest(pageId, userId),
      ...notifyPerson(deps, actor, page, userId, subject.own ?? subject.inherited, rights, subject.own === null),
    ],
    notes: [
      {
        kind: "perm.grant",
        by: actor,
        subject: userId,
        resource: { type: "page", id: pageId },
        detail: { rights, before: subject.own ?? -1 },
      },
    ],
  });
  return {
    isNew: subject.own === null,
    grant: {
      userId,
      ...unpackRights(rights),
      grantedBy: actor.userId,
      grantedAt: toIso(deps.now),
      inheritedFrom: null,
      user: subject.person,
    },
  };
}

/** Takes the page's own grant away; what is inherited stays. Succeeds when there was none. */
export const revokeGrant = (deps: Deps, caller: Caller, pageId: string, userId: string): Promise<void> =>
  retryOnce(() => revokeGrantOnce(deps, caller, pageId, userId)); // as above

async function revokeGrantOnce(deps: Deps, caller: Caller, pageId: string, userId: string): Promise<void> {
  const { by, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    store.findSubject(caller, pageId, { userId }),
  ]);
  const [loaded, subject] = results;
  const { actor, target: page } = allowPage(by, "share", loaded);
  if (!subject || subject.own === null) return;
  const allowed = allowRevocation(by, loaded, subject);
  await commit(deps, allowed, {
    queries: [
      guard(store.ownGrantIs(pageId, userId, subject.own)),
      ...copyRestrictions(allowed, { userId, rights: subject.inherited, now: deps.now }),
      store.deleteGrant(allowed, userId),
      ...notifyPerson(deps, actor, page, userId, subject.own, subject.inherited, false),
    ],
    notes: [
      {
        kind: "perm.revoke",
        by: actor,
        subject: userId,
        resource: { type: "page", id: pageId },
        detail: { rights: subject.own },
      },
    ],
  });
}

/** What `revokeGrant` would leave somebody with, for those who may do it. */
export async function effectOfRevoking(
  deps: AuthDeps,
  caller: Caller,
  pageId: string,
  userId: string,
): Promise<RevocationEffect> {
  const [{ actor, target: page }, subject] = await authorizePage(deps, caller, "share", loadPage(caller, pageId), [
    store.findSubject(caller, pageId, { userId }),
  ]);
  if (!subject) throw notFound("This user");
  const isLost = holds(subject.own ?? 0, VIEW) && !holds(subject.inherited, VIEW);
  const pagesBelow = isLost ? await deps.db.one(store.countInheritingPages(page, actor.userId, userId)) : 0;
  return { rights: unpackRights(subject.inherited), pagesBelow: Math.min(pagesBelow, COUNTED_BELOW) };
}

const NOTIFICATION_TEXTS = {
  PAGE_SHARED: { title: "sharedTitle", message: "shared" },
  PERMISSION_UPDATED: { title: "rightsChangedTitle", message: "rightsChanged" },
  PERMISSION_REVOKED: { title: "accessEndedTitle", message: "accessEnded" },
} as const;

/** Tells the person; what they could not see before and cannot see now is never named to them. */
function notifyPerson(
  deps: Pick<Deps, "newId" | "now">,
  actor: Actor,
  page: LoadedPage,
  userId: string,
  before: number,
  after: number,
  isNew: boolean,
): Write<number>[] {
  if (!holds(before, VIEW) && !holds(after, VIEW)) return [];
  const type = !holds(after, VIEW) ? "PERMISSION_REVOKED" : isNew ? "PAGE_SHARED" : "PERMISSION_UPDATED";
  const texts = NOTIFICATION_TEXTS[type];
  const title = inLanguageOf(texts.title);
  const message = inLanguageOf(texts.message, { who: nameOfActor(actor), page: titleOfPage(page.id) });
  const about = { actorId: actor.userId, pageId: page.id, driveId: page.driveId };
  return [insertNotification({ id: deps.newId(), userId, type, title, message, ...about }, deps.now)];
}
