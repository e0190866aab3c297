/** Types of notifications. */

/** Types allowed by the check constraint on the column `type`. */
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

/** Types added after that constraint, allowed by the one on `later_type`. */
export const LATER_NOTIFICATION_TYPES = ["ACCESS_REQUEST", "ACCESS_DECLINED"] as const;

const THREAD_NOTIFICATION_TYPES = ["COMMENT", "COMMENT_REPLY", "SUGGESTION"] as const;

/** Types stored in `kind`, which has no constraint. */
export const UNCHECKED_NOTIFICATION_TYPES = [...THREAD_NOTIFICATION_TYPES, "REMINDER"] as const;

export const ALL_NOTIFICATION_TYPES = [
  ...NOTIFICATION_TYPES,
  ...LATER_NOTIFICATION_TYPES,
  ...UNCHECKED_NOTIFICATION_TYPES,
] as const;

export type NotificationKind = (typeof ALL_NOTIFICATION_TYPES)[number];
export type ThreadNotificationType = (typeof THREAD_NOTIFICATION_TYPES)[number];
export type UncheckedNotificationType = (typeof UNCHECKED_NOTIFICATION_TYPES)[number];

const isUnchecked = (type: NotificationKind): type is UncheckedNotificationType =>
  UNCHECKED_NOTIFICATION_TYPES.some((each) => each === type);

/** Users cannot turn off notifications about the security of their account. */
export const isOptional = (type: NotificationKind): type is OptionalKind => type !== "SECURITY";
export type OptionalKind = Exclude<NotificationKind, "SECURITY">;

/** Types that users can turn off. */
export const OPTIONAL_KINDS: readonly OptionalKind[] = ALL_NOTIFICATION_TYPES.filter(isOptional);

/** Types that muting a page or drive suppresses. Changes of the reader's rights, and requests to them, are always delivered. */
export const canBeMuted = (type: NotificationKind): boolean =>
  type === "MENTION" || type === "FILE_PROCESSED" || type === "FILE_FAILED" || isUnchecked(type);
