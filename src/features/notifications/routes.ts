/** HTTP routes for notifications. */
import { IdParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { ListNotifications, NotificationList } from "./contract.ts";
import * as notifications from "./service.ts";

const CHANGE = {
  tag: "Notifications",
  principals: ["session"],
  csrf: "token",
  limits: [],
  bodyCap: 0,
} as const;

export const notificationRoutes = routes()
  .add(
    {
      method: "get",
      path: "/api/notifications",
      operation: "listNotifications",
      tag: "Notifications",
      summary: "List the user's notifications, newest first, with the total and unread counts",
      principals: ["session"],
      query: ListNotifications,
      answer: { status: 200, schema: NotificationList },
    },
    ({ deps, caller, query }) => notifications.listNotifications(deps, caller, query),
  )
  .add(
    {
      ...CHANGE,
      method: "post",
      path: "/api/notifications/read-all",
      operation: "markAllNotificationsRead",
      summary: "Mark all notifications as read",
      errors: ["conflict"],
    },
    ({ deps, caller }) => notifications.markAllRead(deps, caller),
  )
  .add(
    {
      ...CHANGE,
      method: "post",
      path: "/api/notifications/:id/read",
      operation: "markNotificationRead",
      summary: "Mark one notification as read",
      params: IdParams,
      errors: ["conflict"],
    },
    ({ deps, caller, params }) => notifications.markRead(deps, caller, params.id),
  )
  .add(
    {
      ...CHANGE,
      method: "delete",
      path: "/api/notifications/:id",
      operation: "deleteNotification",
      summary: "Delete a notification",
      params: IdParams,
      errors: ["conflict"],
    },
    ({ deps, caller, params }) => notifications.deleteNotification(deps, caller, params.id),
  );
