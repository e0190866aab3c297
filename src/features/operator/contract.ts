/** Shapes of the operator's commands: `scripts/operate` sends them, and nobody else can. */
import * as z from "zod";
import { PAGE_TYPES } from "../../kernel/page-type.ts";
import type { ErrorLogs } from "../monitoring/contract.ts";

const Key = z.union([z.string(), z.number()]);
/** A name of `BACKED_UP` in tables.ts. */
const Table = z.string().max(64);
const ObjectCursor = z.object({ table: z.string(), after: z.array(Key).nullable() }).nullable();
/** A key of the bucket. */
const FileKey = z.string().min(1).max(1_024);

/** Rooms of one request, whose copies follow each other in one response. */
export const MAX_ROOMS = 50;
/** Rows of one request. D1 counts each as a query. */
export const MAX_ROWS = 400;
/** Largest piece of a file in one request, in bytes: parts of a multipart object have this size, but for the last. */
export const FILE_PIECE_BYTES = 8 * 1024 * 1024;
/** Largest command in bytes: a page's text of the largest size, as JSON with every character escaped, fits. */
export const COMMAND_BYTES = 24 * 1024 * 1024;

/** `overview` compares two chains at the entry `chainAt`. */
export const BackupCommand = z.discriminatedUnion("read", [
  z.object({ read: z.literal("overview"), chainAt: z.int().min(-1).nullable() }),
  z.object({ read: z.literal("rows"), table: Table, after: z.array(Key).nullable() }),
  z.object({ read: z.literal("rooms"), pageIds: z.array(z.string()).min(1).max(MAX_ROOMS) }),
  z.object({ read: z.literal("chain"), cursor: ObjectCursor }),
  z.object({ read: z.literal("files"), after: FileKey.nullable() }),
  z.object({ read: z.literal("file"), key: FileKey }),
  z.object({ read: z.literal("done"), summary: z.record(z.string(), z.union([z.string(), z.number()])) }),
]);

/** For `npm run doctor`. */
export const SupportCommand = z.discriminatedUnion("ask", [
  z.object({ ask: z.literal("state") }),
  z.object({ ask: z.literal("errors") }),
  z.object({ ask: z.literal("test message") }),
]);

/** The id of a restore, chosen by the program that runs it. */
const RestoreRun = z.string().regex(/^[\w-]{1,64}$/);

const Piece = z.object({ text: z.string(), isFirst: z.boolean(), isLast: z.boolean() });

export const RestoreCommand = z.discriminatedUnion("step", [
  z.object({ step: z.literal("begin"), backup: z.string().max(200), run: RestoreRun }),
  z.object({ step: z.literal("clear") }),
  z.object({
    step: z.literal("rows"),
    table: Table,
    columns: z.array(z.string()).min(1).max(100),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))).max(MAX_ROWS),
  }),
  z.object({ step: z.literal("recount"), after: z.string().nullable() }),
  z.object({
    step: z.literal("room"),
    pageId: z.string(),
    type: z.enum(PAGE_TYPES),
    piece: Piece,
    revision: z.int().nullable(),
    stored: z.int(),
    ifNewer: z.enum(["keep", "replace", "report"]),
  }),
  z.object({ step: z.literal("purge"), pageIds: z.array(z.string()).max(MAX_ROOMS) }),
  z.object({ step: z.literal("chain files") }),
  z.object({ step: z.literal("chain"), piece: Piece }),
  z.object({ step: z.literal("begin file"), key: FileKey }),
  z.object({
    step: z.literal("end file"),
    key: FileKey,
    uploadId: z.string(),
    parts: z.array(z.object({ partNumber: z.int(), etag: z.string() })).max(10_000),
  }),
  z.object({
    step: z.literal("end"),
    summary: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
  z.object({ step: z.literal("abandon"), incomplete: z.boolean() }),
  z.object({ step: z.literal("verify"), from: z.int().min(0) }),
]);

/** A file in one piece, or a part of one; `sha256` is that of the body. */
export const FilePiece = z.object({
  key: FileKey,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  uploadId: z.string().optional(),
  part: z.coerce.number().int().min(1).max(10_000).optional(),
});

export type BackupCommand = z.output<typeof BackupCommand>;
export type SupportCommand = z.output<typeof SupportCommand>;
export type RestoreCommand = z.output<typeof RestoreCommand>;
export type FilePiece = z.output<typeof FilePiece>;

/** Times are in ISO 8601. */
export type SupportState = {
  /** A restore has begun and not ended. */
  readonly restoring: boolean;
  /** Whether the installation sends mail. */
  readonly mail: boolean;
  readonly webhook: boolean;
  /** See `Coverage` in src/rpc/audit-log.ts. */
  readonly checkpoint: { readonly publishedAt: string | null; readonly waiting: number; readonly since: string | null };
};

/** Newest first. Secrets were redacted before they were stored. */
export type SupportErrors = ErrorLogs["errors"];
