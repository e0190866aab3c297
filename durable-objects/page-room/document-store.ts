/**
 * The Yjs documents of a page. A document keeps a trace of every edit; one that has grown too large is replaced by a
 * new one with its text. The revision and everything stored before stay: old versions are read from the document of
 * their time.
 */
import { toRoomClient } from "../../src/realtime/clients.ts";
import { PageDocument } from "../../src/realtime/document.ts";
import { ensureTable, hasTable, writeMeta } from "./schema.ts";
import { deleteSnapshot, insertSnapshot } from "./snapshot-store.ts";
import { retireWriters } from "./writer-store.ts";

/**
 * Maximum Yjs structs per document. Each takes about 235 bytes of memory and 11 of a first frame, however short its
 * text; typed text has one for every few words.
 */
const MAX_PARTS = 100_000;

export const isOversized = ({ partCount }: Pick<PageDocument, "partCount">): boolean => partCount > MAX_PARTS;

/** `id` tells a client whether its copy is of this document. A page's first document has id 0. */
export type DocumentStart = { readonly since: number; readonly id: number };

const FIRST: DocumentStart = { since: 0, id: 0 };

/** The document of the newest revision. */
export const currentDocument = (sql: SqlStorage): DocumentStart => listDocuments(sql).at(-1) ?? FIRST;

/** Documents after the first, oldest first. */
export const listDocuments = (sql: SqlStorage): DocumentStart[] =>
  hasTable(sql, "documents") ? sql.exec<DocumentStart>("SELECT since, id FROM documents ORDER BY since").toArray() : [];

/** Starts a new document with the text of the committed `revision`, inside the caller's transaction. */
export function startDocument(sql: SqlStorage, revision: number, text: string, random: () => number): void {
  const client = toRoomClient(random());
  const document = new PageDocument();
  document.splice([{ at: 0, remove: 0, insert: text }], client);
  deleteSnapshot(sql, revision);
  insertSnapshot(sql, revision, document.encode());
  writeMeta(sql, "client", client);
  // Existing client ids belong to the old document: nobody may write with them in this one.
  retireWriters(sql);
  ensureTable(sql, "documents");
  sql.exec("INSERT OR REPLACE INTO documents (since, id) VALUES (?, ?)", revision, 1 + random());
}

/** Deletes a document that started at a revision which D1 did not commit. */
export const deleteDocumentSince = (sql: SqlStorage, revision: number): void => {
  if (hasTable(sql, "documents")) sql.exec("DELETE FROM documents WHERE since = ?", revision);
};
