/** A user's notifications: list, mark, delete. Everybody sees their own alone. */
import type { Caller } from "../../kernel/caller.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { guard, type Query } from "../../db/sql.ts";
import { callerIsLive } from "../access/access.ts";
import { authenticate } from "../access/identify.ts";
import type { ListNotifications, NotificationList } from "./contract.ts";
import * as store from "./store.ts";

export async function listNotifications(
  deps: Deps,
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
  changeOwn(deps, caller, id, (userId) => store.markRead(userId, id, deps.now));

export const deleteNotification = (deps: Deps, caller: Caller, id: string): Promise<void> =>
  changeOwn(deps, caller, id, (userId) => store.deleteNotification(userId, id));

export async function markAllRead(deps: Deps, caller: Caller): Promise<void> {
  const { actor } = await authenticate(deps, caller, []);
  await write(deps, caller, store.markAllRead(actor.userId, deps.now));
}

async function changeOwn(
  deps: Deps,
  caller: Caller,
  id: string,
  change: (userId: string) => Query<number>,
): Promise<void> {
  const { actor, results } = await authenticate(deps, caller, [store.ownsNotification(caller, id)]);
  if (!results[0]) throw notFound("This notification");
  await write(deps, caller, change(actor.userId));
}

const write = (deps: Deps, caller: Caller, query: Query<number>): Promise<unknown> =>
  deps.db.batch([guard(callerIsLive(caller, deps.now, deps.config.sessionIdleMs)), query]);
