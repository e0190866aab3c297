/** Files, their stored bytes, and uploads in progress. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { pages } from "./pages.ts";
import { users } from "./users.ts";

/** Text of attachments, so that search finds their page; cut to the length that search needs. */
export const attachmentTexts = sqliteTable(
  "attachment_texts",
  {
    fileId: text("file_id")
      .primaryKey()
      .references(() => files.id, { onDelete: "cascade" }),
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    content: text("content").notNull(),
  },
  (t) => [index("attachment_texts_by_page").on(t.pageId, t.fileId)],
);

/** Objects written before a blob refers to them. Rows that remain for a day are removed, together with their objects. */
export const blobCandidates = sqliteTable("blob_candidates", {
  generation: text("generation").primaryKey(),
  sha256: text("sha256").notNull(),
  createdAt: integer("created_at").notNull(),
});

/**
 * One row each time content is newly stored. The object is `sha256/<sha256>/<generation>`, or `stage/<generation>` while
 * `staged`. A generation is never reused, so that a late removal can only affect its own object.
 */
export const blobs = sqliteTable(
  "blobs",
  {
    generation: text("generation").primaryKey(),
    /** Lower-case hex. */
    sha256: text("sha256").notNull(),
    size: integer("size").notNull(),
    /** A `dead` row's object is being removed from the bucket and accepts no new references. */
    state: text("state", { enum: ["live", "dead"] })
      .notNull()
      .default("live"),
    staged: integer("staged").notNull(),
    /** Since when nothing refers to it; 0 = just now, until the sweep sets the time. */
    condemnedAt: integer("condemned_at"),
    createdAt: integer("created_at").notNull(),
    /** While `staged`: when a job was last queued to move it to its final location. */
    sentAt: integer("sent_at").notNull().default(0),
  },
  (t) => [
    index("blobs_condemned")
      .on(t.condemnedAt)
      .where(sql`condemned_at is not null`),
    uniqueIndex("blobs_live")
      .on(t.sha256)
      .where(sql`state = 'live'`),
    index("blobs_staged")
      .on(t.sentAt)
      .where(sql`staged = 1`),
  ],
);

/** Documents created from a file's text; repeating the request returns the same document. */
export const conversions = sqliteTable(
  "conversions",
  {
    fileId: text("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    generation: text("generation").notNull(),
    userId: text("user_id").notNull(),
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.generation, t.userId] }), index("conversions_by_page").on(t.pageId)],
);

export const files = sqliteTable(
  "files",
  {
    id: text("id").primaryKey(),
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    /** `content`: the file of a FILE page; `previous`: an earlier version of it; `attachment`: attached to any other page. */
    role: text("role", { enum: ["content", "previous", "attachment"] }).notNull(),
    filename: text("filename").notNull(),
    /** As shown in the record and as served: determined from the bytes, never from the uploader's claim alone. */
    mimeType: text("mime_type").notNull(),
    size: integer("size").notNull(),
    generation: text("generation")
      .notNull()
      .references(() => blobs.generation),
    createdBy: text("created_by").notNull(),
    status: text("status", { enum: ["pending", "processing", "completed", "failed"] })
      .notNull()
      .default("pending"),
    /** Incremented when processing is requested again; results of an earlier run are dropped. */
    run: integer("run").notNull().default(1),
    attempts: integer("attempts").notNull().default(0),
    /** Why processing failed, as a message for the user. */
    error: text("error"),
    /** JSON: width, height, pageCount, characters… */
    metadata: text("metadata").notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    index("files_by_blob").on(t.generation, t.createdBy),
    index("files_by_creator").on(t.createdBy, t.id),
    index("files_by_page").on(t.pageId, t.role, t.id),
    index("files_under_way")
      .on(t.updatedAt)
      .where(sql`status in ('pending', 'processing')`),
  ],
);

export const uploadParts = sqliteTable(
  "upload_parts",
  {
    uploadId: text("upload_id")
      .notNull()
      .references(() => uploads.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    etag: text("etag").notNull(),
    size: integer("size").notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.number] })],
);

/** Multipart uploads, with one row in `upload_parts` per received part. */
export const uploads = sqliteTable(
  "uploads",
  {
    /** Also the generation of the bytes. */
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** JSON: where to place the file, in the same form as for a single-request upload. */
    target: text("target").notNull(),
    filename: text("filename").notNull(),
    size: integer("size").notNull(),
    /** The bucket's own id of the upload. */
    storeUploadId: text("store_upload_id").notNull(),
    /** Set once the parts are one object, so that a repeated completion continues from there. */
    assembled: integer("assembled").notNull().default(0),
    /** The file that the upload became. */
    fileId: text("file_id"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("uploads_by_end").on(t.expiresAt), index("uploads_by_user").on(t.userId, t.id)],
);
