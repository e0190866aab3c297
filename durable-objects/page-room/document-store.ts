/**
 * The Yjs documents of a page. A document keeps a trace of every edit; one that has become too large is left, and another begun
 * from its text. The revision stays, and what was stored before: old versions are read from the document of their time.
 */
import { toRoomClient } from "../../src/realtime/clients.ts";
import { PageDocument } from "../../src/realtime/document.ts";
import { writeMeta } from "./schema.ts";
import { deleteSnapshot, insertSnapshot } from "./snapshot-store.ts";
import { retireWriters } from "./writer-store.ts";

/**
 * Parts (Yjs structs) of one document. Each takes about 235 bytes of memory and 11 of a first frame, however short the text;
 * text that people type has one for every few words.
 */
const MAX_PARTS = 100_000;

/** The document is to be left. */
export const isOversized = ({ partCount }: Pick<PageDocument, "partCount">): boolean => partCount > MAX_PARTS;

/** `id` tells a client whether its copy is of this document. The first of a page is 0. */
export type DocumentStart = { readonly since: number; readonly id: number };

const FIRST: DocumentStart = { since: 0, id: 0 };

/** The document that the newest revision is of. */
export const currentDocument = (sql: SqlStorage): DocumentStart => listDocuments(sql).at(-1) ?? FIRST;

/** Documents after the first, oldest first. */
export const listDocuments = (sql: SqlStorage): DocumentStart[] =>
  sql.exec<DocumentStart>("SELECT since, id FROM documents ORDER BY since").toArray();

/** Begins another document with the text of `revision`, the committed one, in one transaction of the caller's. */
export function startDocument(sql: SqlStorage, revision: number, text: string, random: () => number): void {
  const client = toRoomClient(random());
  const document = new PageDocument();
  document.splice([{ at: 0, remove: 0, insert: text }], client);
  deleteSnapshot(sql, revision);
  insertSnapshot(sql, revision, document.encode());
  writeMeta(sql, "client", client);
  // What was written as them belongs to the document before: nobody may bring it into this one.
  retireWriters(sql);
  sql.exec("INSERT OR REPLACE INTO documents (since, id) VALUES (?, ?)", revision, 1 + random());
}

/** Forgets a document that began with a revision which D1 did not commit. */
export const deleteDocumentSince = (sql: SqlStorage, revision: number): void => {
  sql.exec("DELETE FROM documents WHERE since = ?", revision);
};
