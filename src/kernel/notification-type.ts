/** What notifications are about. */

/** Those that the check on the column `type` knows. */
export const NOTIFICATION_TYPES = [
  "PAGE_SHARED",
  "PERMISSION_UPDATED",
  "PERMISSION_REVOKED",
  "MENTION",
  "CONNECTION_REQUEST",
  "CONNECTION_ACCEPTED",
  "DRIVE_MEMBER_ADDED",
  "FILE_PROCESSED",
  "FILE_FAILED",
  "SECURITY",
] as const;

/** Those that came after it. */
export const LATER_NOTIFICATION_TYPES = ["ACCESS_REQUEST", "ACCESS_DECLINED"] as const;

export type NotificationKind = (typeof NOTIFICATION_TYPES | typeof LATER_NOTIFICATION_TYPES)[number];

/** Users cannot turn off what concerns the security of their account. */
export const isOptional = (type: NotificationKind): type is OptionalKind => type !== "SECURITY";
export type OptionalKind = Exclude<NotificationKind, "SECURITY">;

/** The kinds that users can turn off. */
export const OPTIONAL_KINDS: readonly OptionalKind[] = [...NOTIFICATION_TYPES, ...LATER_NOTIFICATION_TYPES].filter(
  isOptional,
);

/** What a place that is muted is silent of. What changes the reader's rights, or asks them for something, is told all the same. */
export const canBeMuted = (type: NotificationKind): boolean =>
  type === "MENTION" || type === "FILE_PROCESSED" || type === "FILE_FAILED";
