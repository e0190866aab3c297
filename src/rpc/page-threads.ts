/** What a page's room does for the comment threads on its text. The room knows their places, D1 everything else. */
import type { Caller } from "../kernel/caller.ts";
import type { CellRange, PlacedAnchor, ThreadKind, ThreadTarget } from "../kernel/comment.ts";
import type { Instant } from "../kernel/clock.ts";
import type { PageType } from "../kernel/page-type.ts";
import type { Projection } from "../kernel/page.ts";
import type { EditReply } from "./page-room.ts";

/** Identifies the page to its room; see `EditCommand`. */
export type RoomPageRef = {
  readonly pageId: string;
  readonly type: PageType;
  readonly stored: number | null;
  readonly unedited?: Projection | null;
};

export type TextTarget = Extract<ThreadTarget, { kind: "text" | "quote" | "cells" }>;

const TASK_PREFIX = "task:";
/** The id of the anchor by which a thread follows a task: thread and task may be on the same page. */
export const taskAnchorId = (threadId: string): string => TASK_PREFIX + threadId;
export const threadOfAnchor = (id: string): string => (id.startsWith(TASK_PREFIX) ? id.slice(TASK_PREFIX.length) : id);

/**
 * `id` is the id of the thread, or `taskAnchorId` of it for a task. A task is the one on the line where its target begins.
 * Offsets, cells and quotes refer to the text at `baseRevision`, or to the present text.
 */
export type NewAnchor = {
  readonly id: string;
  readonly kind: ThreadKind | "task";
  readonly target: TextTarget;
  readonly replacement: string | null;
};

export type PlaceAnchorsCommand = RoomPageRef & {
  readonly baseRevision: number | null;
  readonly anchors: readonly NewAnchor[];
};

export type PlaceError =
  | { readonly code: "refused" | "unavailable" }
  | { readonly code: "base_unknown"; readonly base: number; readonly currentRevision: number }
  /** The range is outside the text, empty, or longer than a quote may be. */
  | { readonly code: "range_invalid" }
  | { readonly code: "quote_missing" }
  /** The lines (from 1, at most 20) on which the quote stands. */
  | { readonly code: "quote_ambiguous"; readonly lines: readonly number[] }
  /** The words are no longer in the text since `baseRevision`. */
  | { readonly code: "words_gone" }
  | { readonly code: "too_many_threads"; readonly limit: number };

/**
 * The quotes of the placed anchors at the present revision, in the order asked for. The places are pending until
 * `confirmAnchors`: after an interruption the room asks D1 whether their threads exist, and drops those that do not.
 */
export type PlaceReply =
  | {
      readonly ok: true;
      readonly revision: number;
      readonly anchors: readonly (PlacedAnchor & { readonly quote: string })[];
    }
  | { readonly ok: false; readonly error: PlaceError };

/** The outcome for one suggestion. `differs`: its words changed; `merged` is the text that accepting it would give. */
export type SuggestionOutcome =
  | { readonly id: string; readonly result: "accepted" | "already" }
  | { readonly id: string; readonly result: "differs"; readonly now: string; readonly merged: string | null }
  | { readonly id: string; readonly result: "refused"; readonly reason: "words_gone" | "place_unsure" | "overlaps" };

export type AcceptCommand = RoomPageRef & {
  readonly caller: Caller;
  readonly reader: string;
  readonly by: { readonly author: string; readonly tokenId: string | null; readonly at: Instant };
  /** `words` are those that the caller saw in the place of the suggestion; null: only if they are as when it was made. */
  readonly suggestions: readonly {
    readonly id: string;
    readonly quote: string;
    readonly replacement: string;
    readonly words: string | null;
  }[];
  readonly now: Instant;
};

/** `edit` is null if no suggestion could be applied; all that could were applied as one edit. */
export type AcceptReply = {
  readonly edit: Exclude<EditReply, { ok: false }> | null;
  readonly error: Extract<EditReply, { ok: false }>["error"] | null;
  readonly outcomes: readonly SuggestionOutcome[];
};

export type AnchorList = { readonly revision: number; readonly anchors: readonly PlacedAnchor[] };

/** An anchor as an archive keeps it. */
export type StoredAnchor = {
  readonly id: string;
  readonly kind: NewAnchor["kind"];
  readonly quote: string;
  readonly before: string;
  readonly after: string;
  readonly from: number;
  readonly to: number;
  readonly state: PlacedAnchor["state"];
  readonly now: string | null;
  readonly cells: CellRange | null;
};

/** Part of the Durable Object of a page. */
export interface PageThreadsRpc {
  placeAnchors(command: PlaceAnchorsCommand): Promise<PlaceReply>;
  /** `kept` are those whose threads were committed; the others are dropped. */
  confirmAnchors(ids: readonly string[], kept: readonly string[]): Promise<void>;
  /** Where threads stand now; those of `ids`, or all if null. Empty for a page that was never edited and has no threads. */
  anchors(page: RoomPageRef, ids: readonly string[] | null): Promise<AnchorList>;
  /** Closed anchors are moved like others, but not sent to those who have the page open. */
  setAnchorsClosed(ids: readonly string[], isClosed: boolean): Promise<void>;
  deleteAnchors(ids: readonly string[]): Promise<void>;
  /** Places a thread that lost its words anew; the quote is then that of the new place. */
  moveAnchor(page: RoomPageRef, baseRevision: number | null, anchor: NewAnchor): Promise<PlaceReply>;
  acceptSuggestions(command: AcceptCommand): Promise<AcceptReply>;
  /** For archives. */
  storedAnchors(page: RoomPageRef): Promise<readonly StoredAnchor[]>;
  restoreAnchors(page: RoomPageRef, anchors: readonly StoredAnchor[]): Promise<void>;
}
