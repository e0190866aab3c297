/** A room that replaces its document: unsaved typing is carried over once and to the right place. */
import { expect, test } from "vitest";
import "../../src/live-client/migrate-unsaved.ts";
import type { LivePage } from "../../src/live-client/page.ts";
import { seeded } from "../support/seeded.ts";
import { HeadlessEditor } from "./headless-editor.ts";
import { MemoryStore } from "./memory-store.ts";
import { makeWorld } from "./memory-world.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/** Also runs the real event loop, which loads modules. */
async function settle(time: SimulatedTime): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await time.pass(3_000);
    await new Promise((done) => setImmediate(done));
  }
}

const read = (page: LivePage): string => page.text.toJSON();
const lines = (text: string): string[] => text.split("\n").toSorted();

test("shows the same text and continues editing when there is nothing unsaved", async () => {
  const { time, room, open } = makeWorld("one\ntwo");
  const [page, replaced] = [open(), [] as string[]];
  await time.pass(100);
  page.on("replaced", () => replaced.push(read(page)));
  room.replaceDocument();
  await settle(time);
  expect(replaced).toEqual(["one\ntwo"]);
  page.text.insert(7, "\nthree");
  await settle(time);
  expect(room.text).toBe("one\ntwo\nthree");
  expect(page.status).toMatchObject({ state: "saved", lostBy: null, hasUnsaved: false });
});

test("moves unsaved edits made before, during and after a replacement to the new document, deletions included", async () => {
  const { time, room, open } = makeWorld("one\ntwo\nthree\nfour");
  const [ann, bob] = [open(), open()];
  await time.pass(100);
  room.isBusy = true;
  ann.text.insert(3, " before");
  ann.text.delete(ann.text.toJSON().indexOf("three"), 6);
  bob.text.insert(bob.text.length, "\nfive");
  await time.pass(300);
  room.replaceDocument();
  room.isBusy = false;
  await time.pass(10);
  ann.text.insert(ann.text.toJSON().indexOf("two") + 3, " during");
  expect(ann.status.hasUnsaved).toBe(true);
  await settle(time);
  ann.text.insert(0, "after\n");
  await settle(time);
  expect(lines(room.text)).toEqual(lines("after\none before\ntwo during\nfour\nfive"));
  for (const page of [ann, bob]) {
    expect(read(page)).toBe(room.text);
    expect(page.unsaved()).toEqual([]);
  }
});

test("does not duplicate text that the room stored without acknowledging", async () => {
  const { time, room, open } = makeWorld("one\ntwo");
  const page = open();
  await time.pass(100);
  page.text.insert(7, "\nthree");
  await time.pass(1_000);
  page.text.insert(3, " and a half");
  await time.pass(10);
  await page.flush();
  // The room stores it, but its acknowledgement is lost.
  await time.pass(6);
  expect(room.text).toBe("one and a half\ntwo\nthree");
  room.replaceDocument();
  await settle(time);
  expect(room.text).toBe("one and a half\ntwo\nthree");
  expect(read(page)).toBe(room.text);
});

test("keeps an editor's typed text and caret line", async () => {
  const { time, room, open } = makeWorld("one\ntwo\nthree");
  const page = open();
  const editor = new HeadlessEditor("one\ntwo\nthree");
  editor.bind(page, time);
  await time.pass(500);
  room.isBusy = true;
  editor.type(" typed", 7);
  await time.pass(500);
  room.replaceDocument();
  room.isBusy = false;
  await time.pass(20);
  editor.type(" on", editor.text.indexOf("typed") + 5);
  room.edit((text) => text.insert(0, "zero\n"));
  await settle(time);
  expect(room.text).toBe("zero\none\ntwo typed on\nthree");
  expect(editor.text).toBe(room.text);
  expect(editor.state.doc.lineAt(editor.caret).text).toBe("two typed on");
  expect(editor.defects).toEqual([]);
});

test("keeps text typed before the page loads when the document is replaced in the meantime", async () => {
  const { time, room, open } = makeWorld("one\ntwo");
  const store = new MemoryStore();
  const first = open({ store });
  await time.pass(500);
  await first.flush();
  await first.close();
  room.replaceDocument();
  const editor = new HeadlessEditor("one\ntwo");
  editor.type(" early", 3);
  editor.bind(open({ store }), time);
  await settle(time);
  expect(room.text).toBe("one early\ntwo");
  expect(editor.text).toBe(room.text);
});

test("moves the unsaved text of an earlier visit to the new document", async () => {
  const { time, room, open } = makeWorld("one\ntwo");
  const store = new MemoryStore();
  const first = open({ store });
  await time.pass(500);
  room.isBusy = true;
  first.text.insert(3, " draft");
  first.text.delete(first.text.toJSON().indexOf("two"), 1);
  await time.pass(1_000);
  await first.close();
  room.replaceDocument();
  room.isBusy = false;
  room.edit((text) => text.insert(0, "zero\n"));
  const second = open({ store });
  await settle(time);
  expect(lines(room.text)).toEqual(expect.arrayContaining(["zero", "one draft"]));
  expect(read(second)).toBe(room.text);
  expect(second.unsaved()).toEqual([]);
  expect([...store.drafts.values()]).toEqual([]);
  expect(store.of).toBe(1);
});

test("moves a draft that loads after the room's first message to the new document", async () => {
  const { time, room, open } = makeWorld("one\ntwo");
  const store = new MemoryStore();
  const first = open({ store });
  await time.pass(500);
  room.isBusy = true;
  first.text.insert(3, " draft");
  await time.pass(1_000);
  await first.close();
  room.replaceDocument();
  room.isBusy = false;
  const slow = {
    load: () => new Promise<void>((done) => void time.after(2_000, done)).then(() => store.load()),
    putState: (state: Uint8Array, of: number) => store.putState(state, of),
    putDraft: (draft: Parameters<MemoryStore["putDraft"]>[0]) => store.putDraft(draft),
    removeDraft: (draft: Parameters<MemoryStore["removeDraft"]>[0]) => store.removeDraft(draft),
  };
  const second = open({ store: slow });
  await settle(time);
  expect(room.text).toBe("one draft\ntwo");
  expect(read(second)).toBe(room.text);
  expect([...store.drafts.values()]).toEqual([]);
});

test("keeps a draft without its base available for copying", async () => {
  const { time, room, open } = makeWorld("one\ntwo");
  const store = new MemoryStore();
  const first = open({ store });
  await time.pass(500);
  room.isBusy = true;
  first.text.insert(3, " draft");
  await time.pass(1_000);
  await first.close();
  store.state = null;
  room.replaceDocument();
  room.isBusy = false;
  const second = open({ store });
  await settle(time);
  expect(room.text).toBe("one\ntwo");
  expect(second.unsaved().map(({ refused }) => refused)).toEqual(["update_invalid"]);
  expect(store.drafts.size).toBe(1);
});

test("keeps the text of a user who can only view aside", async () => {
  const { time, room, open } = makeWorld("one\ntwo");
  const page = open();
  await time.pass(100);
  room.isBusy = true;
  page.text.insert(3, " mine");
  await time.pass(300);
  room.canEdit = false;
  room.replaceDocument();
  room.isBusy = false;
  await settle(time);
  expect(read(page)).toBe("one\ntwo");
  expect(page.unsaved().map(({ text, refused }) => [text, refused])).toEqual([[" mine", "read_only"]]);
});

test("follows a room that is restored to an earlier document", async () => {
  const { time, room, open } = makeWorld("one");
  room.replaceDocument();
  const page = open();
  await time.pass(100);
  room.replaceDocument();
  room.documentId = 0;
  await settle(time);
  page.text.insert(3, " more");
  await settle(time);
  expect([room.text, read(page)]).toEqual(["one more", "one more"]);
});

test.each(Array.from({ length: 20 }, (_, i) => i + 1))("loses no word in any order of events (%d)", async (seed) => {
  const { time, room, open } = makeWorld(Array.from({ length: 12 }, (_, i) => `line ${i}`).join("\n"), seed);
  const random = seeded(seed * 7919);
  const pick = (below: number): number => (random() >>> 0) % below;
  const pages = [open(), open(), open()];
  await time.pass(200);
  let typed = 0;
  for (let step = 0; step < 60; step++) {
    const page = pages[pick(3)];
    const what = pick(12);
    if (what === 0) room.replaceDocument();
    else if (what === 1) for (const socket of [...room.sockets].slice(0, 1)) socket.end(1006);
    else if (page !== undefined && ["connected", "saved", "saving"].includes(page.status.state)) {
      const text = page.text.toJSON();
      const start = text.split("\n").slice(0, pick(12)).join("\n").length;
      page.text.insert(start, ` w${typed++}`);
    }
    await time.pass(pick(400));
    await new Promise((done) => setImmediate(done));
  }
  await settle(time);
  await settle(time);
  for (const page of pages) expect(read(page)).toBe(room.text);
  for (let i = 0; i < typed; i++)
    expect(room.text.split(new RegExp(` w${i}(?!\\d)`)).length - 1, `w${i} in ${room.text}`).toBe(1);
});
