/** What people are told over the socket of their hub, and what commits and rooms say for it. docs/realtime.md has the protocol. */

/** Somebody who has a page open. */
export type PresentPerson = { readonly userId: string; readonly name: string };

/** What happened elsewhere. */
export type HubNews =
  /** `id` is null when notifications were read or deleted. */
  | { readonly type: "notification"; readonly id: string | null; readonly unread: number }
  /** No pages: the drive's tree is to be read anew. */
  | { readonly type: "tree"; readonly driveId: string; readonly pages: readonly string[] }
  | { readonly type: "access"; readonly driveId: string }
  /** Who may do what with the page, or who asks to. */
  | { readonly type: "sharing"; readonly pageId: string }
  | MessageNews
  | { readonly type: "file"; readonly fileId: string; readonly pageId: string; readonly status: FileStatus };

/** What became of a message on a channel or chat. */
export type MessageNews = {
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

/** Somebody writes a message on the page at this moment. */
export type TypingNews = PresentPerson & { readonly type: "typing"; readonly pageId: string };

/** A page's text is at that revision now. */
export type TextChange = { readonly type: "text"; readonly pageId: string; readonly revision: number };

/** From the hub, as JSON. */
export type HubMessage =
  /** `unread` is null for tools: notifications are their owner's. */
  | { readonly type: "hello"; readonly unread: number | null; readonly cursor: string }
  | (HubNews & { readonly cursor: string })
  | Presence
  | TypingNews
  | TextChange
  | { readonly type: "missed"; readonly missed: boolean; readonly cursor: string };

type MessageChange = "created" | "edited" | "deleted" | "reacted";

type FileStatus = "pending" | "processing" | "completed" | "failed";

/** What a commit says for those who are connected, beside what follows from its authorization. Who is told is asked of D1. */
export type Announcement =
  /** Made, moved, renamed, trashed or restored. */
  | { readonly kind: "pages"; readonly ids: readonly string[] }
  /** Deleted for good. */
  | { readonly kind: "purged"; readonly ids: readonly string[] }
  /** So many were made under a page, or at the root of a drive, that the tree is read anew. */
  | { readonly kind: "place"; readonly driveId: string; readonly parentId: string | null }
  | { readonly kind: "access"; readonly driveId: string; readonly userIds: readonly string[] }
  /** For everybody who sees anything of the drive. */
  | { readonly kind: "drive-access"; readonly driveId: string }
  /** For those who may see the page. */
  | { readonly kind: "sharing"; readonly pageId: string }
  | { readonly kind: "message"; readonly pageId: string; readonly id: string; readonly change: MessageChange }
  | { readonly kind: "file"; readonly fileId: string; readonly status: FileStatus }
  /** Ids of notifications that may have been written. */
  | { readonly kind: "notifications"; readonly ids: readonly string[] }
  /** The user read or deleted some. */
  | { readonly kind: "notifications-read"; readonly userId: string };
