import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { BROWSER_CLIENTS } from "../../src/realtime/clients.ts";
import type { Change } from "../../src/realtime/change.ts";
import type { EditOutcome } from "../../src/realtime/room.ts";
import { UpdateLog } from "./update-log.ts";
import { replayBetween, type Authorship } from "./update-store.ts";
import { nightly } from "../../test/support/nightly.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);
const ANN = (at = START): Authorship => ({ author: "ann", tokenId: null, at });
const BOT = (at = START): Authorship => ({ author: "bob", tokenId: "token", at });
const body = (content: string): Change => ({ kind: "body", content });

let rooms = 0;
let seed = 1;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);

/** Opens a new instance over the same storage, told that D1 has revision `stored`; by default, everything was stored. */
type Open = (stored?: number) => UpdateLog;

/** Runs `act` with the real storage of a new object. */
async function inRoom(act: (open: Open, storage: DurableObjectStorage) => void): Promise<void> {
  const stub = env.PAGE_ROOM.get(env.PAGE_ROOM.idFromName(`log-${rooms++}`));
  await runInDurableObject(stub, (_, { storage }) => {
    const open: Open = (stored = Infinity) => {
      const log = new UpdateLog(storage, random);
      log.learnRevision(stored);
      return log;
    };
    act(open, storage);
  });
}

function started(open: Open, text = "start", revision = 3): UpdateLog {
  const log = open();
  log.start(text, revision, ANN());
  return log;
}

function commit(log: UpdateLog, change: Change, by = BOT(), base = log.revision): EditOutcome {
  const outcome = log.edit({ change, base }, by);
  if (outcome.ok && outcome.changed) log.confirm();
  return outcome;
}

const changes = (storage: DurableObjectStorage): number =>
  Number(storage.sql.exec("SELECT total_changes() AS n").one()["n"]);

test("starts a room once, with the given text, revision and author", async () => {
  await inRoom((open) => {
    expect(open().isStarted).toBe(false);
    started(open, "hello\nthere", 3);
    const log = open();
    expect([log.isStarted, log.text, log.revision, log.pending]).toEqual([true, "hello\nthere", 3, null]);
    expect(log.versions(10)).toEqual([
      { version: 3, author: "ann", others: [], tokenId: null, at: START, until: START },
    ]);
    expect(() => log.start("again", 9, ANN())).toThrow("already exists");
  });
});

test("starts and edits an empty page at revision 0", async () => {
  await inRoom((open) => {
    const log = started(open, "", 0);
    expect([log.text, log.textAt(0)]).toEqual(["", ""]);
    expect(commit(log, body("first"), BOT(), 0)).toMatchObject({ revision: 1, text: "first" });
    expect(open().text).toBe("first");
  });
});

test("restores the text after each reload and accepts further edits", async () => {
  await inRoom((open) => {
    started(open);
    for (let i = 0; i < 20; i++) {
      const log = open();
      commit(log, { kind: "lines", operation: "insert", startLine: 1, content: `line ${i}` });
      expect(open().text).toBe(log.text);
    }
    expect(open().revision).toBe(23);
    const state = new Y.Doc();
    Y.applyUpdate(state, open().encodeState());
    expect(state.getText("content").toString()).toBe(open().text);
    expect(state.store.clients.size).toBe(1);
  });
});

test("merges an edit from an older revision after a reload as it would before", async () => {
  await inRoom((open) => {
    commit(started(open, "one\ntwo\nthree"), { kind: "lines", operation: "insert", startLine: 1, content: "zero" });
    const outcome = commit(open(), { kind: "lines", operation: "replace", startLine: 2, content: "TWO" }, BOT(), 3);
    expect(outcome).toMatchObject({ text: "zero\none\nTWO\nthree", changedLines: { start: 3, end: 3 }, baseUsed: 3 });
  });
});

test("maps a base before the room's first revision to its first revision", async () => {
  await inRoom((open) => {
    const log = started(open, "one\ntwo");
    expect(commit(log, { kind: "lines", operation: "delete", startLine: 1 }, BOT(), 1)).toMatchObject({
      text: "two",
      baseUsed: 3,
    });
  });
});

test("hides a staged edit from readers and rejects other edits until it is confirmed", async () => {
  await inRoom((open) => {
    const log = started(open);
    expect(log.edit({ change: body("staged"), base: 3 }, BOT())).toMatchObject({ revision: 4, text: "staged" });
    expect([log.pending, log.text, log.revision, log.textAt(4)]).toEqual([4, "start", 3, null]);
    expect(log.versions(10)).toHaveLength(1);
    const reader = new Y.Doc();
    Y.applyUpdate(reader, log.encodeState());
    expect(reader.getText("content").toString()).toBe("start");
    expect(() => log.edit({ change: body("x"), base: 3 }, BOT())).toThrow("staged");
    log.confirm();
    expect([log.pending, log.text, log.revision, log.textAt(4)]).toEqual([null, "staged", 4, "staged"]);
  });
});

test("confirms a staged edit after a crash when D1 has its revision", async () => {
  await inRoom((open) => {
    started(open).edit({ change: body("staged"), base: 3 }, BOT());
    const log = open(3);
    expect([log.pending, log.text, log.revision]).toEqual([4, "start", 3]);
    expect(() => log.edit({ change: body("x"), base: 3 }, BOT())).toThrow("staged");
    expect(log.resolvePending(4)).toBe("confirmed");
    expect([log.text, log.revision, open().text]).toEqual(["staged", 4, "staged"]);
    expect(log.versions(10).map(({ version, author }) => [version, author])).toEqual([
      [4, "bob"],
      [3, "ann"],
    ]);
    expect(log.resolvePending(4)).toBe("none");
  });
});

test("aborts a staged edit after a crash when D1 lacks its revision, and never reuses the number", async () => {
  await inRoom((open) => {
    started(open).edit({ change: body("staged"), base: 3 }, BOT());
    expect(open(3).resolvePending(3)).toBe("aborted");
    const log = open();
    expect([log.pending, log.text, log.revision]).toEqual([null, "start", 3]);
    expect(commit(log, body("next"))).toMatchObject({ revision: 5 });
    expect([open().text, open().textAt(5), open().textAt(3)]).toEqual(["next", "next", "start"]);
  });
});

test("writes an edit and the author's last seen revision before the D1 write, and nothing afterwards", async () => {
  await inRoom((open, storage) => {
    const log = started(open);
    log.lastSeen.record("ann", 3);
    for (let i = 1; i <= 3; i++) {
      const before = changes(storage);
      log.edit({ change: body(`text ${i}`), base: log.revision }, ANN(), { reader: "ann" });
      // The first edit starts a version.
      expect(changes(storage) - before).toBe(i === 1 ? 3 : 2);
      log.confirm();
      expect(changes(storage) - before).toBe(i === 1 ? 3 : 2);
    }
    expect([log.pending, log.text, log.revision, log.lastSeen.of("ann")]).toEqual([null, "text 3", 6, 6]);
    expect([4, 5, 6].map((at) => log.textAt(at))).toEqual(["text 1", "text 2", "text 3"]);
  });
});

test("restores all edits but the last after a reload, and accepts the last when the revision in D1 is known", async () => {
  await inRoom((open) => {
    const log = started(open);
    for (const by of [ANN(), BOT(), ANN()]) commit(log, body(`by ${by.author} ${log.revision}`), by);
    const versions = log.versions(10);
    const next = open(0);
    expect([next.pending, next.revision, next.text]).toEqual([6, 5, "by bob 4"]);
    expect(next.versions(10)).toEqual(versions.slice(1));
    next.learnRevision(5);
    expect(next.pending).toBe(6);
    next.learnRevision(6);
    expect([next.pending, next.revision, next.text]).toEqual([null, 6, "by ann 5"]);
    expect(next.versions(10)).toEqual(versions);
  });
});

test("restores the versions and last seen revisions when D1 does not accept an edit", async () => {
  for (const isNextLife of [false, true]) {
    await inRoom((open, storage) => {
      let log = started(open);
      log.lastSeen.record("reader", 3);
      commit(log, body("two"));
      const versions = log.versions(10);
      for (const reader of ["reader", "newcomer"]) {
        log.edit({ change: body("lost"), base: 4 }, ANN(), { reader });
        expect(log.lastSeen.of(reader)).toBe(log.pending);
        if (isNextLife) log = open(4);
        log.resolvePending(4);
      }
      for (const life of [log, open()]) {
        expect([life.text, life.lastSeen.of("reader"), life.lastSeen.of("newcomer")]).toEqual(["two", 3, null]);
        expect(life.versions(10)).toEqual(versions);
      }
      expect(storage.sql.exec("SELECT first FROM versions ORDER BY first").toArray()).toEqual([
        { first: 3 },
        { first: 4 },
      ]);
    });
  }
});

test("stores a confirmed edit's revision as last seen, and the revision read meanwhile if it is aborted", async () => {
  await inRoom((open) => {
    const log = started(open);
    for (const ending of ["confirm", "abort"] as const) {
      log.lastSeen.record("reader", 3);
      const { revision } = log;
      commit(log, body(`of another ${ending}`));
      log.edit({ change: body(ending), base: log.revision }, ANN(), { reader: "reader" });
      log.lastSeen.record("reader", revision + 1);
      log[ending]();
      expect(log.lastSeen.of("reader")).toBe(ending === "confirm" ? log.revision : revision + 1);
    }
  });
});

test("adds missing columns to a room written by an older build", async () => {
  await inRoom((open, storage) => {
    commit(started(open), body("before"));
    for (const column of ["reader", "reader_saw", "ticket"])
      storage.sql.exec(`ALTER TABLE updates DROP COLUMN ${column}`);
    const log = open(0);
    expect(log.resolvePending(4)).toBe("confirmed");
    log.edit({ change: body("after"), base: 4 }, BOT(), { reader: "bob" });
    log.confirm();
    expect([log.text, log.lastSeen.of("bob")]).toEqual(["after", 5]);
  });
});

test("keeps all edits in the log after D1 was restored to an earlier state", async () => {
  await inRoom((open) => {
    const log = started(open);
    for (const text of ["one", "two", "three"]) commit(log, body(text));
    const next = open(4);
    expect([next.pending, next.resolvePending(4), next.text]).toEqual([6, "confirmed", "three"]);
  });
});

test("deletes the snapshot of an edit that is aborted after a reload", async () => {
  await inRoom((open, storage) => {
    const log = started(open, "");
    for (let i = 0; i < 500; i++) commit(log, { kind: "lines", operation: "insert", startLine: 1, content: `${i}` });
    const snapshots = () => storage.sql.exec("SELECT DISTINCT seq FROM parts WHERE kind = 'snapshot'").toArray();
    expect(snapshots()).toEqual([{ seq: 503 }]);
    const next = open(0);
    expect(next.resolvePending(502)).toBe("aborted");
    expect(snapshots()).toEqual([]);
    commit(next, body("after"));
    expect([next.text, open().text]).toEqual(["after", "after"]);
  });
});

test("never reuses an operation's id after aborts, reloads and new edits", async () => {
  await inRoom((open) => {
    let log = started(open);
    const follower = new Y.Doc();
    const witness = new Y.Doc();
    for (const doc of [follower, witness]) Y.applyUpdate(doc, log.encodeState());
    for (let i = 0; i < 60; i++) {
      const stale = i % 3 === 0 ? 3 : log.revision;
      const change: Change = { kind: "lines", operation: "insert", startLine: 1, content: `line ${i}` };
      const outcome = log.edit({ change, base: stale }, BOT());
      if (!outcome.ok || outcome.update === null) throw new Error("refused");
      Y.applyUpdate(witness, outcome.update);
      if (i % 4 === 1) log.abort();
      else if (i % 4 === 2) {
        log = open(0);
        log.resolvePending(i % 8 === 2 ? log.revision : outcome.revision);
      } else log.confirm();
      if (log.revision === outcome.revision) Y.applyUpdate(follower, outcome.update);
      if (i % 5 === 0) log = open();
    }
    expect(follower.getText("content").toString()).toBe(log.text);
    // The witness also saw lost updates, but it still has every committed line.
    for (const line of log.text.split("\n")) expect(witness.getText("content").toString()).toContain(line);
  });
});

test("commits and merges a browser's update immediately, and rejects one that is not text", async () => {
  await inRoom((open) => {
    const log = started(open, "one two");
    const doc = new Y.Doc();
    Y.applyUpdate(doc, log.encodeState());
    doc.clientID = BROWSER_CLIENTS + 1;
    const vector = log.document().encodeStateVector();
    doc.getText("content").insert(4, "and ");
    commit(log, body("ONE two"));
    const update = Y.encodeStateAsUpdate(doc, vector);
    const type = (sent: Uint8Array) => log.applyUpdates([{ update: sent, by: ANN(), from: doc }])[0];
    expect(type(update)).toMatchObject({ ok: true, revision: 5 });
    expect([log.pending, log.text, open().text]).toEqual([null, "ONE and two", "ONE and two"]);
    expect(type(update)).toMatchObject({ update: null, revision: 5 });
    doc.getMap("hidden").set("a", 1);
    const hidden = Y.encodeStateAsUpdate(doc, log.document().encodeStateVector());
    expect(type(hidden)).toMatchObject({ error: { code: "update_invalid" } });
    expect(open().revision).toBe(5);
  });
});

test("starts a new version for another author, another token or after ten minutes without edits", async () => {
  await inRoom((open) => {
    const log = started(open);
    const minutes = (count: number) => START + count * 60_000;
    const writers = [
      ANN(minutes(1)),
      ANN(minutes(10)),
      ANN(minutes(21)),
      BOT(minutes(22)),
      { ...BOT(minutes(23)), tokenId: "b" },
    ];
    writers.forEach((by, i) => commit(log, body(`text ${i}`), by));
    const versions = open().versions(10);
    expect(
      versions.map(({ version, tokenId, at, until }) => [
        version,
        tokenId,
        (at - START) / 60_000,
        (until - START) / 60_000,
      ]),
    ).toEqual([
      [8, "b", 23, 23],
      [7, "token", 22, 22],
      [6, null, 21, 21],
      [5, null, 1, 10],
      [3, null, 0, 0],
    ]);
    expect(versions.map(({ version }) => log.textAt(version))).toEqual([
      "text 4",
      "text 3",
      "text 2",
      "text 1",
      "start",
    ]);
    const pages = [log.versions(2), log.versions(2, 7), log.versions(2, 5)];
    expect(pages.map((page) => page.map(({ version }) => version))).toEqual([[8, 7], [6, 5], [3]]);
  });
});

test("stores each reader's last seen revision, and evicts the least recent beyond 1,000", async () => {
  await inRoom((open, storage) => {
    const log = started(open);
    expect(log.lastSeen.of("nobody")).toBeNull();
    for (let i = 0; i < 1200; i++) log.lastSeen.record(`reader ${i}`, i);
    log.lastSeen.record("reader 1199", 5000);
    expect([
      open().lastSeen.of("reader 1199"),
      open().lastSeen.of("reader 1198"),
      open().lastSeen.of("reader 0"),
    ]).toEqual([5000, 1198, null]);
    expect(storage.sql.exec("SELECT count(*) AS n FROM shown").one()["n"]).toBeLessThanOrEqual(1000);
    const before = changes(storage);
    log.lastSeen.record("reader 1199", 5000);
    expect(changes(storage)).toBe(before);
  });
});

nightly("stores pages and states larger than a row in parts and restores them", async () => {
  await inRoom((open, storage) => {
    const lines = Array.from({ length: 16_000 }, (_, i) => `é line ${i} ${"x".repeat(40 + (i % 7))}`);
    const log = started(open, lines.join("\n"));
    let text = log.text;
    for (let round = 0; round < 8; round++) {
      const change = body(
        text
          .split("\n")
          .map((line, i) => (i % 3 === round % 3 ? `${line.slice(0, 30)} ${round} ${"y".repeat(20)}` : line))
          .join("\n"),
      );
      expect(commit(log, change)).toMatchObject({ ok: true, changed: true });
      text = log.text;
      expect(open().text === text).toBe(true);
    }
    expect(log.encodeState().byteLength).toBeGreaterThan(2_000_000);
    const largest = storage.sql.exec("SELECT max(length(bytes)) AS n FROM parts").one()["n"];
    expect(largest).toBeLessThanOrEqual(900_000);
    expect(storage.sql.exec("SELECT count(*) AS n FROM parts WHERE kind = 'snapshot'").one()["n"]).toBeGreaterThan(1);
    expect(log.textAt(3) === lines.join("\n")).toBe(true);
  });
});

test("keeps the text of every version and of the last revisions when compacting the log", async () => {
  await inRoom((open, storage) => {
    const log = started(open, "line\n".repeat(50));
    const texts = new Map<number, string>([[3, log.text]]);
    for (let i = 0; i < 1600; i++) {
      const by = { author: `author ${Math.floor(i / 40) % 3}`, tokenId: null, at: START + i * 1000 };
      commit(log, { kind: "lines", operation: "replace", startLine: 1 + (i % 50), content: `edit ${i}` }, by);
      texts.set(log.revision, log.text);
    }
    log.lastSeen.record("old reader", 10);
    const versions = log.versions(1000);
    expect(log.compact(START + HOUR).mergedUpdates).toBe(0);
    const before = replayBetween(storage.sql, 0, log.revision).count;
    let merged = 0;
    for (let more = true; more;) {
      const round = log.compact(START + 48 * HOUR);
      merged += round.mergedUpdates;
      more = round.hasMore;
    }
    expect(merged).toBeGreaterThan(1000);
    expect(replayBetween(storage.sql, 0, log.revision).count).toBeLessThan(before - 1000);
    expect(open().versions(1000)).toEqual(versions);
    for (const { version } of versions) expect(open().textAt(version)).toBe(texts.get(version));
    for (let i = 0; i < 500; i++) expect(log.textAt(log.revision - i) ?? "missing").toBe(texts.get(log.revision - i));
    expect([log.textAt(10), log.lastSeen.of("old reader"), open().text]).toEqual([null, null, texts.get(log.revision)]);
    const stale: Change = { kind: "lines", operation: "insert", startLine: 1, content: "late" };
    const outcome = commit(log, stale, BOT(START + 48 * HOUR), 10);
    expect(outcome).toMatchObject({ ok: true, baseUsed: 43, text: `late\n${texts.get(1603)}` });
    expect(log.compact(START + 48 * HOUR)).toMatchObject({ mergedUpdates: 0, hasMore: false });
  });
});

test("leaves the room unchanged after a storage error", async () => {
  await inRoom((open, storage) => {
    const log = started(open);
    storage.sql.exec("CREATE TRIGGER full BEFORE INSERT ON updates BEGIN SELECT raise(ABORT, 'disk full'); END");
    expect(() => log.edit({ change: body("lost"), base: 3 }, BOT())).toThrow("disk full");
    expect([log.text, log.revision, log.pending]).toEqual(["start", 3, null]);
    storage.sql.exec("DROP TRIGGER full");
    expect(commit(log, body("kept"))).toMatchObject({ revision: 4, text: "kept" });
    for (const table of ["versions", "shown"]) {
      storage.sql.exec(`CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT raise(ABORT, 'disk full'); END`);
      expect(() => log.edit({ change: body("lost"), base: 4 }, ANN(), { reader: "ann" })).toThrow("disk full");
      storage.sql.exec("DROP TRIGGER full");
      log.learnRevision(4);
      expect([log.text, log.revision, log.pending, log.lastSeen.of("ann")]).toEqual(["kept", 4, null, null]);
    }
    // An edit that starts no version is stored without a transaction; what remains of it is an edit that D1 never accepted.
    storage.sql.exec("CREATE TRIGGER full BEFORE INSERT ON shown BEGIN SELECT raise(ABORT, 'disk full'); END");
    expect(() => log.edit({ change: body("lost"), base: 4 }, BOT(), { reader: "bob" })).toThrow("disk full");
    storage.sql.exec("DROP TRIGGER full");
    expect([log.text, log.revision, log.resolvePending(4)]).toEqual(["kept", 4, "aborted"]);
    log.edit({ change: body("later"), base: 4 }, ANN());
    log.confirm();
    expect(log.text).toBe("later");
  });
});
