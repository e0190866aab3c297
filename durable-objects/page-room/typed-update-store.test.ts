import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { BROWSER_CLIENTS } from "../../src/realtime/clients.ts";
import { UpdateLog } from "./update-log.ts";
import type { Authorship } from "./update-store.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);
const ANN: Authorship = { author: "ann", tokenId: null, at: START };
const BEN: Authorship = { author: "ben", tokenId: null, at: START };
const TOOL: Authorship = { author: "ann", tokenId: "token", at: START };

/** A person who types into `log`, one update a key, at the end of the text. */
function typist(client: number) {
  const doc = new Y.Doc();
  doc.clientID = BROWSER_CLIENTS + client;
  const from = {};
  return (log: UpdateLog, words: readonly string[], by: Authorship): void => {
    Y.applyUpdate(doc, log.encodeState(), "room");
    const updates: Uint8Array[] = [];
    const keep = (update: Uint8Array, origin: unknown): void => void (origin !== "room" && updates.push(update));
    doc.on("update", keep);
    const text = doc.getText("content");
    for (const word of words) text.insert(text.length, word);
    doc.off("update", keep);
    const outcomes = log.applyUpdates(updates.map((update) => ({ update, by, from })));
    expect(outcomes.every((outcome) => outcome?.ok)).toBe(true);
  };
}

type Row = { first: number; seq: number };
const rowsOf = (storage: DurableObjectStorage): Row[] =>
  storage.sql.exec<Row>("SELECT first, seq FROM updates ORDER BY seq").toArray();

async function inRoom(act: (open: () => UpdateLog, storage: DurableObjectStorage) => void): Promise<void> {
  await runInDurableObject(env.PAGE_ROOM.get(env.PAGE_ROOM.newUniqueId()), (_, { storage }) => {
    let seed = 1;
    const open = (): UpdateLog => new UpdateLog(storage, () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0));
    open().start("", 3, ANN);
    act(open, storage);
  });
}

test("stores the typing of several people in one row, from which every revision can be read", async () => {
  await inRoom((open, storage) => {
    const log = open();
    const [ann, ben] = [typist(1), typist(2)];
    ann(log, ["1\n"], ANN);
    ben(log, ["2\n", "3\n"], BEN);
    ann(log, ["4\n"], { ...ANN, at: START + 1 });
    expect(rowsOf(storage).slice(1)).toEqual([{ first: 4, seq: 7 }]);
    const texts = ["", "1\n", "1\n2\n", "1\n2\n3\n", "1\n2\n3\n4\n"];
    for (const room of [log, open()]) {
      expect([3, 4, 5, 6, 7].map((revision) => room.textAt(revision))).toEqual(texts);
      expect(room.last).toEqual({ ...ANN, at: START + 1 });
      expect(room.updatesAfter(5)).toHaveLength(2);
    }
    const outcome = open().edit({ change: { kind: "body", content: "one\n2\n" }, base: 5 }, TOOL);
    expect(outcome).toMatchObject({ ok: true, baseUsed: 5, text: "one\n2\n3\n4\n" });
  });
});

test("starts another row for another token, after an edit, in another instance and when a row is full", async () => {
  await inRoom((open, storage) => {
    const log = open();
    const ann = typist(1);
    ann(log, ["a", "b"], ANN);
    typist(2)(log, ["c", "d"], TOOL);
    log.edit({ change: { kind: "body", content: "abcde" }, base: log.revision }, TOOL);
    log.confirm();
    ann(log, ["f", "g"], TOOL);
    ann(open(), ["h"], TOOL);
    expect(rowsOf(storage).slice(1)).toEqual([
      { first: 4, seq: 5 },
      { first: 6, seq: 7 },
      { first: 8, seq: 8 },
      { first: 9, seq: 10 },
      { first: 11, seq: 11 },
    ]);
    const before = rowsOf(storage).length;
    ann(open(), Array<string>(300).fill("x"), TOOL);
    expect(rowsOf(storage).length - before).toBeGreaterThan(4);
    expect(rowsOf(storage).length - before).toBeLessThan(12);
    const newest = storage.sql.exec("SELECT max(length(packed)) AS n FROM updates").one()["n"];
    expect(Number(newest)).toBeLessThanOrEqual(1_000);
  });
});

test("keeps nothing of typing that could not be stored", async () => {
  await inRoom((open, storage) => {
    const log = open();
    const ann = typist(1);
    ann(log, ["a", "b"], ANN);
    storage.sql.exec("CREATE TRIGGER full BEFORE UPDATE ON updates BEGIN SELECT raise(ABORT, 'disk full'); END");
    expect(() => typist(2)(log, ["c", "d"], BEN)).toThrow("disk full");
    storage.sql.exec("DROP TRIGGER full");
    expect([log.text, log.revision, open().text]).toEqual(["ab", 5, "ab"]);
    typist(3)(log, ["e"], BEN);
    expect([log.text, open().text, open().textAt(5)]).toEqual(["abe", "abe", "ab"]);
  });
});

test("merges shared rows by version, and keeps the text of every version and of the last day", async () => {
  await inRoom((open, storage) => {
    const log = open();
    const ann = typist(1);
    const texts = new Map<number, string>();
    // A burst every hour, the last 20 of them within the last day.
    for (let hour = 0; hour < 60; hour++) {
      for (let n = 0; n < 4; n++) ann(log, Array.from("typing a page "), { ...ANN, at: START + hour * HOUR });
      texts.set(log.revision, log.text);
    }
    const before = rowsOf(storage).length;
    const now = START + 63.5 * HOUR;
    let merged = 0;
    for (let more = true; more;) {
      const round = log.compact(now);
      merged += round.mergedUpdates;
      more = round.hasMore;
    }
    expect(merged).toBeGreaterThan(40);
    expect(rowsOf(storage).length).toBeLessThanOrEqual(before - merged / 2);
    const room = open();
    expect(room.text).toBe(log.text);
    const versions = room.versions(100);
    expect(versions.map(({ version }) => version).toReversed()).toEqual([3, ...texts.keys()]);
    for (const { version } of versions) expect(room.textAt(version)).toBe(texts.get(version) ?? "");
    const recent = [...texts.keys()].at(-20) ?? 0;
    for (let revision = recent; revision <= room.revision; revision += 7)
      expect(room.textAt(revision)).toBe(room.text.slice(0, revision - 3));
    expect(room.textAt(10)).toBeNull();
  });
});
