/** Imports and exports in the background. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drives } from "./drives.ts";

/** What is done next: of an import, of an export, and of both. */
// oxfmt-ignore
export const TRANSFER_PHASES = [
  "list", "arrange", "pages", "contents", "convert", "publish",
  "tree", "names", "write", "finish", "seal",
  "discard", "clear", "ended",
] as const;

export const transfers = sqliteTable(
  "transfers",
  {
    /** Of an import also the generation of its archive. */
    id: text("id").primaryKey(),
    /** No foreign key: what an import has made so far has to be taken away also when the account is gone. */
    userId: text("user_id").notNull(),
    kind: text("kind", { enum: ["import", "export"] }).notNull(),
    driveId: text("drive_id")
      .notNull()
      .references(() => drives.id, { onDelete: "cascade" }),
    /** Of an import the page that it goes under, of an export the page at its top; null for the whole drive. */
    pageId: text("page_id"),
    name: text("name").notNull(),
    state: text("state", { enum: ["running", "paused", "done", "failed", "cancelled"] }).notNull(),
    phase: text("phase", { enum: TRANSFER_PHASES }).notNull(),
    /** JSON: where the present phase has got to. */
    cursor: text("cursor").notNull().default("{}"),
    step: integer("step").notNull().default(1),
    /** How often the present step was begun again after it had been lost. */
    attempts: integer("attempts").notNull().default(0),
    callerKind: text("caller_kind", { enum: ["session", "mcp"] }).notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The page in the trash that holds what an import makes, until all of it is there; "" of an export. */
    rootId: text("root_id").notNull(),
    size: integer("size").notNull(),
    total: integer("total").notNull().default(0),
    done: integer("done").notNull().default(0),
    pages: integer("pages").notNull().default(0),
    files: integer("files").notNull().default(0),
    links: integer("links").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    skipped: integer("skipped").notNull().default(0),
    reason: text("reason"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    endedAt: integer("ended_at"),
    /** Parts of an export's archive that were numbered so far. */
    parts: integer("parts").notNull().default(0),
    /** Until when an export's archive may be downloaded; null when there is none. */
    expiresAt: integer("expires_at"),
  },
  (t) => [
    index("transfers_by_drive").on(t.driveId, t.rootId),
    index("transfers_by_user").on(t.userId, t.id),
    index("transfers_ended")
      .on(t.endedAt)
      .where(sql`ended_at is not null`),
    index("transfers_expiring")
      .on(t.expiresAt)
      .where(sql`expires_at is not null`),
    index("transfers_open")
      .on(t.updatedAt)
      .where(sql`ended_at is null`),
  ],
);

/** What lies in an archive that is imported, and what becomes of it; goes when the import has ended. */
export const transferEntries = sqliteTable(
  "transfer_entries",
  {
    transferId: text("transfer_id")
      .notNull()
      .references(() => transfers.id, { onDelete: "cascade" }),
    path: text("path").notNull(),
    /** The archive it lies in: the one that was uploaded is 0, those in it follow. */
    archive: integer("archive").notNull(),
    folder: text("folder").notNull(),
    stem: text("stem").notNull(),
    nameKey: text("name_key").notNull(),
    sortKey: text("sort_key").notNull(),
    type: text("type").notNull(),
    title: text("title").notNull(),
    at: integer("at").notNull().default(0),
    packed: integer("packed").notNull().default(0),
    size: integer("size").notNull().default(0),
    crc: integer("crc").notNull().default(0),
    isStored: integer("is_stored").notNull().default(0),
    /** A file whose text becomes a document, once it has been read. */
    converts: integer("converts").$type<0 | 1>().notNull().default(0),
    pageId: text("page_id").notNull(),
    fileId: text("file_id").notNull(),
    parentId: text("parent_id"),
    place: integer("place").notNull().default(0),
    depth: integer("depth").notNull(),
    /** folder: only if no page takes what is in it; listed, then page, then done, of what converts by way of reading; left: nothing becomes of it. */
    state: text("state", { enum: ["folder", "listed", "page", "reading", "done", "left"] }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.transferId, t.path] }),
    index("transfer_entries_by_depth").on(t.transferId, t.state, t.depth, t.path),
    index("transfer_entries_by_folder").on(t.transferId, t.folder, t.sortKey),
    index("transfer_entries_by_name").on(t.transferId, t.nameKey),
    index("transfer_entries_by_place").on(t.transferId, t.state, t.archive, t.at),
    index("transfer_entries_by_stem").on(t.transferId, t.stem),
  ],
);

/** What is told of an import or export at its end. */
export const transferNotes = sqliteTable(
  "transfer_notes",
  {
    transferId: text("transfer_id")
      .notNull()
      .references(() => transfers.id, { onDelete: "cascade" }),
    /** The step that wrote it, and its place among those. */
    step: integer("step").notNull(),
    n: integer("n").notNull(),
    kind: text("kind", { enum: ["changed", "skipped"] }).notNull(),
    path: text("path").notNull(),
    reason: text("reason").notNull(),
  },
  (t) => [primaryKey({ columns: [t.transferId, t.step, t.n] })],
);

/** What an archive is to hold, and where in it each entry was written; goes when the export has ended. */
export const exportEntries = sqliteTable(
  "export_entries",
  {
    transferId: text("transfer_id")
      .notNull()
      .references(() => transfers.id, { onDelete: "cascade" }),
    /** The place of its page among those that are exported, parents before children. */
    n: integer("n").notNull(),
    /** 0 is the page itself, 1 what was said on it, from 2 on what is attached to it. */
    part: integer("part").notNull(),
    /** `n` of the page above; 0 at the top. */
    parentN: integer("parent_n").notNull(),
    pageId: text("page_id").notNull(),
    /** What the page is, or what is attached to it. */
    fileId: text("file_id"),
    type: text("type").notNull(),
    title: text("title").notNull(),
    /** Null until it has been given its name. */
    path: text("path"),
    /** Of a page with others below it, where those lie. */
    folder: text("folder"),
    /** Null until it has been written. */
    at: integer("at"),
    packed: integer("packed").notNull().default(0),
    size: integer("size").notNull().default(0),
    crc: integer("crc").notNull().default(0),
    isStored: integer("is_stored").$type<0 | 1>().notNull().default(0),
    isStreamed: integer("is_streamed").$type<0 | 1>().notNull().default(0),
    /** JSON for the manifest; null for what is not in that. */
    detail: text("detail"),
  },
  (t) => [
    primaryKey({ columns: [t.transferId, t.n, t.part] }),
    index("export_entries_by_file")
      .on(t.transferId, t.fileId)
      .where(sql`file_id is not null`),
    index("export_entries_by_page")
      .on(t.transferId, t.pageId)
      .where(sql`part = 0`),
    index("export_entries_by_parent")
      .on(t.transferId, t.parentN, t.n)
      .where(sql`part = 0`),
  ],
);

/** Parts of its archive that the bucket has taken. */
export const exportParts = sqliteTable(
  "export_parts",
  {
    transferId: text("transfer_id")
      .notNull()
      .references(() => transfers.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    etag: text("etag").notNull(),
  },
  (t) => [primaryKey({ columns: [t.transferId, t.number] })],
);
