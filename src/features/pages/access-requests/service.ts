/**
 * Requests for access to a page that the caller cannot see. The response is the same whether or not the page exists, so
 * it does not reveal which pages exist. A user who may share the page answers by sharing it or by declining.
 */
import type { Caller } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { authorizeAccount } from "../../../permissions/authorize-account.ts";
import { authorizePage } from "../../../permissions/authorize-page.ts";
import { commit } from "../../../commit/commit.ts";
import { insertNotification, titleOfPage } from "../../notifications/statements.ts";
import { inLanguageOf } from "../../notifications/text-statements.ts";
import { loadPage } from "../service.ts";
import type { AccessRequest } from "./contract.ts";
import * as store from "./store.ts";
import { driveOfPage } from "../../../permissions/ancestors.ts";
import type { AuthDeps } from "../../../permissions/authenticate.ts";

export async function askForAccess(deps: Deps, caller: Caller, pageId: string, said: string): Promise<void> {
  const [allowed] = await authorizeAccount(deps, caller, "askForAccess", []);
  const { actor } = allowed;
  const message = said.replace(/\s+/g, " ").trim();
  const request = { pageId, userId: actor.userId, message, now: deps.now };
  await commit(deps, allowed, {
    queries: [
      store.insertAccessRequest(request),
      insertNotification(
        {
          id: deps.newId(),
          userId: store.ownerOfPage(pageId),
          type: "ACCESS_REQUEST",
          title: inLanguageOf("accessAskedTitle"),
          message: inLanguageOf(message === "" ? "accessAsked" : "accessAskedSaying", {
            who: store.nameWithAddress(actor.userId),
            page: titleOfPage(pageId),
            message,
          }),
          actorId: actor.userId,
          pageId,
          driveId: driveOfPage(pageId),
        },
        deps.now,
        store.isNew(request),
      ),
    ],
    // Audited whether or not the page exists, because users can see the audit entries about themselves.
    notes: [{ kind: "perm.request", by: actor, resource: { type: "page", id: pageId } }],
    announces: [{ kind: "sharing", pageId }],
  });
}

export async function listRequests(deps: AuthDeps, caller: Caller, pageId: string): Promise<AccessRequest[]> {
  const [, requests] = await authorizePage(deps, caller, "declineAccess", loadPage(caller, pageId), [
    store.listRequests(pageId),
  ]);
  return requests;
}

/** The requester is notified, but learns neither who declined nor the page's title. */
export async function declineRequest(deps: Deps, caller: Caller, pageId: string, userId: string): Promise<void> {
  const [allowed, isOpen] = await authorizePage(deps, caller, "declineAccess", loadPage(caller, pageId), [
    store.hasRequest(pageId, userId),
  ]);
  if (!isOpen) throw notFound("This request");
  await commit(deps, allowed, {
    queries: [
      store.declineRequest(pageId, userId, deps.now),
      insertNotification(
        {
          id: deps.newId(),
          userId,
          type: "ACCESS_DECLINED",
          title: inLanguageOf("accessDeclinedTitle"),
          message: inLanguageOf("accessDeclined"),
          actorId: null,
          pageId,
        },
        deps.now,
      ),
    ],
    notes: [{ kind: "perm.decline", by: allowed.actor, subject: userId, resource: { type: "page", id: pageId } }],
  });
}
