/** Sharing of pages. A user can neither grant nor revoke a right they do not have. */
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { toIso } from "../../../kernel/clock.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import {
  VIEW,
  includesRights,
  packRights,
  unpackRights,
  type Rights,
  type RightsFlags,
} from "../../../kernel/rights.ts";
import type { Deps } from "../../../deps.ts";
import { type Write, guard } from "../../../db/sql.ts";
import { visibleAncestors } from "../../../permissions/visible-ancestors.ts";
import { authenticate, type AuthDeps, type Authenticated } from "../../../permissions/authenticate.ts";
import { allowPage, authorizePage, requireVisible } from "../../../permissions/authorize-page.ts";
import { commit } from "../../../commit/commit.ts";
import { nameOfActor, insertNotification, titleOfPage } from "../../notifications/statements.ts";
import { inLanguageOf } from "../../notifications/text-statements.ts";
import { listAncestors, loadPage, rootRights, type LoadedPage } from "../service.ts";
import type { SentInvitation } from "../../invitations/contract.ts";
import { prepareInvitation } from "../../invitations/service.ts";
import * as invitations from "../../invitations/statements.ts";
import { deleteRequest, deleteRequestIf } from "../access-requests/statements.ts";
import { COUNTED_BELOW, type Grant, type GrantList, type RevocationEffect, type SetGrant } from "./contract.ts";
import * as store from "./store.ts";
import { allowGrant, allowInvitation, allowRevocation } from "../../../permissions/authorize-sharing.ts";
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
      store.listGrants(caller, pageId, deps.now),
      listAncestors(caller, pageId),
      rootRights(caller, driveOfPage(pageId)),
    ],
  );
  if (!owner) throw notFound("This page");
  const seen = new Set(visibleAncestors(page, crumbs, root?.rights ?? 0).map(({ id }) => id));
  // The response must not name a page the caller cannot see, so such a grant is attributed to the drive.
  const sourceOf = ({ inheritedFrom }: Grant): string | null =>
    inheritedFrom === null || seen.has(inheritedFrom) ? inheritedFrom : page.driveId;
  return {
    owner,
    permissions: permissions
      .filter(({ userId }) => userId !== owner.id)
      .map((grant) => ({ ...grant, inheritedFrom: sourceOf(grant) })),
  };
}

/** The caller's rights on a page; none if the page does not exist or is not visible to them. */
export async function checkRights(deps: AuthDeps, caller: Caller, pageId: string): Promise<RightsFlags> {
  const { actor, results } = await authenticate(deps, caller, [loadPage(caller, pageId)]);
  try {
    return unpackRights(requireVisible(actor, results[0]).rights);
  } catch {
    return NOTHING;
  }
}

type GrantChanged = { readonly grant: Grant | SentInvitation; readonly isNew: boolean };

export const setGrant = (deps: Deps, caller: Caller, pageId: string, input: SetGrant): Promise<GrantChanged> =>
  // The subject's rights may have changed since they were read.
  retryOnce(() => setGrantOnce(deps, caller, pageId, input));

async function setGrantOnce(deps: Deps, caller: Caller, pageId: string, input: SetGrant): Promise<GrantChanged> {
  if (input.userId === undefined) return shareWithAddress(deps, caller, pageId, { ...input, email: input.email ?? "" });
  const { by, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    store.findSubject(caller, pageId, { userId: input.userId }),
  ]);
  const [loaded, subject] = results;
  allowPage(by, "share", loaded);
  if (!subject) throw notFound("This user");
  return grantTo(deps, by, loaded, subject, packRights(input), "userId");
}

async function grantTo(
  deps: Deps,
  by: Authenticated,
  loaded: LoadedPage | null,
  subject: store.Subject,
  rights: Rights,
  namedBy: "userId" | "email",
): Promise<GrantChanged> {
  const { userId } = subject;
  const allowed = allowGrant(by, loaded, subject, rights, namedBy);
  const { actor, target: page } = allowed;
  const given = { userId, rights, now: deps.now };
  await commit(deps, allowed, {
    queries: [
      guard(store.ownGrantIs(page.id, userId, subject.own)),
      ...copyRestrictions(allowed, given),
      store.upsertGrant(allowed, given),
      deleteRequest(page.id, userId),
      ...notifyPerson(deps, actor, page, userId, subject.own ?? subject.inherited, rights, subject.own === null),
    ],
    notes: [
      {
        kind: "perm.grant",
        by: actor,
        subject: userId,
        resource: { type: "page", id: page.id },
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

/** Stands in for the user id of an address without an account. */
const NO_ACCOUNT = "";

/**
 * An address is invited whether or not it has an account: the response and the work are the same, so that sharing does
 * not reveal which addresses have accounts. An existing account gets the rights immediately, but is listed by its
 * address alone until its owner has opened the page. If the caller may see that a user has the address, the page is
 * shared with them directly.
 */
async function shareWithAddress(
  deps: Deps,
  caller: Caller,
  pageId: string,
  input: SetGrant & { readonly email: string },
): Promise<GrantChanged> {
  const { email } = input;
  const target = { type: "page", id: pageId } as const;
  const { by, results } = await authenticate(deps, caller, [
    loadPage(caller, pageId),
    store.findSubject(caller, pageId, { email }),
    invitations.findInvitationOf(target, email),
    invitations.countPending(caller, target, email, deps.now),
    invitations.findInviterName(caller),
  ]);
  const [loaded, subject, found, pending, name] = results;
  const { actor } = allowPage(by, "share", loaded);
  const rights = packRights(input);
  if (subject?.isKnown) return grantTo(deps, by, loaded, subject, rights, "email");
  if (!includesRights(rights, VIEW)) throw invalid("canView", "is required to invite an email address");
  const before = found?.acceptedAt === null ? found.rights : 0;
  const allowed = allowInvitation(by, loaded, rights, before);
  const offer = { email, role: "member", rights } as const;
  const prepared = await prepareInvitation(deps, actor, target, offer, { found, pending });
  const userId = subject?.userId ?? NO_ACCOUNT;
  const given = { userId, email, rights, now: deps.now };
  const willReceiveGrant = invitations.willReceiveGrant(pageId, userId, email);
  const wasGranted = invitations.wasGranted(pageId, actor.userId, given);
  const about = { actorId: actor.userId, pageId, driveId: allowed.target.driveId };
  await commit(deps, allowed, {
    queries: [
      guard(invitations.invitationIs(target, email, found)),
      ...copyRestrictions(allowed, given, willReceiveGrant),
      invitations.grantInvited(allowed, given, willReceiveGrant),
      invitations.upsertInvitation(allowed, "page", prepared.invitation),
      invitations.noteGranted(prepared.invitation.id, userId, null, wasGranted),
      deleteRequestIf(pageId, userId, wasGranted),
      insertNotification(
        { id: deps.newId(), userId, type: "PAGE_SHARED", ...sharedTexts(actor, pageId), ...about },
        deps.now,
        wasGranted,
      ),
    ],
    notes: [{ ...prepared.note, ...(subject && { subject: userId }) }],
    jobs: [prepared.job],
  });
  return { isNew: before === 0, grant: prepared.answer(name) };
}

const sharedTexts = (actor: Actor, pageId: string) => ({
  title: inLanguageOf("sharedTitle"),
  message: inLanguageOf("shared", { who: nameOfActor(actor), page: titleOfPage(pageId) }),
});

/** Removes the page's own grant; inherited rights remain. Succeeds if there was none. */
export const revokeGrant = (deps: Deps, caller: Caller, pageId: string, userId: string): Promise<void> =>
  retryOnce(() => revokeGrantOnce(deps, caller, pageId, userId)); // Retried for the same reason as `setGrant`.

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
      invitations.deleteAcceptedInvitation(pageId, userId),
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

/** Previews `revokeGrant`, for callers who may revoke. */
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
  const losesAccess = includesRights(subject.own ?? 0, VIEW) && !includesRights(subject.inherited, VIEW);
  const pagesBelow = losesAccess ? await deps.db.one(store.countInheritingPages(page, actor.userId, userId)) : 0;
  return { rights: unpackRights(subject.inherited), pagesBelow: Math.min(pagesBelow, COUNTED_BELOW) };
}

const NOTIFICATION_TEXTS = {
  PAGE_SHARED: { title: "sharedTitle", message: "shared" },
  PERMISSION_UPDATED: { title: "rightsChangedTitle", message: "rightsChanged" },
  PERMISSION_REVOKED: { title: "accessEndedTitle", message: "accessEnded" },
} as const;

/** Notifies the person, unless they could see the page neither before nor after the change. */
function notifyPerson(
  deps: Pick<Deps, "newId" | "now">,
  actor: Actor,
  page: LoadedPage,
  userId: string,
  before: number,
  after: number,
  isNew: boolean,
): Write<number>[] {
  if (!includesRights(before, VIEW) && !includesRights(after, VIEW)) return [];
  const type = !includesRights(after, VIEW) ? "PERMISSION_REVOKED" : isNew ? "PAGE_SHARED" : "PERMISSION_UPDATED";
  const texts = NOTIFICATION_TEXTS[type];
  const title = inLanguageOf(texts.title);
  const message = inLanguageOf(texts.message, { who: nameOfActor(actor), page: titleOfPage(page.id) });
  const about = { actorId: actor.userId, pageId: page.id, driveId: page.driveId };
  return [insertNotification({ id: deps.newId(), userId, type, title, message, ...about }, deps.now)];
}
