/** API schemas for comment threads and suggestions on pages. */
import * as z from "zod";
import {
  ANCHOR_STATES,
  CLOSINGS,
  MAX_COMMENT,
  MAX_QUOTE,
  MAX_REPLACEMENT,
  THREAD_KINDS,
} from "../../kernel/comment.ts";
import { Cursor, Flag, Id, Limit, Time, cleanText, writtenText } from "../../kernel/contract.ts";
import { Author, Emoji, Reaction } from "../messages/contract.ts";

/** Maximum number of suggestions created by one request. */
export const MAX_SUGGESTIONS = 50;
/** Maximum number of suggestions that one request names to accept or reject. */
const MAX_NAMED = 200;
/** Maximum number of threads that one request marks as read. */
const MAX_READ = 500;

const Offset = z.int().min(0);
const Revision = z.int().min(0);
const Fraction = z.number().min(0).max(1);

const PageTarget = z.object({ kind: z.literal("page") });
const CellsTarget = z.object({
  kind: z.literal("cells"),
  row: Offset,
  column: Offset,
  endRow: Offset,
  endColumn: Offset,
});
const PictureTarget = z.object({
  kind: z.literal("picture"),
  x: Fraction,
  y: Fraction,
  width: Fraction,
  height: Fraction,
});
const PdfTarget = z.object({
  kind: z.literal("pdf"),
  page: z.int().min(1),
  quote: cleanText(MAX_QUOTE).refine((text) => text.trim() !== "", "must not be empty"),
  occurrence: Offset,
});

const Quote = z
  .string()
  .min(1)
  .max(MAX_QUOTE)
  .refine((text) => text.isWellFormed(), "must be well-formed Unicode");

/** What a new thread is about: see `ThreadTarget` in the kernel for the units. */
const NewTarget = z.discriminatedUnion("kind", [
  PageTarget,
  z.object({ kind: z.literal("text"), from: Offset, to: Offset }),
  z.object({
    kind: z.literal("quote"),
    quote: Quote,
    before: Quote.optional(),
    after: Quote.optional(),
    line: z.int().min(1).optional(),
  }),
  CellsTarget.refine((range) => range.endRow >= range.row && range.endColumn >= range.column, "must not be reversed"),
  PictureTarget.refine(({ x, y, width, height }) => x + width <= 1 && y + height <= 1, "must be inside the picture"),
  PdfTarget,
]);
export type NewTarget = z.infer<typeof NewTarget>;

export const Comment = z
  .object({
    id: z.string(),
    threadId: z.string(),
    /** Empty for a deleted comment, which is kept while it has replies. */
    content: z.string(),
    /** Null if the author's account was deleted, and for an imported comment. */
    user: Author.nullable(),
    /** The agent that wrote the comment with this user's rights; null if the user wrote it. */
    agent: z.string().nullable(),
    /** The author's name in the file that the comment was imported from. */
    authorName: z.string().nullable(),
    createdAt: Time,
    editedAt: Time.nullable(),
    deletedAt: Time.nullable(),
    /** In the order in which each emoji was first added. */
    reactions: z.array(Reaction),
  })
  .meta({ id: "Comment" });
export type Comment = z.infer<typeof Comment>;

/** A range of the text at the list's `revision`; the empty range where its words were if it is detached. */
const TextPlace = z.object({
  kind: z.literal("text"),
  from: z.int(),
  to: z.int(),
  startLine: z.int(),
  endLine: z.int(),
});

export const Thread = z
  .object({
    id: z.string(),
    pageId: z.string(),
    /** A suggestion proposes `replacement` for the words it is about. */
    kind: z.enum(THREAD_KINDS),
    target: z.discriminatedUnion("kind", [PageTarget, TextPlace, CellsTarget, PictureTarget, PdfTarget]),
    /** `changed`: its words read differently now. `detached`: its words are gone. */
    state: z.enum(ANCHOR_STATES),
    /** The words it was opened on. */
    quote: z.string(),
    /** Its present words where they differ from `quote`. */
    now: z.string().nullable(),
    replacement: z.string().nullable(),
    /** The page's revision when it was opened. */
    revision: z.int(),
    createdAt: Time,
    user: Author.nullable(),
    agent: z.string().nullable(),
    /** Null while it is open. */
    closed: z
      .object({ at: Time, as: z.enum(CLOSINGS), by: Author.nullable(), revision: z.int().nullable() })
      .nullable(),
    /** The task whose completion resolves it. `line` (from 1) is given with a single thread, to those who see that page. */
    task: z.object({ pageId: z.string(), line: z.int().nullable(), isDone: z.boolean() }).nullable(),
    /** Oldest first. In lists the first one and the newest 20. */
    comments: z.array(Comment),
    commentCount: z.int(),
    isUnread: z.boolean(),
    /** Whether the caller is notified of replies. */
    follows: z.boolean(),
  })
  .meta({ id: "Thread" });
export type Thread = z.infer<typeof Thread>;

export const THREAD_STATES = ["open", "resolved", "detached", "all"] as const;

export const ListThreads = z.object({
  /** `detached` are the open ones whose words are gone. */
  state: z.enum(THREAD_STATES).default("open"),
  /** Only threads that the caller opened or commented in. */
  mine: Flag.default(false),
  /** Only threads with comments that the caller has not read. */
  unread: Flag.default(false),
  cursor: Cursor.optional(),
  limit: Limit,
});
export type ListThreads = z.infer<typeof ListThreads>;

export const ThreadList = z.object({
  /** Open ones in the order of their places in the page, all others newest first. */
  threads: z.array(Thread),
  /** The revision of the page that the places refer to. */
  revision: z.int(),
  /** Of all threads of the page. `open` includes those that are `detached`. */
  counts: z.object({ open: z.int(), resolved: z.int(), detached: z.int(), unread: z.int() }),
  nextCursor: z.string().nullable(),
});
export type ThreadList = z.infer<typeof ThreadList>;

const Content = writtenText(MAX_COMMENT);
const Replacement = cleanText(MAX_REPLACEMENT);

export const OpenThread = z.object({
  target: NewTarget,
  /** The revision that the target refers to; the present one if omitted. */
  baseRevision: Revision.optional(),
  /** Required unless `replacement` is given. */
  content: Content.optional(),
  /** Makes it a suggestion to replace the words it is about. */
  replacement: Replacement.optional(),
});
export type OpenThread = z.infer<typeof OpenThread>;

export const CreateSuggestions = z.object({
  baseRevision: Revision,
  changes: z
    .array(z.object({ from: Offset, to: Offset, replacement: Replacement }))
    .min(1)
    .max(MAX_SUGGESTIONS),
  /** A comment on the first one. */
  content: Content.optional(),
});
export type CreateSuggestions = z.infer<typeof CreateSuggestions>;

export const CreatedSuggestions = z.object({ threads: z.array(Thread) });
export type CreatedSuggestions = z.infer<typeof CreatedSuggestions>;

export const PatchThread = z.object({
  isResolved: z.boolean().optional(),
  /** Places a thread on text or cells anew. */
  target: NewTarget.optional(),
  baseRevision: Revision.optional(),
  /** Resolves the thread when the task on this line (from 1) is done; null unlinks it. */
  task: z
    .object({ pageId: Id, line: z.int().min(1), baseRevision: Revision })
    .nullable()
    .optional(),
  follows: z.boolean().optional(),
});
export type PatchThread = z.infer<typeof PatchThread>;

export const WriteComment = z.object({ content: Content });

export const ReadThreads = z.object({ threadIds: z.array(Id).min(1).max(MAX_READ) });

const NamedSuggestions = z.union([z.literal("all"), z.array(Id).min(1).max(MAX_NAMED)]);

export const AcceptSuggestions = z.object({
  /** `all`: the oldest 200 open ones. */
  threadIds: NamedSuggestions,
  /** The present words that the caller saw in the place of a suggestion, by its id. Without, they must be as when it was made. */
  words: z.record(Id, z.string().max(MAX_QUOTE + MAX_REPLACEMENT)).optional(),
});
export type AcceptSuggestions = z.infer<typeof AcceptSuggestions>;

const Outcome = z.discriminatedUnion("result", [
  z.object({ id: z.string(), result: z.enum(["accepted", "already"]) }),
  /** Its words read `now`, and accepting it for those gives `merged`, if that is possible. */
  z.object({ id: z.string(), result: z.literal("differs"), now: z.string(), merged: z.string().nullable() }),
  z.object({
    id: z.string(),
    result: z.literal("refused"),
    reason: z.enum(["words_gone", "place_unsure", "overlaps", "not_open"]),
  }),
]);

export const AcceptedSuggestions = z.object({
  /** The revision of the page with the accepted suggestions. */
  revision: z.int(),
  outcomes: z.array(Outcome),
});
export type AcceptedSuggestions = z.infer<typeof AcceptedSuggestions>;

export const RejectSuggestions = z.object({ threadIds: NamedSuggestions });

export const RejectedSuggestions = z.object({
  /** Those that this request closed. */
  threadIds: z.array(z.string()),
});
export type RejectedSuggestions = z.infer<typeof RejectedSuggestions>;

export const ThreadParams = z.object({ pageId: Id, threadId: Id });
export type ThreadParams = z.infer<typeof ThreadParams>;
export const CommentParams = ThreadParams.extend({ commentId: Id });
export type CommentParams = z.infer<typeof CommentParams>;
export const CommentReactionParams = CommentParams.extend({ emoji: Emoji });
export type CommentReactionParams = z.infer<typeof CommentReactionParams>;
