/** Editors bound to open pages, against a room that the test controls. */
import { expect, test } from "vitest";
import type { PageOptions } from "../../src/live-client/page.ts";
import { HeadlessEditor } from "./headless-editor.ts";
import { MemoryStore } from "./memory-store.ts";
import { makeWorld as makeRoom } from "./memory-world.ts";

function makeWorld(text = "", seed = 1) {
  const { time, room, open: connect } = makeRoom(text, seed);
  /** An editor that shows `printed`, bound to its own connection to the page. */
  const open = (printed = text, options: Partial<PageOptions> = {}) => {
    const editor = new HeadlessEditor(printed);
    const page = connect(options);
    const binding = editor.bind(page, time);
    return { editor, page, binding };
  };
  return { time, room, connect, open };
}

test("sends typed text to the room, and applies remote changes without moving the caret", async () => {
  const { time, room, open } = makeWorld("one two");
  const { editor, page } = open();
  await time.pass(100);
  editor.type("!", 7);
  room.edit((text) => text.insert(0, "zero "));
  await time.pass(2_000);
  expect(editor.text).toBe("zero one two!");
  expect(room.text).toBe(editor.text);
  expect(page.text.toJSON()).toBe(editor.text);
  expect(editor.caret).toBe(13);
});

test("applies remote changes at once when idle, batched when frequent, and seldom between keystrokes", async () => {
  const { time, room, open } = makeWorld("");
  const { editor } = open();
  await time.pass(1_000);
  const before = editor.changes;
  for (let n = 0; n < 50; n += 1) {
    room.edit((text) => text.insert(text.length, "r"));
    await time.pass(20);
  }
  await time.pass(200);
  expect(editor.text).toBe("r".repeat(50));
  expect(editor.changes - before).toBeLessThanOrEqual(12);
  const then = editor.changes;
  for (let n = 0; n < 50; n += 1) {
    room.edit((text) => text.insert(text.length, "r"));
    editor.type("k", 0);
    await time.pass(40);
  }
  expect(editor.changes - then - 50).toBeLessThanOrEqual(4);
  await time.pass(2_000);
  expect(editor.text).toBe("k".repeat(50) + "r".repeat(100));
  expect(room.text).toBe(editor.text);
});

test("applies no remote change while a delayed editor reports a key", async () => {
  const { time, room, connect } = makeWorld("one");
  let late = 0;
  const clock = { hasNetwork: () => true, now: () => time.now() + late, after: time.after, random: time.random };
  const editor = new HeadlessEditor("one");
  editor.bind(connect(), clock);
  await time.pass(1_000);
  editor.type("k", 0);
  room.edit((text) => text.insert(text.length, " two"));
  await time.pass(30);
  // The browser was busy for so long that the waiting changes are overdue.
  late = 5_000;
  editor.type("k");
  await time.pass(2_000);
  expect(editor.text).toBe("kkone two");
  expect(editor.defects).toEqual([]);
});

test("holds remote changes back during an input method composition, and applies them afterwards", async () => {
  const { time, room, open } = makeWorld("ab");
  const { editor, page } = open();
  await time.pass(100);
  editor.moveTo(1);
  editor.startComposing();
  editor.type("に");
  room.edit((text) => text.insert(0, "remote "));
  room.edit((text) => text.delete(text.length - 1, 1));
  await time.pass(5_000);
  editor.type("ほ");
  expect(editor.text).toBe("aにほb");
  expect(page.text.toJSON()).toBe("remote aにほ");
  editor.endComposing();
  expect(editor.text).toBe("aにほb");
  await time.pass(1_000);
  expect(editor.text).toBe("remote aにほ");
  expect(room.text).toBe(editor.text);
  expect(editor.caret).toBe(10);
});

test("holds pending remote changes back when a composition starts", async () => {
  const { time, room, open } = makeWorld("ab");
  const { editor } = open();
  await time.pass(100);
  editor.type("c", 2);
  room.edit((text) => text.insert(0, "x"));
  await time.pass(10);
  editor.startComposing();
  await time.pass(3_000);
  expect(editor.text).toBe("abc");
  editor.endComposing();
  editor.startComposing();
  await time.pass(3_000);
  expect(editor.text).toBe("abc");
  editor.endComposing();
  await time.pass(1_000);
  expect(editor.text).toBe("xabc");
});

test.each([
  ["at its end", "one\ntwo", 3, (length: number) => ({ at: length - 4, put: "\nnew" }), "one!\nnew\ntwo"],
  ["at its beginning", "one\ntwo", 4, () => ({ at: 4, put: "new\n" }), "one\nnew\n!two"],
])("keeps the caret on its line when a line is inserted %s", async (_, text, caret, change, expected) => {
  const { time, room, open } = makeWorld(text);
  const { editor } = open();
  await time.pass(100);
  editor.moveTo(caret);
  const { at, put } = change(text.length);
  room.edit((content) => content.insert(at, put));
  await time.pass(1_000);
  editor.type("!");
  await time.pass(2_000);
  expect(editor.text).toBe(expected);
  expect(room.text).toBe(expected);
});

test("counts carriage returns as characters, with equal offsets on both sides", async () => {
  const { time, room, open } = makeWorld("one\r\ntwo\rthree\n");
  const { editor } = open();
  await time.pass(100);
  editor.type("!", editor.state.doc.length);
  room.edit((text) => text.insert(5, "new\r\n"));
  await time.pass(2_000);
  expect(editor.text).toBe("one\r\nnew\r\ntwo\rthree\n!");
  expect(room.text).toBe(editor.text);
});

test("shows a replaced document instead of rejected text, and keeps text typed in the meantime", async () => {
  const { time, room, open } = makeWorld("text");
  const { editor, page } = open();
  await time.pass(100);
  room.refuses = "update_invalid";
  editor.type(" refused", 4);
  await time.pass(520);
  room.refuses = null;
  editor.startComposing();
  editor.type(" に");
  await time.pass(30_000);
  editor.type("ほ");
  expect(editor.text).toBe("text refused にほ");
  editor.endComposing();
  await time.pass(5_000);
  expect(
    page
      .unsaved()
      .map(({ text }) => text)
      .join(""),
  ).toContain(" refused");
  expect(room.text).toBe(editor.text);
  const kept =
    editor.text +
    page
      .unsaved()
      .map(({ text }) => text)
      .join("");
  expect(kept).toContain("に");
  expect(kept).toContain("ほ");
  expect(editor.text).not.toContain("refused");
});

test.each([
  ["typed, then connected", ["type", "connect"]],
  ["connected, then typed", ["connect", "type"]],
  ["typed before and after", ["type", "connect", "type"]],
])(
  "%s: updates an outdated initial text to the page, and neither loses nor duplicates typed text",
  async (_, order) => {
    const { time, room, connect } = makeWorld("one\ntwo\n");
    const editor = new HeadlessEditor("one\ntwo\n");
    room.edit((text) => text.insert(0, "# theirs\n"));
    room.edit((text) => text.insert(text.length, "three\n"));
    let count = 0;
    for (const step of order) {
      if (step === "type") editor.type(`mine${(count += 1)} `, editor.text.indexOf("two"));
      else editor.bind(connect(), time);
    }
    await time.pass(3_000);
    const mine = Array.from({ length: count }, (_each, n) => `mine${n + 1} `).join("");
    expect(editor.text).toBe(`# theirs\none\n${mine}two\nthree\n`);
    expect(room.text).toBe(editor.text);
  },
);

test("applies drafts of an earlier visit once, whenever they are loaded", async () => {
  for (const delay of [0, 3, 50, 5_000]) {
    const { time, room, connect } = makeWorld("start ");
    const store = new MemoryStore();
    room.isDown = false;
    const first = connect({ store });
    await time.pass(100);
    room.isBusy = true;
    for (const socket of room.sockets) socket.end(1006);
    room.isDown = true;
    first.text.insert(6, "draft ");
    await time.pass(10);
    await first.close();
    room.isDown = false;
    room.isBusy = false;
    room.edit((text) => text.insert(0, "others "));
    const editor = new HeadlessEditor("start ");
    editor.type("early ", 6);
    const slow = {
      load: () => new Promise<void>((done) => void time.after(delay, done)).then(() => store.load()),
      putState: (state: Uint8Array, of: number) => store.putState(state, of),
      putDraft: (draft: Parameters<MemoryStore["putDraft"]>[0]) => store.putDraft(draft),
      removeDraft: (draft: Parameters<MemoryStore["removeDraft"]>[0]) => store.removeDraft(draft),
    };
    const page = connect({ store: slow });
    editor.bind(page, time);
    await time.pass(20_000);
    expect(room.text.split(" ").toSorted().join(" ").trim()).toBe("draft early others start");
    expect(editor.text).toBe(room.text);
    expect(page.status.hasUnsaved).toBe(false);
  }
});

test("keeps typed text in the editor while the page is unreachable, and sends it later", async () => {
  const { time, room, open } = makeWorld("text");
  room.isDown = true;
  const { editor, binding } = open();
  editor.type(" typed", 4);
  await time.pass(60_000);
  expect(binding.typed.changes.empty).toBe(false);
  room.isDown = false;
  await time.pass(60_000);
  expect(binding.typed.changes.empty).toBe(true);
  expect(room.text).toBe("text typed");
  expect(editor.text).toBe("text typed");
});

test("undoes and redoes only the user's own text, in steps separated by pauses", async () => {
  const { time, room, open } = makeWorld("start");
  const { editor, binding } = open();
  await time.pass(100);
  for (const letter of " one") editor.type(letter, editor.text.length);
  await time.pass(1_000);
  for (const letter of " two") editor.type(letter, editor.text.length);
  room.edit((text) => text.insert(0, "their "));
  await time.pass(2_000);
  expect(editor.text).toBe("their start one two");
  expect(binding.revert("undo")).toBe(true);
  expect(editor.text).toBe("their start one");
  expect(editor.caret).toBe(15);
  binding.revert("undo");
  expect(editor.text).toBe("their start");
  expect(binding.revert("undo")).toBe(false);
  binding.revert("redo");
  expect(editor.text).toBe("their start one");
  await time.pass(2_000);
  expect(room.text).toBe(editor.text);
});

test("separates deletion, commands and typing at another place into undo steps", async () => {
  const { time, open } = makeWorld("a b");
  const { editor, binding } = open();
  await time.pass(100);
  editor.type("x", 3);
  editor.type("y", 4);
  editor.dispatch({ changes: { from: 4, to: 5 }, selection: { anchor: 4 }, userEvent: "delete.backward" });
  editor.dispatch({ changes: { from: 0, insert: "# " }, userEvent: "input.heading" });
  editor.type("z", 6);
  editor.type("!", 3);
  const seen: string[] = [];
  while (binding.revert("undo")) seen.push(editor.text);
  expect(seen).toEqual(["# a bxz", "# a bx", "a bx", "a bxy", "a b"]);
});

test("undoes text typed before the connection in one step", async () => {
  const { time, room, open } = makeWorld("text");
  const { editor, binding } = open();
  editor.type(" early");
  editor.type("!", 4);
  await time.pass(1_000);
  editor.type(" late", editor.text.length);
  binding.revert("undo");
  binding.revert("undo");
  expect(editor.text).toBe("text");
  await time.pass(2_000);
  expect(room.text).toBe("text");
});

test("loads the merge module only when texts differ, and retries when loading fails", async () => {
  const { time, room, connect } = makeWorld("one");
  let calls = 0;
  const bind = (printed: string): HeadlessEditor => {
    const editor = new HeadlessEditor(printed);
    const { loadJoining } = editor;
    editor.loadJoining = () => ((calls += 1) < 3 ? Promise.reject(new Error("offline")) : loadJoining());
    editor.type("!", printed.length);
    editor.bind(connect(), time);
    return editor;
  };
  bind("one");
  await time.pass(30_000);
  expect([calls, room.text]).toEqual([0, "one!"]);
  const late = bind("one");
  late.type("?", 4);
  await time.pass(2_000);
  expect([late.text, late.defects.length]).toEqual(["one!?", 1]);
  await time.pass(30_000);
  expect([calls, late.defects.length]).toEqual([3, 2]);
  expect(late.text).toBe(room.text);
  expect(room.text.split("").toSorted().join("")).toBe("!!?eno");
});

test("opens the stored copy without a network, and sends text typed there on a later visit", async () => {
  const { time, room, open } = makeWorld("one two");
  const store = new MemoryStore();
  const first = open("one two", { store });
  await time.pass(1_000);
  await first.page.close();
  first.binding.destroy();

  room.isDown = true;
  time.isOnline = false;
  const offline = open("one", { store });
  await time.pass(5_000);
  // The printed text is older than the text of the earlier visit.
  expect(offline.editor.text).toBe("one two");
  offline.editor.type(" three", 7);
  await time.pass(1_000);
  expect(offline.binding.typed.changes.empty).toBe(true);
  await offline.page.close();
  offline.binding.destroy();

  room.isDown = false;
  time.isOnline = true;
  open("one two", { store });
  await time.pass(2_000);
  expect(room.text).toBe("one two three");
});

test("waits for the room when the network is up, despite a stored copy", async () => {
  const { time, room, open } = makeWorld("one");
  const store = new MemoryStore();
  const first = open("one", { store });
  await time.pass(1_000);
  await first.page.close();
  first.binding.destroy();
  room.isDown = true;
  const second = open("one", { store });
  await time.pass(5_000);
  expect(second.binding.replica).toBeNull();
});

test.each([
  ["the machine reports no network", false],
  ["the service does not respond despite a reported network", true],
])("shows unsent text over the stored copy when %s, and sends it once", async (_where, isOnline) => {
  const { time, room, connect } = makeWorld("start ");
  const store = new MemoryStore();
  const first = connect({ store });
  await time.pass(100);
  room.isDown = true;
  for (const socket of room.sockets) socket.end(1006);
  first.text.insert(6, "waiting ");
  await time.pass(10);
  await first.close();
  const editor = new HeadlessEditor("start ");
  time.isOnline = isOnline;
  const page = connect({ store });
  editor.bind(page, time);
  await time.pass(4_000);
  expect(editor.text).toBe("start waiting ");
  editor.type("and more ", 14);
  await time.pass(100);
  expect(store.drafts.size).toBe(1);
  room.isDown = false;
  time.isOnline = true;
  room.edit((text) => text.insert(0, "others "));
  page.wake();
  await time.pass(60_000);
  expect(room.text).toBe("others start waiting and more ");
  expect(editor.text).toBe(room.text);
  expect(page.status).toMatchObject({ state: "saved", lostBy: null, hasUnsaved: false });
});
