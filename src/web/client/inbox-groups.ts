/** Notifications as the inbox shows them: what is told of one page by the same kind of act is one group, the newest in front. */
import type { Notification } from "../../features/notifications/contract.ts";

export type NotificationGroup = {
  readonly newest: Notification;
  /** Newest first. */
  readonly earlier: readonly Notification[];
};

/** Each waits for an answer or stands for itself. */
const ALONE: readonly Notification["type"][] = ["ACCESS_REQUEST", "ACCESS_DECLINED", "CONNECTION_REQUEST", "SECURITY"];

const keyOf = ({ id, type, pageId }: Notification): string =>
  pageId === null || ALONE.includes(type) ? id : `${type} ${pageId}`;

/** Takes and keeps the order by time: a group stands where its newest does. */
export function groupNotifications(notifications: readonly Notification[]): NotificationGroup[] {
  return [...Map.groupBy(notifications, keyOf).values()].flatMap(([newest, ...earlier]) =>
    newest ? [{ newest, earlier }] : [],
  );
}
