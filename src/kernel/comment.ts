/** Comment threads and suggestions on a page: what they are about, their states, and their limits. */

/** A suggestion is a thread that also proposes a replacement for the words it is about. */
export const THREAD_KINDS = ["comment", "suggestion"] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];

export const TARGET_KINDS = ["page", "text", "cells", "picture", "pdf"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** Targets whose place the page's room keeps. */
export const isAnchored = (target: TargetKind): target is "text" | "cells" => target === "text" || target === "cells";

/** How a thread was closed. `task`: the task that was linked to it is done. */
export const CLOSINGS = ["resolved", "task", "accepted", "rejected"] as const;
export type Closing = (typeof CLOSINGS)[number];

/**
 * Whether a thread stands where it was opened. `changed`: its words read differently now. `detached`: its words are gone,
 * and are waited for.
 */
export const ANCHOR_STATES = ["anchored", "changed", "detached"] as const;
export type AnchorState = (typeof ANCHOR_STATES)[number];

/** What a new thread is about. Offsets are in UTF-16 code units of the page's text; rows and columns count from 0. */
export type ThreadTarget =
  | { readonly kind: "page" }
  /** `from` equals `to` only for a suggestion that inserts text. */
  | { readonly kind: "text"; readonly from: number; readonly to: number }
  /** Words of the text, for callers that have no offsets. `before`, `after` or `line` tell equal passages apart. */
  | {
      readonly kind: "quote";
      readonly quote: string;
      readonly before?: string | undefined;
      readonly after?: string | undefined;
      /** From 1. */
      readonly line?: number | undefined;
    }
  | ({ readonly kind: "cells" } & CellRange)
  /** A rectangle of the picture, in fractions of its width and height. */
  | ({ readonly kind: "picture" } & Area)
  /** Words on a page of a PDF (from 1), and which of equal words on that page they are (from 0). */
  | { readonly kind: "pdf"; readonly page: number; readonly quote: string; readonly occurrence: number };

export type CellRange = {
  readonly row: number;
  readonly column: number;
  readonly endRow: number;
  readonly endColumn: number;
};

export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * Where a thread stands in the text at `revision`: a range of UTF-16 code units, or a range of cells. A detached one has the
 * empty range where its words were. `now` are its present words where they differ from those it was opened on.
 */
export type PlacedAnchor = {
  readonly id: string;
  readonly state: AnchorState;
  readonly from: number;
  readonly to: number;
  /** The lines (from 1) of `from` and `to`. */
  readonly startLine: number;
  readonly endLine: number;
  readonly now: string | null;
  readonly cells: CellRange | null;
};

/** An open thread on the text, for those who have the page open: encoded Yjs relative positions in base64. */
export type LiveAnchor = {
  readonly id: string;
  readonly kind: ThreadKind;
  readonly state: AnchorState;
  readonly start: string;
  readonly end: string;
  readonly now: string | null;
  readonly cells: CellRange | null;
};

/**
 * Message 9 of a page's socket, as JSON, for clients that connected with `?threads=1`: the open threads on the text as of
 * `revision`. If `isWhole` is false, `anchors` are only those that changed. `closed` are no longer shown.
 */
export type ThreadsFrame = {
  readonly revision: number;
  readonly isWhole: boolean;
  readonly anchors: readonly LiveAnchor[];
  readonly closed: readonly string[];
};

/** Maximum number of threads on a page. */
export const MAX_THREADS = 5_000;
/** Maximum number of comments in a thread. */
export const MAX_COMMENTS = 1_000;
/** Maximum length (UTF-16 code units) of a comment. */
export const MAX_COMMENT = 10_000;
/** Maximum length (UTF-16 code units) of the words that a thread is about. */
export const MAX_QUOTE = 1_000;
/** Maximum length (UTF-16 code units) of a suggestion's replacement. */
export const MAX_REPLACEMENT = 10_000;
