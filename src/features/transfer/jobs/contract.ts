/** Imports and exports that go on behind an answer: what they are asked with, and what is told of them. */
import * as z from "zod";
import { Cursor, Id, Limit, Time } from "../../../kernel/contract.ts";

/** Transfers of one person that go on at a time. */
export const MAX_OPEN = 20;

export const TransferParams = z.object({ transferId: Id });

/** The upload of an archive that was begun with the purpose `import`, all parts of which have arrived. */
export const BeginImport = z.object({ uploadId: Id });
export type BeginImport = z.infer<typeof BeginImport>;

/** A page with everything below it, or all of a drive. */
export const BeginExport = z.object({ driveId: Id, pageId: Id.optional() });
export type BeginExport = z.infer<typeof BeginExport>;

export const TransferState = z.enum(["running", "paused", "done", "failed", "cancelled"]);
export type TransferState = z.infer<typeof TransferState>;

/**
 * What it is at, for a person to see. Of an import: reading the archive, making pages, making documents of files, putting
 * them in their place. Of an export: naming pages, writing them, putting the archive together. Of both: tidying up.
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
    /** The page it goes under, or that is exported; null for the drive. */
    pageId: z.string().nullable(),
    /** Of the archive. */
    name: z.string(),
    state: TransferState,
    stage: TransferStage,
    /** Bytes of the archive; 0 until there is one. */
    size: z.int(),
    /** Of the present stage; 0 of 0 while that is not known. */
    done: z.int(),
    total: z.int(),
    pages: z.int(),
    files: z.int(),
    links: z.int(),
    changed: z.int(),
    skipped: z.int(),
    /** Why it failed or waits, for a person. */
    reason: z.string().nullable(),
    createdAt: Time,
    endedAt: Time.nullable(),
    /** Until when the archive of an export may be downloaded; null when there is none. */
    expiresAt: Time.nullable(),
  })
  .meta({ id: "Transfer" });
export type Transfer = z.infer<typeof Transfer>;

/** Newest first: `cursor` leads to what is older. */
export const ListTransfers = z.object({ cursor: Id.optional(), limit: Limit });
export type ListTransfers = z.infer<typeof ListTransfers>;
export const TransferList = z.object({ transfers: z.array(Transfer), nextCursor: z.string().nullable() });
export type TransferList = z.infer<typeof TransferList>;

export const NoteQuery = z.object({
  cursor: Cursor.optional(),
  limit: Limit,
});
/** In a cursor: the last note of the answer before. */
export const NotePosition = z.tuple([z.int(), z.int()]).readonly();
export type NoteQuery = z.infer<typeof NoteQuery>;
export const TransferNote = z.object({ kind: z.enum(["changed", "skipped"]), path: z.string(), reason: z.string() });
export type TransferNote = z.infer<typeof TransferNote>;
export const TransferNotes = z.object({ notes: z.array(TransferNote), nextCursor: z.string().nullable() });
export type TransferNotes = z.infer<typeof TransferNotes>;
