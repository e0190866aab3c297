/** Builds the API's threads from what D1 and the page's room know of them. */
import { toIso } from "../../kernel/clock.ts";
import { isAnchored, type Area, type PlacedAnchor } from "../../kernel/comment.ts";
import type { Comment, Thread } from "./contract.ts";
import type { ThreadRow } from "./thread-store.ts";

type Place = Partial<Area & { page: number; occurrence: number }>;

const NOWHERE = { state: "detached", from: 0, to: 0, startLine: 1, endLine: 1, now: null, cells: null } as const;
const NO_CELLS = { row: 0, column: 0, endRow: 0, endColumn: 0 } as const;

type Anchor = Pick<PlacedAnchor, keyof typeof NOWHERE>;

export function toThread(
  row: ThreadRow,
  comments: readonly Comment[],
  placed: PlacedAnchor | undefined,
  taskLine: number | null = null,
): Thread {
  const anchor = isAnchored(row.target) ? (placed ?? NOWHERE) : null;
  return {
    id: row.id,
    pageId: row.pageId,
    kind: row.kind,
    target: targetOf(row, anchor ?? NOWHERE),
    state: anchor?.state ?? "anchored",
    quote: row.quote,
    now: anchor?.now ?? null,
    replacement: row.replacement,
    revision: row.revision,
    createdAt: toIso(row.createdAt),
    user: authorOf(row.userId, row.name, row.image),
    agent: row.agent,
    closed: closingOf(row),
    task: row.taskPageId === null ? null : { pageId: row.taskPageId, line: taskLine, isDone: row.closedAs === "task" },
    comments: [...comments],
    commentCount: row.commentCount,
    isUnread: row.isUnread === 1,
    follows: row.follows === 1,
  };
}

const authorOf = (id: string | null, name: string | null, image: string | null): Thread["user"] =>
  id === null || name === null ? null : { id, name, image };

function closingOf(row: ThreadRow): Thread["closed"] {
  if (row.closedAt === null || row.closedAs === null) return null;
  const by = authorOf(row.closerId, row.closerName, row.closerImage);
  return { at: toIso(row.closedAt), as: row.closedAs, by, revision: row.closedRevision };
}

function targetOf(row: ThreadRow, anchor: Anchor): Thread["target"] {
  const place = JSON.parse(row.place) as Place; // written by `placeOf`
  switch (row.target) {
    case "page":
      return { kind: "page" };
    case "text": {
      const { from, to, startLine, endLine } = anchor;
      return { kind: "text", from, to, startLine, endLine };
    }
    case "cells":
      return { kind: "cells", ...(anchor.cells ?? NO_CELLS) };
    case "picture": {
      const { x = 0, y = 0, width = 0, height = 0 } = place;
      return { kind: "picture", x, y, width, height };
    }
    case "pdf":
      return { kind: "pdf", page: place.page ?? 1, quote: row.quote, occurrence: place.occurrence ?? 0 };
  }
}
