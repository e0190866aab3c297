/** What a page's room is asked and what it answers. */
import type { Caller } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import type { PageType } from "../kernel/page-type.ts";
import type { ErrorCode, ErrorDetail } from "../kernel/errors.ts";
import type { Change } from "../realtime/change.ts";
import type { EditError, Edited } from "../realtime/room.ts";
import type { TextEdit } from "../realtime/text-edit.ts";
import type { LoadedPage, PageSummary } from "../kernel/page.ts";

export type EditCommand = {
  readonly pageId: string;
  /** What a text of this page may name depends on it. */
  readonly type: PageType;
  /** Proven again in the commit, with the right to edit. */
  readonly caller: Caller;
  /** Session or token id: whose last shown revision a change without a base means. */
  readonly reader: string;
  /** Signs the version; `tokenId` is null for a person at a browser. */
  readonly by: { readonly author: string; readonly tokenId: string | null; readonly at: Instant };
  readonly change:
    | Change
    | { readonly kind: "version"; readonly version: number }
    /** They mean the text at the base, which the room knows: whoever sends them need not ask for it first. */
    | { readonly kind: "edits"; readonly edits: readonly TextEdit[] }
    /** Lines after or before all others, whatever these are by then. */
    | { readonly kind: "append" | "prepend"; readonly content: string };
  readonly title: string | null;
  readonly baseRevision: number | null;
  readonly expectedRevision: number | null;
  /** A revision that D1 is known to have, which spares the room a question; null = none. */
  readonly stored: number | null;
  /** What the commit's own transaction reads for the answer, which spares a trip to D1. */
  readonly view: RequestedView;
  readonly now: Instant;
};

export type RequestedView = "none" | "page" | "page-and-children";

/** The page as the commit left it, and as the caller of the edit sees it. */
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
  /** `used` and `limit` in bytes, of the owner of the page's drive. */
  | { readonly code: "quota_exceeded"; readonly used: number; readonly limit: number };

/** `baseUsed` differs from `baseAsked` when that revision is no longer kept. */
export type EditReply =
  | (Omit<Edited, "update"> & {
      readonly baseAsked: number;
      /** Null when none was wanted, or when D1's answer was lost on the way. */
      readonly view: EditView | null;
    })
  | { readonly ok: false; readonly error: RoomError };

/** What a page would be, of an edit that waits for the commit of several pages. */
export type PrepareReply =
  | {
      readonly ok: true;
      readonly text: string;
      readonly revision: number;
      readonly changed: boolean;
      /** Bytes that the text gains; less than nothing when it loses some. */
      readonly grows: number;
    }
  | Extract<EditReply, { ok: false }>;

/** Committed text and revision. */
export type PageText = { readonly text: string; readonly revision: number };

/** `version` is the burst's last revision, `others` who typed in it together with its author, `at` and `until` the times (ms) of its first and last change. */
export type Version = {
  readonly version: number;
  readonly author: string;
  readonly others: readonly string[];
  readonly tokenId: string | null;
  readonly at: number;
  readonly until: number;
};

/** The object of a page. What each call does stands with its class. */
export interface PageRoomRpc {
  edit(command: EditCommand): Promise<EditReply>;
  /** First half of an edit of several pages: `ticket` names their common commit in D1. */
  prepare(command: EditCommand, ticket: string): Promise<PrepareReply>;
  /** Second half; null when the caller does not know what became of the commit. */
  finish(pageId: string, ticket: string, committed: boolean | null): Promise<void>;
  /** The room's own text when it is newer than `revision`, which `reader` is shown. */
  show(reader: string, revision: number, wanted: { line: number; revision?: number | undefined }): PageText | null;
  recordSeenRevision(reader: string, revision: number): void;
  versions(limit: number, before: number | null, stored: number): Version[] | null;
  textAt(version: number, stored: number): string | null;
  /**
   * From now on the person's hub is told when the text has changed. Answers with the room's revision, 0 when it has none of its
   * own, or null when it takes no more followers.
   */
  follow(userId: string, pageId: string): number | null;
  /** Writes what is not in D1 yet, so that D1 can be read. */
  project(): Promise<void>;
  purge(): Promise<void>;
  /** Proves every connection again, and closes or narrows it; removes the rows of `open_pages` that no connection stands for. */
  recheck(): Promise<void>;
}
