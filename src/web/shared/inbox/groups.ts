/** Groups notifications for the inbox: those of the same type about the same page form a group, newest first. */
import type { Notification } from "../../../features/notifications/contract.ts";

export type NotificationGroup = {
  readonly newest: Notification;
  /** Newest first. */
  readonly earlier: readonly Notification[];
};

/** Never grouped: each needs an answer or is important on its own. */
const ALONE: readonly Notification["type"][] = [
  "ACCESS_REQUEST",
  "ACCESS_DECLINED",
  "CONNECTION_REQUEST",
  "SECURITY",
  "REMINDER",
];

const keyOf = ({ id, type, pageId }: Notification): string =>
  pageId === null || ALONE.includes(type) ? id : `${type} ${pageId}`;

/** Requires and keeps the order by time: a group is placed where its newest notification is. */
export function groupNotifications(notifications: readonly Notification[]): NotificationGroup[] {
  return [...Map.groupBy(notifications, keyOf).values()].flatMap(([newest, ...earlier]) =>
    newest ? [{ newest, earlier }] : [],
  );
}
