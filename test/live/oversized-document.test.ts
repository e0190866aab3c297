/** An editor who splits a page's document into as many parts as possible: it stays small, opens, and loses no text. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import * as encoding from "lib0/encoding";
import * as Y from "yjs";
import { encodeFrame, writeUpdate } from "../../src/realtime/protocol.ts";
import { PageDocument } from "../../src/realtime/document.ts";
import { UpdateLog } from "../../durable-objects/page-room/update-log.ts";
import { world, type World } from "../support/world.ts";
import { openAs } from "./live-pages.ts";
import { connect, type Peer } from "./peer.ts";
import { until } from "./until.ts";

const LETTERS = 400_000;

async function makePage(w: World, content: string): Promise<string> {
  const made = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type: "DOCUMENT", content });
  expect(made.status).toBe(201);
  return made.body.id;
}

/** Sends an update that deletes every second letter of a range of the page's initial text. */
function thin(peer: Peer, from: number, deletions: number): void {
  const [client = 0] = peer.doc.store.clients.keys();
  const update = encoding.createEncoder();
  for (const number of [0, 1, client, deletions]) encoding.writeVarUint(update, number);
  for (let i = 0; i < deletions; i++) {
    encoding.writeVarUint(update, from + 2 * i);
    encoding.writeVarUint(update, 1);
  }
  peer.state.sent++;
  peer.send(encodeFrame((encoder) => writeUpdate(encoder, encoding.toUint8Array(update))));
}

const partsOf = (doc: Y.Doc): number =>
  [...doc.store.clients.values()].reduce((sum, structs) => sum + structs.length, 0);

/** Number of parts of the room's document when read from storage. */
const storedParts = (pageId: string): Promise<number> =>
  runInDurableObject(env.PAGE_ROOM.getByName(pageId), (_, { storage }) => {
    const log = new UpdateLog(storage, () => 1);
    return new PageDocument([log.encodeState()]).partCount;
  });

const textOf = async (w: World, pageId: string): Promise<string> =>
  (await w.as("olivia").get(`/api/pages/${pageId}`)).body.content;

const firstSync = ({ heard }: Peer): number => {
  const sync = heard.find(({ kind }) => kind === "sync");
  return sync?.kind === "sync" ? sync.update.byteLength : 0;
};

test("replaces a document fragmented by deletions, and keeps the text of all readers and writers", async () => {
  const w = await world();
  const pageId = await makePage(w, `${"ab".repeat(LETTERS / 2)}\nlast line`);
  const hostile = await connect(w, "olivia", pageId);
  const editor = openAs(w, "edna", pageId).page;
  const reader = openAs(w, "vera", pageId).page;
  await until(() => expect([editor.status.state, reader.status.state]).toEqual(["connected", "read-only"]));
  editor.text.insert(editor.text.length, " typed before");
  for (let i = 0; i < 4 && hostile.state.closed === null; i++) {
    thin(hostile, i * 80_000, 40_000);
    editor.text.insert(editor.text.length, ` word${i}`);
    await until(() => expect(hostile.state.closed !== null || hostile.state.saved === hostile.state.sent).toBe(true));
  }
  await hostile.isClosedWith(4409);
  expect(await storedParts(pageId)).toBeLessThan(1_000);
  await until(() => expect(editor.status.state).toBe("saved"));
  editor.text.insert(editor.text.length, " after");
  await until(() => expect(editor.status.state).toBe("saved"));
  const text = await textOf(w, pageId);
  for (const words of ["last line typed before", " word0", " word1", " after"])
    expect(text.includes(words), words).toBe(true);
  await until(() => expect([editor, reader].every((page) => page.text.toJSON() === text)).toBe(true));
  expect(partsOf(reader.doc)).toBeLessThan(1_000);
  // A new connection is sent little more than the text.
  const late = await connect(w, "vera", pageId);
  expect(late.text.toString() === text).toBe(true);
  expect(firstSync(late)).toBeLessThan(text.length * 1.1);
  await Promise.all([editor.close(), reader.close()]);
});

test("replaces the document before it applies all of twelve fragmenting updates in one burst", async () => {
  const w = await world();
  const pageId = await makePage(w, "ab".repeat(LETTERS / 2));
  const [hostile, edna] = [await connect(w, "olivia", pageId), await connect(w, "edna", pageId)];
  for (let i = 0; i < 5; i++) thin(hostile, i * 80_000, 40_000);
  await hostile.isClosedWith(4409);
  await edna.isClosedWith(4409);
  // Two were applied; the third found a document of more than a hundred thousand parts.
  expect(await textOf(w, pageId)).toHaveLength(LETTERS - 2 * 40_000);
  expect(await storedParts(pageId)).toBeLessThan(1_000);
  expect(hostile.state.saved).toBeLessThanOrEqual(3);
});

test("counts fragmentation per user across connections, without affecting others", async () => {
  const w = await world();
  const pageId = await makePage(w, "ab".repeat(LETTERS / 2));
  let removed = 0;
  let turnedAway = false;
  for (let i = 0; i < 6 && !turnedAway; i++) {
    const hostile = await connect(w, "olivia", pageId);
    thin(hostile, i * 60_000, 30_000);
    await until(() => expect(hostile.state.closed !== null || hostile.state.saved === hostile.state.sent).toBe(true));
    turnedAway = hostile.state.closed === 4429;
    if (!turnedAway) removed += 30_000;
    hostile.leave();
  }
  expect(turnedAway).toBe(true);
  expect(removed).toBeLessThanOrEqual(120_000);
  const edna = await connect(w, "edna", pageId);
  edna.type(0, "typed beside it ");
  await edna.saved();
  thin(edna, 1_000, 1_000);
  await edna.saved();
  expect(edna.state.closed).toBeNull();
});

test("keeps the document after replacing thousands of words, undo and redo", async () => {
  const w = await world();
  const pageId = await makePage(w, "some word ".repeat(2_000));
  const edna = openAs(w, "edna", pageId).page;
  await until(() => expect(edna.status.state).toBe("connected"));
  const [undo, replaced] = [new Y.UndoManager(edna.text, { captureTimeout: 0 }), [] as string[]];
  edna.on("replaced", () => replaced.push("replaced"));
  edna.doc.transact(() => {
    for (let i = 1_999; i >= 0; i--) {
      edna.text.delete(i * 10 + 5, 4);
      edna.text.insert(i * 10 + 5, "thing");
    }
  });
  await until(() => expect(edna.status.state).toBe("saved"));
  undo.undo();
  await until(() => expect(edna.status.state).toBe("saved"));
  undo.redo();
  await until(() => expect(edna.status.state).toBe("saved"));
  expect([edna.unsaved(), replaced]).toEqual([[], []]);
  expect((await textOf(w, pageId)) === "some thing ".repeat(2_000)).toBe(true);
  await edna.close();
});

test("keeps the stored document below the fragment limit after a request that changes every word", async () => {
  const w = await world();
  const words = Array.from({ length: 60_000 }, (_, i) => `w${i}`);
  const pageId = await makePage(w, words.join(" "));
  const reader = openAs(w, "vera", pageId).page;
  await until(() => expect(reader.status.state).toBe("read-only"));
  const changed = words.map((word, i) => `${word.slice(0, 1)}-${i}`).join(" ");
  const answer = await w.as("edna").patch(`/api/pages/${pageId}`, { content: changed, baseRevision: 1 });
  expect(answer.status).toBe(200);
  await until(() => expect(reader.text.toJSON() === changed).toBe(true));
  expect(await storedParts(pageId)).toBeLessThan(100_001);
  await reader.close();
});
