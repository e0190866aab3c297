/** The kinds of notification that a user has turned off. */
import * as z from "zod";
import { OPTIONAL_KINDS } from "../../../kernel/notification-type.ts";

export const ChosenNotifications = z.object({
  /** Kinds that the user is not notified of. `SECURITY` cannot be turned off. */
  off: z.array(z.enum(OPTIONAL_KINDS)).max(OPTIONAL_KINDS.length),
});
export const NotificationSettings = ChosenNotifications.meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof NotificationSettings>;
