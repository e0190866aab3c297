/** A log after its document was replaced: earlier versions do not change, and updates to the old document are rejected. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { BROWSER_CLIENTS } from "../../src/realtime/clients.ts";
import type { Change } from "../../src/realtime/change.ts";
import { listDocuments } from "./document-store.ts";
import { UpdateLog } from "./update-log.ts";
import type { Authorship } from "./update-store.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const by = (author: string, at = START): Authorship => ({ author, tokenId: null, at });
const body = (content: string): Change => ({ kind: "body", content });
let rooms = 0;
let seed = 7;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);

async function inRoom(
  act: (open: (stored?: number) => UpdateLog, storage: DurableObjectStorage) => void,
): Promise<void> {
  await runInDurableObject(env.PAGE_ROOM.get(env.PAGE_ROOM.idFromName(`documents-${rooms++}`)), (_, { storage }) => {
    act((stored = Infinity) => {
      const log = new UpdateLog(storage, random);
      log.learnRevision(stored);
      return log;
    }, storage);
  });
}

function started(open: () => UpdateLog, text: string): UpdateLog {
  const log = open();
  log.start(text, 1, by("ann"));
  return log;
}

function edit(log: UpdateLog, change: Change, base = log.revision, at = START): void {
  const outcome = log.edit({ change, base }, by("bob", at));
  expect(outcome.ok).toBe(true);
  log.confirm();
}

/** The update that a browser sends when a user types `text` at the end of the page. */
function typed(log: UpdateLog, text: string, client = BROWSER_CLIENTS + 1, seen = log.encodeState()): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, seen);
  doc.clientID = client;
  const before = Y.encodeStateVector(doc);
  doc.getText("content").insert(doc.getText("content").length, text);
  return Y.encodeStateAsUpdate(doc, before);
}

const apply = (log: UpdateLog, update: Uint8Array, author = "ann"): boolean =>
  log.applyUpdates([{ update, by: by(author), from: author }])[0]?.ok === true;

test("keeps the text, revision, versions and old texts when the document is replaced and after a reload", async () => {
  await inRoom((open) => {
    const log = started(open, "one");
    for (let i = 0; i < 30; i++) apply(log, typed(log, ` w${i}`));
    const before = { text: log.text, revision: log.revision, versions: log.versions(10), id: log.currentDocument().id };
    const texts = [1, 5, 20, 31].map((revision) => log.textAt(revision));
    log.startDocument();
    expect(log.currentDocument().id).not.toBe(before.id);
    for (const life of [log, open()]) {
      expect([life.text, life.revision, life.versions(10)]).toEqual([before.text, before.revision, before.versions]);
      expect([1, 5, 20, 31].map((revision) => life.textAt(revision))).toEqual(texts);
    }
    edit(log, body(`${before.text} more`));
    expect(open().text).toBe(`${before.text} more`);
  });
});

test("merges a stale edit whose base is older than the current document", async () => {
  await inRoom((open) => {
    const log = started(open, "one\ntwo\nthree");
    edit(log, body("one\ntwo changed\nthree"), 1);
    log.startDocument();
    edit(log, body("zero\none\ntwo changed\nthree"));
    edit(log, body("one\ntwo\nthree mine"), 1);
    expect(log.text).toBe("zero\none\ntwo changed\nthree mine");
  });
});

test("rejects updates to the replaced document, also from the same client id", async () => {
  await inRoom((open) => {
    const log = started(open, "");
    const client = BROWSER_CLIENTS + 9;
    apply(log, typed(log, "all of it is mine", client));
    const former = log.encodeState();
    log.startDocument();
    expect(apply(log, former)).toBe(false);
    expect(apply(log, typed(log, " again", client))).toBe(false);
    expect(apply(log, typed(log, " anew", client + 1))).toBe(true);
    expect(log.text).toBe("all of it is mine anew");
    expect(open().text).toBe(log.text);
  });
});

test("compacts each document's updates separately and keeps the revision where each starts", async () => {
  await inRoom((open, storage) => {
    const log = started(open, "start");
    const text = (i: number): string => `start ${i}`;
    for (let i = 1; i <= 40; i++) edit(log, body(text(i)));
    log.startDocument();
    const since = log.revision;
    for (let i = 41; i <= 80; i++) edit(log, body(text(i)));
    log.startDocument();
    for (let i = 81; i <= 640; i++) edit(log, body(text(i)));
    const now = START + 3 * DAY;
    while (log.compact(now).hasMore);
    const later = open();
    expect(listDocuments(storage.sql)[0]?.since).toBe(since);
    expect([later.text, later.textAt(since), later.textAt(later.revision - 1)]).toEqual([
      text(640),
      text(40),
      text(639),
    ]);
    const versions = later.versions(10).map(({ version }) => later.textAt(version));
    expect(versions.every((each) => each !== null)).toBe(true);
    edit(later, body("the end"));
    expect(open().text).toBe("the end");
  });
});

test("discards a document that starts with an edit that D1 has lost", async () => {
  await inRoom((open) => {
    const log = started(open, "one");
    const outcome = log.edit({ change: body("two"), base: 1 }, by("bob"));
    log.confirm();
    log.startDocument();
    expect([outcome.ok, log.text]).toEqual([true, "two"]);
    // D1 was restored to an earlier state, and this instance does not know.
    const later = open(0);
    expect(later.pending).toBe(2);
    later.abort();
    expect([later.text, later.currentDocument().id, open(0).text]).toEqual(["one", 0, "one"]);
    edit(later, body("three"));
    expect(open().text).toBe("three");
  });
});
