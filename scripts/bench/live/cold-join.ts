/** How long it takes to open a long page whose room is hibernating: 200 KB typed in 10,000 updates at different positions. */
import { globSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import * as Y from "yjs";
import { BROWSER_CLIENTS } from "../../../src/realtime/clients.ts";
import type { Server } from "../server.ts";
import { now, Typist } from "./typist.ts";

const UPDATES = 10_000;
const WORD = "nineteen characters ";
const AUTHOR = "user-0";

export type ColdJoins = {
  /** For a short page, in ms: the minimum for waking the service and its rooms. */
  readonly shortPage: number;
  /** In ms, without a snapshot of the page (created when the first client leaves) and with one. */
  readonly withoutSnapshot: readonly number[];
  readonly withSnapshot: readonly number[];
  /** For the last page: bytes received over the socket, before compression in transit, and bytes of its text. */
  readonly bytes: { readonly received: number; readonly text: number };
};

/** Writes edits directly into the room's log. The server must not be running. */
function writeHistory(folder: string, pageId: string): void {
  const [file] = globSync("**/*PageRoom*/*.sqlite", { cwd: folder }).filter((each) =>
    holds(join(folder, each), pageId),
  );
  if (file === undefined) throw new Error(`No database of the room of ${pageId} was found in ${folder}.`);
  const database = new DatabaseSync(join(folder, file));
  const doc = new Y.Doc();
  let seq = 0;
  for (const row of database.prepare("select seq, bytes from updates order by seq").all()) {
    seq = Number(row["seq"]);
    Y.applyUpdate(doc, row["bytes"] as Uint8Array); // a blob column
  }
  doc.clientID = BROWSER_CLIENTS + 1;
  const insert = database.prepare(
    "insert into updates (seq, first, at, author, pending, size, bytes) values (?, ?, ?, ?, 0, ?, ?)",
  );
  const at = Date.now();
  doc.on("update", (update: Uint8Array) => {
    seq += 1;
    insert.run(seq, seq, at, AUTHOR, update.byteLength, update);
  });
  database.exec("begin");
  database.prepare("insert into versions (first, at, author) values (?, ?, ?)").run(seq + 1, at, AUTHOR);
  database.prepare("insert into writers (client, author, at) values (?, ?, ?)").run(doc.clientID, AUTHOR, at);
  const text = doc.getText("content");
  for (let n = 0; n < UPDATES; n += 1) text.insert(Math.floor(Math.random() * text.length), WORD);
  database.exec("commit");
  database.close();
}

function holds(file: string, pageId: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const hasPage = database.prepare("select 1 from sqlite_master where name = 'page'").get() !== undefined;
    return hasPage && database.prepare("select 1 from page where id = ?").get(pageId) !== undefined;
  } finally {
    database.close();
  }
}

/** The first of `pageIds` wakes the service, the second stays short. `addressOf` returns a page's current address. */
export async function measureColdJoins(
  server: Server,
  pageIds: readonly string[],
  addressOf: (pageId: string) => string,
  token: string,
): Promise<ColdJoins> {
  let bytes = { received: 0, text: 0 };
  /** From the upgrade to the whole page, in ms. */
  const openAll = async (): Promise<number[]> => {
    const times: number[] = [];
    for (const pageId of pageIds) {
      const begun = now();
      const reader = new Typist("room", addressOf(pageId), token, false);
      await reader.ready;
      times.push(now() - begun);
      bytes = { received: reader.received.bytes, text: Buffer.byteLength(reader.text) };
      reader.close();
    }
    return times;
  };
  await openAll();
  await server.restart(() => pageIds.slice(2).forEach((pageId) => writeHistory(server.folder, pageId)));
  const [, shortPage = Number.NaN, ...withoutSnapshot] = await openAll();
  // When the last client leaves, the room writes to D1, and then a snapshot.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await server.restart(() => undefined);
  const withSnapshot = (await openAll()).slice(2);
  return { shortPage, withoutSnapshot, withSnapshot, bytes };
}
