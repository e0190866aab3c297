/** The API's threads and comments. */
import type { AnchorState, Area, CellRange, Closing, ThreadKind, ThreadTarget } from "../../../kernel/comment.ts";

export type Person = { readonly id: string; readonly name: string; readonly image: string | null };

type Reaction = { readonly emoji: string; readonly users: readonly { readonly id: string; readonly name: string }[] };

export type Comment = {
  readonly id: string;
  readonly threadId: string;
  readonly content: string;
  readonly user: Person | null;
  readonly agent: string | null;
  readonly authorName: string | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  readonly deletedAt: string | null;
  readonly reactions: Reaction[];
};

export type ShownTarget =
  | { readonly kind: "page" }
  | {
      readonly kind: "text";
      readonly from: number;
      readonly to: number;
      readonly startLine: number;
      readonly endLine: number;
    }
  | ({ readonly kind: "cells" } & CellRange)
  | ({ readonly kind: "picture" } & Area)
  | { readonly kind: "pdf"; readonly page: number; readonly quote: string; readonly occurrence: number };

export type Thread = {
  readonly id: string;
  readonly pageId: string;
  readonly kind: ThreadKind;
  readonly target: ShownTarget;
  readonly state: AnchorState;
  readonly quote: string;
  readonly now: string | null;
  readonly replacement: string | null;
  readonly revision: number;
  readonly createdAt: string;
  readonly user: Person | null;
  readonly agent: string | null;
  readonly closed: {
    readonly at: string;
    readonly as: Closing;
    readonly by: Person | null;
    readonly revision: number | null;
  } | null;
  readonly task: { readonly pageId: string; readonly line: number | null; readonly isDone: boolean } | null;
  readonly comments: readonly Comment[];
  readonly commentCount: number;
  readonly isUnread: boolean;
  readonly follows: boolean;
};

export type Counts = {
  readonly open: number;
  readonly resolved: number;
  readonly detached: number;
  readonly unread: number;
};

export type ThreadList = {
  readonly threads: readonly Thread[];
  readonly revision: number;
  readonly counts: Counts;
  readonly nextCursor: string | null;
};

export type NewTarget = { readonly target: ThreadTarget; readonly baseRevision?: number };
