/** API schemas for imports and exports that run as background jobs. */
import * as z from "zod";
import { Tables } from "../contract.ts";
import { Cursor, Id, Limit, Time } from "../../../kernel/contract.ts";

/** Maximum number of concurrent transfers per user. */
export const MAX_OPEN = 20;

export const TransferParams = z.object({ transferId: Id });

/** An upload that was started with the purpose `import` and whose parts have all arrived. */
export const BeginImport = z.object({ uploadId: Id, tables: Tables.optional() });
export type BeginImport = z.infer<typeof BeginImport>;

/** Exports a page with all descendants, or a whole drive. */
export const BeginExport = z.object({
  driveId: Id,
  pageId: Id.optional(),
  /** False leaves the comment threads of the pages out. */
  comments: z.boolean().optional(),
});
export type BeginExport = z.infer<typeof BeginExport>;

export const TransferState = z.enum(["running", "paused", "done", "failed", "cancelled"]);
export type TransferState = z.infer<typeof TransferState>;

/**
 * The current stage, for display. Imports: reading the archive, making pages, converting files to documents,
 * publishing. Exports: naming pages, writing them, packing the archive. Both: clearing up.
 */
// oxfmt-ignore
export const TransferStage = z.enum([
  "reading", "making", "converting", "publishing",
  "naming", "writing", "packing",
  "clearing", "ended",
]);
export type TransferStage = z.infer<typeof TransferStage>;

export const Transfer = z
  .object({
    id: z.string(),
    kind: z.enum(["import", "export"]),
    driveId: z.string(),
    /** The destination parent page, or the exported page; null for the drive. */
    pageId: z.string().nullable(),
    /** Name of the archive. */
    name: z.string(),
    state: TransferState,
    stage: TransferStage,
    /** Size of the archive in bytes; 0 until there is one. */
    size: z.int(),
    /** Progress of the current stage; 0 of 0 while unknown. */
    done: z.int(),
    total: z.int(),
    pages: z.int(),
    files: z.int(),
    links: z.int(),
    changed: z.int(),
    skipped: z.int(),
    /** Why it failed or is waiting, for display. */
    reason: z.string().nullable(),
    createdAt: Time,
    endedAt: Time.nullable(),
    /** When the download of an exported archive expires; null if there is none. */
    expiresAt: Time.nullable(),
  })
  .meta({ id: "Transfer" });
export type Transfer = z.infer<typeof Transfer>;

/** Newest first; `cursor` leads to older transfers. */
export const ListTransfers = z.object({ cursor: Id.optional(), limit: Limit });
export type ListTransfers = z.infer<typeof ListTransfers>;
export const TransferList = z.object({ transfers: z.array(Transfer), nextCursor: z.string().nullable() });
export type TransferList = z.infer<typeof TransferList>;

export const NoteQuery = z.object({
  cursor: Cursor.optional(),
  limit: Limit,
});
/** The cursor's content: the last note of the previous page. */
export const NotePosition = z.tuple([z.int(), z.int()]).readonly();
export type NoteQuery = z.infer<typeof NoteQuery>;
export const TransferNote = z.object({ kind: z.enum(["changed", "skipped"]), path: z.string(), reason: z.string() });
export type TransferNote = z.infer<typeof TransferNote>;
export const TransferNotes = z.object({ notes: z.array(TransferNote), nextCursor: z.string().nullable() });
export type TransferNotes = z.infer<typeof TransferNotes>;
