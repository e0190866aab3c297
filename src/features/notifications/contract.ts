/** API schemas for notifications. */
import * as z from "zod";
import { ALL_NOTIFICATION_TYPES } from "../../kernel/notification-type.ts";
import { Flag, Limit, Time } from "../../kernel/contract.ts";

export const NotificationType = z.enum(ALL_NOTIFICATION_TYPES);
export type NotificationType = z.infer<typeof NotificationType>;

export const Notification = z
  .object({
    id: z.string(),
    type: NotificationType,
    title: z.string(),
    message: z.string(),
    read: z.boolean(),
    createdAt: Time,
    actorId: z.string().nullable(),
    pageId: z.string().nullable(),
    driveId: z.string().nullable(),
    /** The comment thread on that page, if it is about one. */
    threadId: z.string().nullable(),
    /** An access request that has not been answered yet. */
    awaitsAnswer: z.boolean(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof Notification>;

export const ListNotifications = z.object({
  countOnly: Flag.default(false),
  limit: Limit,
  offset: z.coerce.number().int().min(0).default(0),
});
export type ListNotifications = z.infer<typeof ListNotifications>;

export const NotificationList = z.object({
  notifications: z.array(Notification),
  totalCount: z.int(),
  unreadCount: z.int(),
});
export type NotificationList = z.infer<typeof NotificationList>;
