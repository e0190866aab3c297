/** Messages on a user's hub socket, and the announcements of commits and rooms behind them. See docs/realtime.md. */

/** A user who has a page open. */
export type PresentPerson = { readonly userId: string; readonly name: string };

/** Events from elsewhere in the workspace. */
export type WorkspaceEvent =
  /** `id` is null when notifications were read or deleted. */
  | { readonly type: "notification"; readonly id: string | null; readonly unread: number }
  /** If `pages` is empty, the drive's whole tree must be reloaded. */
  | { readonly type: "tree"; readonly driveId: string; readonly pages: readonly string[] }
  | { readonly type: "access"; readonly driveId: string }
  /** The page's access or its access requests changed. */
  | { readonly type: "sharing"; readonly pageId: string }
  | ChatMessageEvent
  /** These comment threads of the page were opened, changed, closed or deleted. */
  | { readonly type: "threads"; readonly driveId: string; readonly pageId: string; readonly ids: readonly string[] }
  | { readonly type: "file"; readonly fileId: string; readonly pageId: string; readonly status: FileStatus };

/** A message on a channel or chat changed. */
export type ChatMessageEvent = {
  readonly type: "message";
  readonly driveId: string;
  readonly pageId: string;
  readonly id: string;
  readonly change: MessageChange;
};

export type Presence = {
  readonly type: "presence";
  readonly pageId: string;
  readonly people: readonly PresentPerson[];
};

/** A user is typing a message on the page. */
export type TypingEvent = PresentPerson & { readonly type: "typing"; readonly pageId: string };

/** A page's text reached this revision. */
export type TextChange = { readonly type: "text"; readonly pageId: string; readonly revision: number };

/** Sent by the hub, as JSON. */
export type HubMessage =
  /** `unread` is null for tools: notifications are for their owner only. */
  | { readonly type: "hello"; readonly unread: number | null; readonly cursor: string }
  | (WorkspaceEvent & { readonly cursor: string })
  | Presence
  | TypingEvent
  | TextChange
  | { readonly type: "missed"; readonly missed: boolean; readonly cursor: string };

type MessageChange = "created" | "edited" | "deleted" | "reacted";

type FileStatus = "pending" | "processing" | "completed" | "failed";

/** What a commit announces to connected users, besides the effects of its authorization. D1 determines the recipients. */
export type Announcement =
  /** Pages were created, moved, renamed, trashed or restored. */
  | { readonly kind: "pages"; readonly ids: readonly string[] }
  /** Pages were deleted permanently. */
  | { readonly kind: "purged"; readonly ids: readonly string[] }
  /** So many pages were created under a page, or at the root of a drive, that clients must reload the tree. */
  | { readonly kind: "place"; readonly driveId: string; readonly parentId: string | null }
  | { readonly kind: "access"; readonly driveId: string; readonly userIds: readonly string[] }
  /** For every user with any access to the drive. */
  | { readonly kind: "drive-access"; readonly driveId: string }
  /** For users who may see the page. */
  | { readonly kind: "sharing"; readonly pageId: string }
  | { readonly kind: "message"; readonly pageId: string; readonly id: string; readonly change: MessageChange }
  | { readonly kind: "threads"; readonly pageId: string; readonly ids: readonly string[] }
  | { readonly kind: "file"; readonly fileId: string; readonly status: FileStatus }
  /** Ids of notifications that may have been created. */
  | { readonly kind: "notifications"; readonly ids: readonly string[] }
  /** The user read or deleted notifications. */
  | { readonly kind: "notifications-read"; readonly userId: string };
