/** Interface of a page's room. */
import type { Caller } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import type { PageType } from "../kernel/page-type.ts";
import type { ErrorCode, ErrorDetail, ExceededQuota } from "../kernel/errors.ts";
import type { Change } from "../realtime/change.ts";
import type { EditError, Edited } from "../realtime/room.ts";
import type { TextEdit } from "../realtime/text-edit.ts";
import type { CopyCursor, StorageCopy, StoragePiece } from "./storage-copy.ts";
import type { LoadedPage, PageAppearance, PageSummary, Projection } from "../kernel/page.ts";

export type EditCommand = {
  readonly pageId: string;
  /** Determines what the page's text may mention. */
  readonly type: PageType;
  /** Rechecked in the commit, together with the right to edit. */
  readonly caller: Caller;
  /** Session or token id. A change without a base refers to the revision last shown to it. */
  readonly reader: string;
  /** Attribution of the version; `tokenId` is null for a user in a browser. */
  readonly by: { readonly author: string; readonly tokenId: string | null; readonly at: Instant };
  readonly change:
    | Change
    | { readonly kind: "version"; readonly version: number }
    /** Apply to the text at the base revision, which the room has: the caller need not fetch it first. */
    | { readonly kind: "edits"; readonly edits: readonly TextEdit[] }
    /** Adds lines after or before all others, whatever those are by then. */
    | { readonly kind: "append" | "prepend"; readonly content: string };
  readonly title: string | null;
  readonly appearance?: PageAppearance;
  readonly baseRevision: number | null;
  readonly expectedRevision: number | null;
  /** A revision known to be in D1, which saves the room a query; null = none. */
  readonly stored: number | null;
  /** The page's text as just read from D1, if it was never edited: starts the room without a query. */
  readonly unedited?: Projection | null;
  /** What to read for the response in the commit's own transaction, which saves a round trip to D1. */
  readonly view: RequestedView;
  readonly now: Instant;
};

export type RequestedView = "none" | "page" | "page-and-children";

/** The page after the commit, as the caller sees it. */
export type EditView = { readonly page: LoadedPage; readonly children: PageSummary[] };

export type RoomError =
  | EditError
  | { readonly code: "refused" | "unavailable" | "version_unknown" }
  /** The edits do not fit the text at their base. */
  | {
      readonly code: "edits_invalid";
      readonly fault: { readonly code: ErrorCode; readonly message: string; readonly detail: ErrorDetail };
    }
  | { readonly code: "base_unknown"; readonly base: number; readonly currentRevision: number }
  /** In bytes. Older versions name no quota: then it is that of the drive's owner. */
  | {
      readonly code: "quota_exceeded";
      readonly quota?: ExceededQuota["quota"];
      readonly used: number;
      readonly limit: number;
    };

/** `baseUsed` differs from `baseAsked` if that revision is no longer stored. */
export type EditReply =
  | (Omit<Edited, "update"> & {
      readonly baseAsked: number;
      /** Null if none was requested, or if D1's response was lost. */
      readonly view: EditView | null;
    })
  | { readonly ok: false; readonly error: RoomError };

/** The resulting page of an edit that waits for a commit of several pages. */
export type PrepareReply =
  | {
      readonly ok: true;
      readonly text: string;
      readonly revision: number;
      readonly changed: boolean;
      /** Number of bytes the text grows by; negative if it shrinks. */
      readonly grows: number;
    }
  | Extract<EditReply, { ok: false }>;

/** Committed text and revision. */
export type PageText = { readonly text: string; readonly revision: number };

/**
 * `version` is the last revision of the burst of edits, `others` the people who typed in it besides its author, `at` and
 * `until` the times (ms) of its first and last change.
 */
export type Version = {
  readonly version: number;
  readonly author: string;
  readonly others: readonly string[];
  readonly tokenId: string | null;
  readonly at: number;
  readonly until: number;
};

/** `revision`: the room's committed one; null if it was never edited. */
export type RoomCopyReply = StorageCopy & { readonly revision: number | null };

/**
 * `revision` is that of the copied room, null if it was never edited; `stored` that of the copied page in D1. `ifNewer`: what
 * to do if this room has a later revision than both: keep it, replace it, or change nothing and report it.
 */
export type RestoreRoom = {
  readonly pageId: string;
  readonly type: PageType;
  readonly piece: StoragePiece;
  readonly revision: number | null;
  readonly stored: number;
  readonly ifNewer: "keep" | "replace" | "report";
};

/** `continue`: more pieces have to follow. `empty`: the room has no history, like the copied one. */
export type RoomRestored =
  | "restored"
  | "kept"
  | "continue"
  | "empty"
  | { readonly newer: { readonly revision: number; readonly at: Instant } };

/** The Durable Object of a page. Its class documents the methods. */
export interface PageRoomRpc {
  edit(command: EditCommand): Promise<EditReply>;
  /** First half of an edit of several pages: `ticket` identifies their common commit in D1. */
  prepare(command: EditCommand, ticket: string): Promise<PrepareReply>;
  /** Second half; `committed` is null if the caller does not know the outcome of the commit. */
  finish(pageId: string, ticket: string, committed: boolean | null): Promise<void>;
  /** The room's own text if it is newer than `revision`; `reader` is then shown it. */
  show(reader: string, revision: number, wanted: { line: number; revision?: number | undefined }): PageText | null;
  recordSeenRevision(reader: string, revision: number): void;
  versions(limit: number, before: number | null, stored: number): Version[] | null;
  textAt(version: number, stored: number): string | null;
  /**
   * Notifies the user's hub of text changes from now on. Returns the room's revision, 0 if it has none of its own, or null
   * if it accepts no more followers.
   */
  follow(userId: string, pageId: string): number | null;
  /** Writes pending changes to D1, so that D1 can be read. */
  project(): Promise<void>;
  purge(): Promise<void>;
  copyStorage(pageId: string, cursor: CopyCursor | null): Promise<RoomCopyReply>;
  restoreStorage(command: RestoreRoom): Promise<RoomRestored>;
  /** Sends a frame about an agent's answer to the connections that take them; returns their number. */
  relay(frame: string): number;
  /** Rechecks every connection, and closes or restricts it; removes rows of `open_pages` without a connection. */
  recheck(): Promise<void>;
}
