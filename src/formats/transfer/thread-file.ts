/**
 * The file with the comment threads of a page in an archive: JSON with sorted keys, a line for each thread, threads and
 * comments in the order in which they were opened and written. It contains no ids, and of people only their names.
 */
import * as z from "zod";
import {
  ANCHOR_STATES,
  CLOSINGS,
  MAX_COMMENT,
  MAX_COMMENTS,
  MAX_QUOTE,
  MAX_REPLACEMENT,
  MAX_THREADS,
  THREAD_KINDS,
} from "../../kernel/comment.ts";
import { parseJson } from "../../kernel/json.ts";
import { fitThread } from "./found-threads.ts";

/** Follows the whole name of the page's file. */
export const THREADS_SUFFIX = ".comments.json";

/** The path of the file with the threads of the page whose file or folder is at `path`. */
export const threadsPath = (path: string): string => path.replace(/\/$/, "") + THREADS_SUFFIX;

const MAX_NAME = 300;
/** Longer contexts, as other programs may write them, are no reason to leave a thread out. */
const MAX_CONTEXT = 1_000;

const Time = z.iso.datetime().transform((time) => Date.parse(time));
const Name = z.string().max(MAX_NAME).nullable();
const Text = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text.toWellFormed());
const Offset = z.int().min(0);
const Fraction = z.number().min(0).max(1);

const Place = {
  /** Text beside the words. */
  after: Text(MAX_CONTEXT),
  before: Text(MAX_CONTEXT),
  /** UTF-16 code units of the page's file; the gap, for a detached thread. */
  from: Offset,
  /** From 1; for people, and to tell equal passages apart in a file that was changed. */
  line: z.int().min(1),
  /** The words in the page's file where they differ from `quote`. */
  now: Text(MAX_QUOTE).nullable(),
  state: z.enum(ANCHOR_STATES),
  to: Offset,
};

const Target = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("page") }),
  z.object({ kind: z.literal("text"), ...Place }),
  z.object({
    kind: z.literal("cells"),
    ...Place,
    column: Offset,
    endColumn: Offset,
    endRow: Offset,
    row: Offset,
  }),
  z.object({ kind: z.literal("picture"), height: Fraction, width: Fraction, x: Fraction, y: Fraction }),
  z.object({ kind: z.literal("pdf"), occurrence: Offset, page: z.int().min(1) }),
]);
export type FiledTarget = z.infer<typeof Target>;

const Comment = z.object({
  /** Null if the account was deleted. */
  author: Name,
  /** Empty for a deleted comment that others have replied to. */
  content: Text(MAX_COMMENT),
  createdAt: Time,
  deletedAt: Time.optional(),
  editedAt: Time.optional(),
  /** Names by emoji. An import does not take them: they are other people's. */
  reactions: z.record(z.string().max(64), z.array(z.string().max(MAX_NAME)).max(10_000)).optional(),
});
export type FiledComment = z.infer<typeof Comment>;

const Thread = z.object({
  author: Name,
  closed: z.object({ as: z.enum(CLOSINGS), at: Time, by: Name }).nullable(),
  comments: z.array(Comment).max(MAX_COMMENTS),
  createdAt: Time,
  kind: z.enum(THREAD_KINDS),
  /** Comments that are not in the file because there were too many. */
  omitted: z.int().min(1).optional(),
  quote: Text(MAX_QUOTE),
  /** Of a suggestion: what it puts in place of the words. */
  replacement: Text(MAX_REPLACEMENT).nullable(),
  target: Target,
});
export type FiledThread = z.infer<typeof Thread>;

const Envelope = z.object({
  format: z.literal("octavo-comments"),
  version: z.literal(1),
  /** Of the page's file as UTF-8, in lower-case hex: offsets are those of that text. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  threads: z.array(z.unknown()),
});

type ThreadFile = {
  readonly sha256: string;
  readonly threads: readonly FiledThread[];
  /** Threads that are left out: those that are damaged, and those beyond the number that a page can have. */
  readonly damaged: number;
  readonly tooMany: number;
  /** Comments that are left out because a thread can have no more text. */
  readonly tooLong: number;
};

/** Null if it is not such a file. */
export function readThreadFile(json: string): ThreadFile | null {
  const envelope = Envelope.safeParse(orNull(json));
  if (!envelope.success) return null;
  const { sha256, threads } = envelope.data;
  const read = threads.slice(0, MAX_THREADS).flatMap((each) => {
    const thread = Thread.safeParse(each);
    return thread.success && hasWords(thread.data) ? [thread.data] : [];
  });
  const fitting = read.map((thread) => ({ ...thread, comments: fitThread(thread.comments) }));
  const tooMany = Math.max(0, threads.length - MAX_THREADS);
  return {
    sha256,
    threads: fitting,
    tooMany,
    damaged: threads.length - tooMany - read.length,
    tooLong: countComments(read) - countComments(fitting),
  };
}

const countComments = (threads: readonly FiledThread[]): number =>
  threads.reduce((sum, { comments }) => sum + comments.length, 0);

function orNull(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return null;
  }
}

/** Only a suggestion says something without a comment, and only the place of an insertion has no words. */
const hasWords = ({ kind, comments, replacement, quote, target }: FiledThread): boolean =>
  (kind === "suggestion") === (replacement !== null) &&
  (kind === "suggestion" || comments.length > 0) &&
  (kind === "suggestion" || target.kind !== "text" || quote.trim() !== "");

type Printed<T> = T extends number
  ? number | string
  : T extends readonly (infer Each)[]
    ? readonly Printed<Each>[]
    : T extends object
      ? { readonly [K in keyof T]: Printed<T[K]> }
      : T;

/** Times are ISO 8601. */
export type PrintableThread = Printed<FiledThread>;

export const beginThreadFile = (sha256: string): string =>
  `{"format":"octavo-comments","sha256":"${sha256}","threads":[\n`;

export const printThread = (thread: PrintableThread, isFirst: boolean): string =>
  (isFirst ? "" : ",\n") + JSON.stringify(sorted(thread));

export const endThreadFile = (): string => `\n],"version":1}\n`;

/** Keys in the order of their code units. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]));
}
