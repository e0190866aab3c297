/** Imports and exports in the background. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drives } from "./drives.ts";

/** Next phase: of an import, of an export, and of both. */
// oxfmt-ignore
export const TRANSFER_PHASES = [
  "list", "arrange", "pages", "contents", "convert", "publish",
  "tree", "names", "write", "finish", "seal",
  "discard", "clear", "ended",
] as const;

export const transfers = sqliteTable(
  "transfers",
  {
    /** For an import, also the generation of its archive. */
    id: text("id").primaryKey(),
    /** No foreign key: an import's partial result must be removed even if the account is gone. */
    userId: text("user_id").notNull(),
    kind: text("kind", { enum: ["import", "export"] }).notNull(),
    driveId: text("drive_id")
      .notNull()
      .references(() => drives.id, { onDelete: "cascade" }),
    /** For an import the parent page, for an export the top page; null for the whole drive. */
    pageId: text("page_id"),
    name: text("name").notNull(),
    state: text("state", { enum: ["running", "paused", "done", "failed", "cancelled"] }).notNull(),
    phase: text("phase", { enum: TRANSFER_PHASES }).notNull(),
    /** JSON: progress within the current phase. */
    cursor: text("cursor").notNull().default("{}"),
    step: integer("step").notNull().default(1),
    /** How often the current step was restarted after it was lost. */
    attempts: integer("attempts").notNull().default(0),
    callerKind: text("caller_kind", { enum: ["session", "mcp"] }).notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The page in the trash that holds an import's result until it is complete; "" for an export. */
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
    /** Number of archive parts of an export that were numbered so far. */
    parts: integer("parts").notNull().default(0),
    /** Until when an export's archive can be downloaded; null if there is none. */
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

/** Entries of an archive that is being imported, and their state; deleted when the import has ended. */
export const transferEntries = sqliteTable(
  "transfer_entries",
  {
    transferId: text("transfer_id")
      .notNull()
      .references(() => transfers.id, { onDelete: "cascade" }),
    path: text("path").notNull(),
    /** The archive that contains it: 0 is the uploaded one, archives nested in it follow. */
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
    /** A file whose text becomes a document once it has been read. */
    converts: integer("converts").$type<0 | 1>().notNull().default(0),
    pageId: text("page_id").notNull(),
    fileId: text("file_id").notNull(),
    parentId: text("parent_id"),
    place: integer("place").notNull().default(0),
    depth: integer("depth").notNull(),
    /**
     * `folder`: becomes a page only if no other page takes its contents. Others go from `listed` to `page` to `done`, via
     * `reading` if they are converted. `left`: nothing is created for it.
     */
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

/** Remarks reported at the end of an import or export. */
export const transferNotes = sqliteTable(
  "transfer_notes",
  {
    transferId: text("transfer_id")
      .notNull()
      .references(() => transfers.id, { onDelete: "cascade" }),
    /** The step that wrote the note, and its index within that step. */
    step: integer("step").notNull(),
    n: integer("n").notNull(),
    kind: text("kind", { enum: ["changed", "skipped"] }).notNull(),
    path: text("path").notNull(),
    reason: text("reason").notNull(),
  },
  (t) => [primaryKey({ columns: [t.transferId, t.step, t.n] })],
);

/** Entries of an export's archive, and where each was written in it; deleted when the export has ended. */
export const exportEntries = sqliteTable(
  "export_entries",
  {
    transferId: text("transfer_id")
      .notNull()
      .references(() => transfers.id, { onDelete: "cascade" }),
    /** Number of its page in the export, parents before children. */
    n: integer("n").notNull(),
    /** 0 is the page itself, 1 its messages, 2 and above its attachments. */
    part: integer("part").notNull(),
    /** `n` of the parent page; 0 at the top. */
    parentN: integer("parent_n").notNull(),
    pageId: text("page_id").notNull(),
    /** The page's own file, or the attachment. */
    fileId: text("file_id"),
    type: text("type").notNull(),
    title: text("title").notNull(),
    /** Null until a name is assigned. */
    path: text("path"),
    /** For a page with children, the folder that contains them. */
    folder: text("folder"),
    /** Null until it is written. */
    at: integer("at"),
    packed: integer("packed").notNull().default(0),
    size: integer("size").notNull().default(0),
    crc: integer("crc").notNull().default(0),
    isStored: integer("is_stored").$type<0 | 1>().notNull().default(0),
    isStreamed: integer("is_streamed").$type<0 | 1>().notNull().default(0),
    /** JSON for the manifest; null if not in the manifest. */
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

/** Parts of an export's archive that the bucket has accepted. */
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
