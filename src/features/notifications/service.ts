/** A user's notifications: list, mark as read, delete. Users only see their own. */
import type { Caller } from "../../kernel/caller.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import type { Write } from "../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { authorizeAccount } from "../../permissions/authorize-account.ts";
import { commit } from "../../commit/commit.ts";
import type { ListNotifications, NotificationList } from "./contract.ts";
import * as store from "./store.ts";

export async function listNotifications(
  deps: AuthDeps,
  caller: Caller,
  { countOnly, limit, offset }: ListNotifications,
): Promise<NotificationList> {
  const { results } = await authenticate(deps, caller, [
    store.countNotifications(caller),
    ...(countOnly ? [] : [store.listNotifications(caller, limit, offset)]),
  ]);
  const [counts, notifications = []] = results;
  return { notifications, totalCount: counts?.total ?? 0, unreadCount: counts?.unread ?? 0 };
}

export const markRead = (deps: Deps, caller: Caller, id: string): Promise<void> =>
  updateOwn(deps, caller, id, (userId) => store.markRead(userId, id, deps.now));

export const deleteNotification = (deps: Deps, caller: Caller, id: string): Promise<void> =>
  updateOwn(deps, caller, id, (userId) => store.deleteNotification(userId, id));

export async function markAllRead(deps: Deps, caller: Caller): Promise<void> {
  const [allowed] = await authorizeAccount(deps, caller, "readNotifications", []);
  await commit(deps, allowed, { queries: [store.markAllRead(allowed.actor.userId, deps.now)] });
}

async function updateOwn(
  deps: Deps,
  caller: Caller,
  id: string,
  change: (userId: string) => Write<number>,
): Promise<void> {
  const [allowed, isOwn] = await authorizeAccount(deps, caller, "readNotifications", [
    store.ownsNotification(caller, id),
  ]);
  if (!isOwn) throw notFound("This notification");
  await commit(deps, allowed, { queries: [change(allowed.actor.userId)] });
}
