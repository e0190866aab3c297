/** Muted pages and drives, stored with the account so that they apply on every device. */
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import type { Write } from "../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowAccount, authorizeAccount } from "../../permissions/authorize-account.ts";
import { allowDrive } from "../../permissions/authorize-drive.ts";
import { requireVisible } from "../../permissions/authorize-page.ts";
import { commit } from "../../commit/commit.ts";
import { findDriveAccess } from "../drives/service.ts";
import { loadPage } from "../pages/service.ts";
import type { MutedPlaces } from "./contract.ts";
import * as store from "./store.ts";

export async function listMuted(deps: AuthDeps, caller: Caller): Promise<MutedPlaces> {
  const { results } = await authenticate(deps, caller, [store.listMutedPages(caller), store.listMutedDrives(caller)]);
  const [pages, drives] = results;
  return { pages, drives };
}

export async function mutePage(deps: Deps, caller: Caller, pageId: string): Promise<void> {
  const { by, results } = await authenticate(deps, caller, [loadPage(caller, pageId)]);
  requireVisible(by.actor, results[0]);
  await commit(deps, allowAccount(by, "muteNotifications"), {
    queries: [store.mutePage(by.actor.userId, pageId, deps.now)],
  });
}

export async function muteDrive(deps: Deps, caller: Caller, driveId: string): Promise<void> {
  const { by, results } = await authenticate(deps, caller, [findDriveAccess(caller, driveId)]);
  allowDrive(by, "view", results[0]);
  await commit(deps, allowAccount(by, "muteNotifications"), {
    queries: [store.muteDrive(by.actor.userId, driveId, deps.now)],
  });
}

/** Also succeeds for a page the user can no longer see, and for one that was not muted. */
export const unmutePage = (deps: Deps, caller: Caller, pageId: string): Promise<void> =>
  unmute(deps, caller, (userId) => store.unmutePage(userId, pageId));

export const unmuteDrive = (deps: Deps, caller: Caller, driveId: string): Promise<void> =>
  unmute(deps, caller, (userId) => store.unmuteDrive(userId, driveId));

async function unmute(deps: Deps, caller: Caller, change: (userId: string) => Write<number>): Promise<void> {
  const [allowed] = await authorizeAccount(deps, caller, "muteNotifications", []);
  await commit(deps, allowed, { queries: [change(allowed.actor.userId)] });
}
