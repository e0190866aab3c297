/** The update log of a page's room: rows, bytes, and the revision that D1 is known to have. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { BROWSER_CLIENTS } from "../../src/realtime/clients.ts";
import { UpdateLog } from "../../durable-objects/page-room/update-log.ts";
import type { Authorship } from "../../durable-objects/page-room/update-store.ts";
import { freshId } from "../support/world.ts";
import { nightly } from "../support/nightly.ts";

const START = Date.UTC(2026, 0, 1);
const ANN = (at = START): Authorship => ({ author: "ann", tokenId: null, at });
const BOT: Authorship = { author: "bob", tokenId: "token", at: START };

let seed = 1;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);

/** Opens a new log over the same storage, told that D1 has the revision `stored`: by default everything. */
type Open = (stored?: number) => UpdateLog;

/** Runs `act` with the real storage of a new object. */
async function inRoom(act: (open: Open, storage: DurableObjectStorage) => void): Promise<void> {
  await runInDurableObject(env.PAGE_ROOM.getByName(freshId("log")), (_, { storage }) => {
    const open: Open = (stored = Infinity) => {
      const log = new UpdateLog(storage, random);
      log.learnRevision(stored);
      return log;
    };
    act(open, storage);
  });
}

function started(open: Open, text: string): UpdateLog {
  const log = open();
  log.start(text, 3, ANN());
  return log;
}

const changes = (storage: DurableObjectStorage): number =>
  Number(storage.sql.exec("SELECT total_changes() AS n").one()["n"]);

/** Random words of up to 19 letters and digits, which hardly compress. */
const word = (): string =>
  Array.from({ length: 3 }, () => random().toString(36).padStart(7, "0"))
    .join("")
    .slice(0, 19);

const gzipped = async (bytes: Uint8Array): Promise<number> =>
  (await new Response(new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer())
    .byteLength;

nightly.each([
  // 200 words at each place, one place after the other.
  ["sequentially", (i: number) => Math.floor(i / 200) * 4_000 + (i % 200) * 20, 1.1, Infinity],
  ["at random places", (i: number, length: number) => (i === 0 ? 0 : (random() % (length / 20)) * 20), Infinity, 1.4],
])("sends a page of 200 KB typed %s in 10,000 updates in little more than its text", async (_, at, most, packed) => {
  let state = new Uint8Array();
  let length = 0;
  await inRoom((open) => {
    const log = started(open, "");
    const doc = new Y.Doc();
    doc.clientID = BROWSER_CLIENTS + 1;
    Y.applyUpdate(doc, log.encodeState());
    const text = doc.getText("content");
    const sent: Uint8Array[] = [];
    doc.on("update", (update: Uint8Array) => void sent.push(update));
    for (let i = 0; i < 10_000; i++) {
      text.insert(Math.min(at(i, text.length), text.length), `${word()} `);
      if (sent.length === 100)
        log.applyUpdates(sent.splice(0).map((update) => ({ update, by: ANN(START + i), from: doc })));
    }
    log.snapshotIfDue();
    const woken = open();
    expect(woken.revision).toBe(10_003);
    expect(woken.text).toBe(text.toString());
    ({ length } = woken.text);
    state = new Uint8Array(woken.encodeState());
  });
  expect(length).toBe(200_000);
  expect(state.byteLength / length).toBeLessThan(most);
  expect((await gzipped(state)) / length).toBeLessThan(packed);
});

test("stores one row per keystroke, and a snapshot only on request", async () => {
  await inRoom((open, storage) => {
    const log = started(open, "");
    const doc = new Y.Doc();
    doc.clientID = BROWSER_CLIENTS + 1;
    const sent: Uint8Array[] = [];
    doc.on("update", (update: Uint8Array) => void sent.push(update));
    const type = () => {
      doc.getText("content").insert(0, "x");
      log.applyUpdates(sent.splice(0).map((update) => ({ update, by: ANN(), from: doc })));
    };
    type();
    const before = changes(storage);
    for (let i = 0; i < 600; i++) type();
    expect(changes(storage) - before).toBe(600);
    log.snapshotIfDue();
    expect(changes(storage) - before).toBe(601);
  });
});

test("distinguishes an edit that D1 did not commit from a restored D1, however far typing is ahead", async () => {
  await inRoom((open) => {
    const doc = new Y.Doc();
    doc.clientID = BROWSER_CLIENTS + 1;
    const sent: Uint8Array[] = [];
    doc.on("update", (update: Uint8Array) => void sent.push(update));
    const type = (log: UpdateLog) => {
      doc.getText("content").insert(0, "x");
      log.applyUpdates(sent.splice(0).map((update) => ({ update, by: ANN(), from: doc })));
    };
    const log = started(open, "");
    Y.applyUpdate(doc, log.encodeState());
    sent.length = 0;
    for (let i = 0; i < 5; i++) type(log);
    log.projected(6);
    type(log);
    expect([log.revision, log.isAhead, log.inD1]).toEqual([9, true, 6]);
    const stage = (into: UpdateLog) =>
      into.edit({ change: { kind: "body", content: "whole" }, base: into.revision }, BOT);
    stage(log);
    // D1 has only the typing up to the last projection, so the edit was not committed.
    const aborted = open(6);
    expect([aborted.pending, aborted.resolvePending(6), aborted.revision]).toEqual([10, "aborted", 9]);
    stage(aborted);
    // D1 has an older revision than it is known to have had: it was restored, and the room's text counts.
    const confirmed = open(5);
    expect([confirmed.pending, confirmed.resolvePending(5), confirmed.text]).toEqual([11, "confirmed", "whole"]);
    expect([confirmed.isAhead, confirmed.inD1]).toEqual([false, 11]);
  });
});

/** One update of typing by each of these clients, based on the log's current text. */
function typedWith(log: UpdateLog, clients: readonly number[]): Uint8Array[] {
  return clients.map((client) => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, log.encodeState());
    const before = Y.encodeStateVector(doc);
    doc.clientID = client;
    doc.getText("content").insert(0, "x");
    return Y.encodeStateAsUpdate(doc, before);
  });
}

const idsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => BROWSER_CLIENTS + first + i);

test("limits a user to 500 new Yjs clients a day, and keeps existing ones usable", async () => {
  await inRoom((open, storage) => {
    const log = started(open, "");
    const type = (clients: readonly number[], by: Authorship) =>
      typedWith(log, clients).map((update) => log.applyUpdates([{ update, by, from: {} }])[0]?.ok);
    expect(type(idsFrom(1, 501), ANN())).toEqual([...Array.from({ length: 500 }, () => true), false]);
    const bob = { author: "bob", tokenId: null, at: START };
    expect([type(idsFrom(1, 1), ANN()), type(idsFrom(600, 1), bob)]).toEqual([[true], [true]]);
    const rows = () => storage.sql.exec("SELECT count(*) AS n FROM writers").one()["n"];
    expect(rows()).toBe(501);
    const nextDay = START + 25 * 60 * 60 * 1000;
    expect(type(idsFrom(700, 1), ANN(nextDay))).toEqual([true]);
    // The clients' owners are forgotten after half a year.
    log.compact(nextDay + 180 * 24 * 60 * 60 * 1000 - 1);
    expect(rows()).toBe(1);
  });
});

test("rejects a client ID whose writer was forgotten, also after the room restarts", async () => {
  await inRoom((open) => {
    const log = started(open, "");
    const [client = 0, other = 0] = idsFrom(1, 2);
    const late = START + 181 * 24 * 60 * 60 * 1000;
    const type = (into: UpdateLog, id: number, author: string) =>
      into.applyUpdates(typedWith(into, [id]).map((update) => ({ update, by: { ...ANN(late), author }, from: {} })));
    expect(type(log, client, "ann")).toMatchObject([{ ok: true }]);
    expect([log.mayWrite(client, "ann"), log.mayWrite(client, "bob")]).toEqual([true, false]);
    log.compact(late + 180 * 24 * 60 * 60 * 1000 + 1);
    for (const each of [log, open()]) {
      for (const author of ["ann", "bob"]) {
        expect(each.mayWrite(client, author)).toBe(false);
        expect(type(each, client, author)).toMatchObject([{ ok: false }]);
      }
    }
    expect(type(log, other, "bob")).toMatchObject([{ ok: true }]);
  });
});
