/** Opens a room from the rows of a log, and adds or removes individual rows. */
import { toRoomClient } from "../../src/realtime/clients.ts";
import { lineKindOf, type LineKind } from "../../src/realtime/line-kind.ts";
import { PageDocument } from "../../src/realtime/document.ts";
import { Room, type RoomHead } from "../../src/realtime/room.ts";
import type { CommittedState, StagedEdit } from "./recovery-state.ts";
import { currentDocument, deleteDocumentSince } from "./document-store.ts";
import { readMeta, readPage, writeMeta } from "./schema.ts";
import { SnapshotSchedule } from "./snapshot-schedule.ts";
import { deleteSnapshot } from "./snapshot-store.ts";
import { deleteUpdates, documentAt, insertUpdate, keptFrom, type Authorship } from "./update-store.ts";
import { deleteVersion, insertVersion } from "./version-store.ts";

export type OpenRoom = { readonly room: Room; readonly snapshots: SnapshotSchedule };

/** The committed document in memory; `committed` returns the current state. `random` returns 32 random bits. */
export function openRoom(sql: SqlStorage, committed: () => CommittedState, random: () => number): OpenRoom {
  const { firstRevision, revision } = committed();
  const usedRevision = Math.max(revision, readMeta(sql, "used") ?? 0);
  const client = readMeta(sql, "client") ?? toRoomClient(random());
  let kind: LineKind | null = null;
  const history = {
    documentAt: (at: number) => documentAt(sql, at),
    keptFrom: (at: number) => keptFrom(sql, at, committed().revision),
    documentSince: () => currentDocument(sql).since,
  };
  return {
    room: new Room(history, { revision, usedRevision, client }, random, () => {
      // The page is known from the first connection on.
      const page = kind === null ? readPage(sql) : null;
      return (kind ??= page && lineKindOf(page.type)) ?? "plain";
    }),
    snapshots: new SnapshotSchedule(sql, firstRevision, revision),
  };
}

/** Starts the log with D1's text at `revision`; `by` is its author. */
export function storeFirstRevision(
  sql: SqlStorage,
  text: string,
  revision: number,
  by: Authorship,
  random: () => number,
): void {
  const client = toRoomClient(random());
  const update = new PageDocument().splice([{ at: 0, remove: 0, insert: text.toWellFormed() }], client);
  const row = { seq: revision, first: 0, by, isPending: false, note: null, ticket: null };
  insertUpdate(sql, row, update ?? new PageDocument().encode());
  insertVersion(sql, revision, by);
  writeMeta(sql, "birth", revision);
  writeMeta(sql, "client", client);
}

/** Stores an edit that D1 is about to decide on; it starts a version or continues one. */
export function storeStaged(sql: SqlStorage, stage: StagedEdit, update: Uint8Array, isVersion: boolean): void {
  const { revision, by, note, ticket } = stage;
  insertUpdate(sql, { seq: revision, first: revision, by, note, ticket, isPending: true }, update);
  if (isVersion) insertVersion(sql, revision, by);
}

/** After a rejected edit, neither its revision number nor its Yjs client id is used again. */
export function storeHead(sql: SqlStorage, { usedRevision, client }: RoomHead): void {
  writeMeta(sql, "used", usedRevision);
  writeMeta(sql, "client", client);
}

/** Removes a rejected edit. It has a snapshot if D1 had committed it once and was restored since. */
export function removeRevision(sql: SqlStorage, revision: number): void {
  deleteUpdates(sql, revision, revision);
  deleteVersion(sql, revision);
  deleteSnapshot(sql, revision);
  deleteDocumentSince(sql, revision);
}
