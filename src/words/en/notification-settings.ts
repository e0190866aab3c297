/** English: which kinds of notification a user gets. */
export const title = "Notification settings";
export const hint = "Choose what to be notified about. This applies to all your devices.";
export const securityHint = "You are always notified about account security.";
export const saved = "Saved.";
export const PAGE_SHARED = "Someone shares a page with you";
export const PERMISSION_UPDATED = "Your access to a page changes";
export const PERMISSION_REVOKED = "You lose access to a page";
export const MENTION = "Someone mentions you or assigns you a task";
export const CONNECTION_REQUEST = "Someone sends you a connection request";
export const CONNECTION_ACCEPTED = "Someone accepts your connection request";
export const DRIVE_MEMBER_ADDED = "You are added to a drive";
export const FILE_PROCESSED = "A file that took a while to process is ready";
export const FILE_FAILED = "A file could not be read";
export const ACCESS_REQUEST = "Someone requests access to a page";
export const ACCESS_DECLINED = "Your request for access is declined";
