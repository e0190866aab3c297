/** HTTP routes for notification settings. */
import { routes } from "../../../http/route-list.ts";
import { ChosenNotifications, NotificationSettings } from "./contract.ts";
import * as kinds from "./service.ts";

const SETTINGS = {
  path: "/api/notifications/settings",
  tag: "Notifications",
  principals: ["session"],
  answer: { status: 200, schema: NotificationSettings },
} as const;

export const notificationKindRoutes = routes()
  .add(
    {
      ...SETTINGS,
      method: "get",
      operation: "getNotificationSettings",
      summary: "List the kinds of notification that the user has turned off",
    },
    ({ deps, caller }) => kinds.getNotificationSettings(deps, caller),
  )
  .add(
    {
      ...SETTINGS,
      method: "put",
      operation: "setNotificationSettings",
      summary: "Set which kinds of notification are off; kinds not listed are on",
      csrf: "token",
      limits: [],
      bodyCap: 4_096,
      json: ChosenNotifications,
      errors: ["conflict"],
    },
    ({ deps, caller, json }) => kinds.setNotificationSettings(deps, caller, json),
  );
