/** An open page against a room that the test controls. */
import { expect, test } from "vitest";
import * as Y from "yjs";
import { isBrowserClient } from "../../src/realtime/clients.ts";
import { Denied } from "../../src/live-client/environment.ts";
import type { LivePage } from "../../src/live-client/page.ts";
import { encodeFrame, writeRights } from "../../src/realtime/protocol.ts";
import type { MemoryRoom } from "./memory-room.ts";
import { MemoryStore } from "./memory-store.ts";
import { makeWorld } from "./memory-world.ts";

const write = (page: LivePage, text: string, at = page.text.length): void => page.text.insert(at, text);
const read = (page: LivePage): string => page.text.toJSON();
const updatesOf = (room: MemoryRoom, connection = 0) =>
  room.opened[connection]?.said.filter(({ message }) => message.kind === "update") ?? [];

test("loads a page under a browser's client ID, and reports connected", async () => {
  const { time, room, open } = makeWorld("Hello");
  const page = open();
  expect(page.status.state).toBe("connecting");
  await time.pass(100);
  expect(read(page)).toBe("Hello");
  expect(isBrowserClient(page.doc.clientID)).toBe(true);
  expect(page.status).toEqual({ state: "connected", lostBy: null, hasUnsaved: false, mayComment: true });
  expect(room.opened[0]?.request).toEqual({
    url: "ws://host/api/realtime?comments=1&threads=1",
    protocols: ["octavo.v1", "sok_1"],
    headers: {},
  });
});

test("sends the page ID in the URL and the tool's token in a header", async () => {
  const { time, room, open } = makeWorld();
  open({ pageId: "a b", token: () => Promise.resolve({ url: "ws://host/r", token: "mcp_1", isTool: true }) });
  await time.pass(100);
  expect(room.opened[0]?.request).toEqual({
    url: "ws://host/r?pageId=a%20b&comments=1&threads=1",
    protocols: ["octavo.v1"],
    headers: { Authorization: "Bearer mcp_1" },
  });
});

test("reports whether the user may comment, and each change of it", async () => {
  const { time, room, open } = makeWorld("text");
  room.canEdit = false;
  room.canComment = true;
  const page = open();
  const reported: (boolean | null)[] = [page.status.mayComment];
  page.on("status", ({ mayComment }) => reported.push(mayComment));
  await time.pass(100);
  const tell = async (canComment: boolean): Promise<void> => {
    room.opened[0]?.tell(encodeFrame((encoder) => writeRights(encoder, { canEdit: false, canComment })));
    await time.pass(100);
  };
  await tell(true);
  await tell(false);
  expect(page.status).toMatchObject({ state: "read-only", mayComment: false });
  expect(reported.filter((value, n) => value !== reported[n - 1])).toEqual([null, true, false]);
  expect(reported.filter((value) => value === false)).toHaveLength(1);
});

test("groups the typing of a single user, and saves it within about a second", async () => {
  const { time, room, open } = makeWorld();
  const page = open();
  await time.pass(100);
  for (const letter of "eight ke") {
    write(page, letter);
    expect(page.status.state).toBe("saving");
    await time.pass(200);
  }
  await time.pass(600);
  expect(room.text).toBe("eight ke");
  expect(updatesOf(room)).toHaveLength(2);
  expect(page.status.state).toBe("saved");
});

test("sends pending text when someone joins, and a group of keys every quarter of a second while others watch", async () => {
  const { time, room, open } = makeWorld();
  const [ann, revisions] = [open(), [] as number[]];
  ann.on("saved", (revision) => revisions.push(revision));
  await time.pass(100);
  write(ann, "a");
  const bob = open();
  await time.pass(30);
  expect(room.text).toBe("a");
  for (const letter of "bcdefghijk") {
    write(ann, letter);
    await time.pass(100);
  }
  await time.pass(250);
  expect(read(bob)).toBe("abcdefghijk");
  expect(updatesOf(room)).toHaveLength(5);
  expect(revisions.at(-1)).toBe(room.revision);
});

test("sends each key at once until ten seconds after somebody else has typed", async () => {
  const { time, room, open } = makeWorld();
  const [ann, bob] = [open(), open()];
  await time.pass(100);
  write(bob, "1");
  await time.pass(300);
  write(ann, "2");
  await time.pass(20);
  expect(read(bob)).toBe("12");
  await time.pass(9_000);
  write(ann, "3");
  await time.pass(20);
  expect(room.text).toBe("123");
  await time.pass(1_000);
  write(ann, "4");
  await time.pass(20);
  expect(room.text).toBe("123");
  await time.pass(250);
  expect(room.text).toBe("1234");
});

test("saves text typed while the page loads", async () => {
  for (let after = 0; after <= 200; after += 5) {
    const { time, room, open } = makeWorld();
    open();
    await time.pass(100);
    room.latency = 50;
    const bob = open();
    await time.pass(after);
    write(bob, "typed");
    await time.pass(2_000);
    expect([after, room.text, bob.status.state]).toEqual([after, "typed", "saved"]);
  }
});

test("keeps fast automated typing within the room's message limit", async () => {
  const { time, room, open } = makeWorld();
  const [ann] = [open(), open()];
  await time.pass(100);
  for (let key = 0; key < 1_000; key += 1) {
    write(ann, "x");
    await time.pass(1);
  }
  await time.pass(100);
  expect(room.text).toBe("x".repeat(1_000));
  expect(updatesOf(room).length).toBeLessThanOrEqual(52);
});

test("shows others' cursors with names from the room, moves them with the text and removes them on leaving", async () => {
  const { time, open } = makeWorld("one two");
  const [ann, bob] = [open(), open()];
  await time.pass(100);
  ann.setCursor(4);
  await time.pass(600);
  bob.text.insert(0, "zero ");
  const seen = bob.awareness.getStates().get(ann.doc.clientID) as { user: object; cursor: { head: object } };
  expect(seen.user).toEqual({ id: `user-${ann.doc.clientID}`, name: "Person 1", color: "#123456", tool: null });
  const head = Y.createRelativePositionFromJSON(seen.cursor.head);
  expect(Y.createAbsolutePositionFromRelativePosition(head, bob.doc)?.index).toBe(9);
  expect(bob.people.map(({ name }) => name)).toEqual(["Person 1", "Person 2"]);
  await ann.close();
  await time.pass(100);
  expect([...bob.awareness.getStates().keys()]).toEqual([bob.doc.clientID]);
  expect(bob.people.map(({ name }) => name)).toEqual(["Person 2"]);
});

test("sends a cursor that moves with every keystroke at most twice a second", async () => {
  const { time, room, open } = makeWorld();
  const [ann] = [open(), open()];
  await time.pass(100);
  const before = room.opened[0]?.said.length ?? 0;
  for (let key = 0; key < 50; key += 1) {
    write(ann, "x");
    ann.setCursor(key + 1);
    await time.pass(100);
  }
  const said = room.opened[0]?.said.slice(before).filter(({ message }) => message.kind === "awareness") ?? [];
  expect(said.length).toBeGreaterThan(8);
  expect(said.length).toBeLessThan(12);
});

test("shows a user again after a lost connection", async () => {
  const { time, room, open } = makeWorld("text");
  const [ann, bob] = [open(), open()];
  await time.pass(100);
  ann.setCursor(2);
  await time.pass(1_000);
  room.opened[0]?.end(1006);
  await time.pass(10);
  expect(bob.people).toHaveLength(1);
  await time.pass(5_000);
  expect(ann.status.state).toBe("connected");
  expect(bob.people).toHaveLength(2);
  expect(bob.awareness.getStates().get(ann.doc.clientID)).toMatchObject({ cursor: { head: { assoc: 0 } } });
});

test("treats an acknowledgement as covering all earlier updates, and later ones as unsaved", async () => {
  const { time, room, open } = makeWorld();
  const [ann] = [open(), open()];
  await time.pass(100);
  write(ann, "saved ");
  await time.pass(300);
  room.isBusy = true;
  write(ann, "not yet");
  await time.pass(300);
  expect(ann.status).toMatchObject({ state: "saving", hasUnsaved: true });
  expect(ann.unsaved()).toMatchObject([{ text: "not yet", page: "saved not yet", refused: null }]);
  room.store();
  await time.pass(100);
  expect(ann.status).toMatchObject({ state: "saved", hasUnsaved: false });
  expect(ann.unsaved()).toEqual([]);
});

test("merges text typed on both sides during a lost connection, and sends it once", async () => {
  const { time, room, open } = makeWorld("middle");
  const [ann] = [open(), open()];
  await time.pass(100);
  write(ann, " was sent and not saved", 6);
  room.isDown = true;
  room.isBusy = true;
  await time.pass(6);
  for (const socket of room.sockets) socket.end(1006);
  room.isBusy = false;
  room.edit((text) => text.insert(0, "theirs "));
  write(ann, " mine", ann.text.length);
  await time.pass(3_600_000);
  expect(ann.status).toMatchObject({ state: "offline", hasUnsaved: true });
  room.isDown = false;
  const before = room.opened.length;
  ann.wake();
  await time.pass(40_000);
  expect(room.text).toBe("theirs middle was sent and not saved mine");
  expect(read(ann)).toBe(room.text);
  expect(ann.status.state).toBe("saved");
  const sync = room.opened.slice(before).flatMap(({ said }) => said.filter(({ message }) => message.kind === "sync"));
  expect(sync.flatMap(({ message }) => ("update" in message ? [message.update.byteLength] : []))[0]).toBeLessThan(100);
});

test("reports a message that violates the protocol, and reconnects", async () => {
  const { time, room, open } = makeWorld("text");
  const page = open();
  const defects: unknown[] = [];
  page.on("defect", (error) => defects.push(error));
  await time.pass(100);
  room.opened[0]?.tell(new Uint8Array([99]));
  write(page, " kept");
  await time.pass(60_000);
  expect(defects).toHaveLength(1);
  expect([page.status.state, room.text]).toEqual(["saved", "text kept"]);
});

test.each([4401, 4403, 4404])("ends editing after %s, and keeps typed text available", async (code) => {
  const { time, room, open } = makeWorld("a b");
  const page = open();
  await time.pass(100);
  page.text.insert(1, "1");
  page.text.insert(4, "2");
  room.opened[0]?.end(code);
  await time.pass(3_600_000);
  expect(page.status).toEqual({ state: "lost", lostBy: code, hasUnsaved: true, mayComment: true });
  expect(room.opened).toHaveLength(1);
  const [part] = page.unsaved();
  expect(part).toMatchObject({ text: "1\n2", page: "a1 b2" });
  Y.applyUpdate(room.doc, part?.update ?? new Uint8Array());
  expect(room.text).toBe("a1 b2");
});

test("reconnects a lost page after a new sign-in", async () => {
  const { time, room, open } = makeWorld();
  let isSignedIn = false;
  const page = open({
    token: () => (isSignedIn ? Promise.resolve({ url: "ws://host", token: "t" }) : Promise.reject(new Denied(4401))),
  });
  write(page, "typed before");
  await time.pass(60_000);
  expect(page.status).toEqual({ state: "lost", lostBy: 4401, hasUnsaved: true, mayComment: null });
  page.wake();
  await time.pass(60_000);
  expect(room.opened).toHaveLength(0);
  isSignedIn = true;
  await page.retry();
  await time.pass(1_000);
  expect([page.status.state, room.text]).toEqual(["saved", "typed before"]);
});

test("removes text that the room rejects, and keeps it aside until discarded", async () => {
  const { time, room, open } = makeWorld("text");
  const [page, seen] = [open(), [] as string[]];
  page.on("refused", (code) => seen.push(code));
  page.on("replaced", () => seen.push(read(page)));
  await time.pass(100);
  room.refuses = "quota_exceeded";
  write(page, " too much");
  await time.pass(610);
  room.refuses = null;
  // Typed in the old document, before the new one arrives.
  write(page, " and more");
  await time.pass(5_000);
  expect(seen).toEqual(["quota_exceeded", "text"]);
  expect([read(page), room.text]).toEqual(["text", "text"]);
  const [part] = page.unsaved();
  expect(part).toMatchObject({ text: " too much and more", page: "text too much and more", refused: "quota_exceeded" });
  expect(page.status).toMatchObject({ state: "connected", hasUnsaved: true });
  write(page, ", and on");
  await time.pass(1_000);
  expect(room.text).toBe("text, and on");
  await page.discard(part?.id ?? "");
  expect(page.status.hasUnsaved).toBe(false);
});

test("sends nothing for a user who can only view, and keeps their offline text aside", async () => {
  const { time, room, open } = makeWorld("text");
  const page = open();
  await time.pass(100);
  room.isDown = true;
  room.opened[0]?.end(1006);
  write(page, " offline");
  room.canEdit = false;
  room.isDown = false;
  await time.pass(60_000);
  expect(page.status).toEqual({ state: "read-only", lostBy: null, hasUnsaved: true, mayComment: false });
  expect([read(page), room.text]).toEqual(["text", "text"]);
  expect(page.unsaved()).toMatchObject([{ text: " offline", refused: "read_only" }]);
  const sent = room.opened.slice(1).flatMap(({ said }) => said.map(({ message }) => message.kind));
  expect(sent).not.toContain("update");
  expect(sent).not.toContain("sync");
});

test("stores unsaved text of a closed tab, and the next tab sends it", async () => {
  const { time, room, open } = makeWorld("text");
  const store = new MemoryStore();
  const first = open({ store });
  await time.pass(100);
  room.isDown = true;
  room.opened[0]?.end(1006);
  write(first, " typed offline");
  await first.close();
  const second = open({ store });
  await time.pass(10);
  expect([read(second), second.status]).toMatchObject(["text typed offline", { hasUnsaved: true }]);
  expect([...store.drafts.keys()]).toEqual([String(second.doc.clientID)]);
  room.isDown = false;
  room.edit((content) => content.insert(0, "New "));
  await time.pass(60_000);
  expect([room.text, read(second)]).toEqual(["New text typed offline", "New text typed offline"]);
  expect(store.drafts.size).toBe(0);
});

test("reports offline text as unsafe until it is stored on the machine", async () => {
  const { time, room, open } = makeWorld("text");
  const store = new MemoryStore();
  const page = open({ store });
  await time.pass(100);
  write(page, " typed");
  expect(page.isUnsafe, "unsent text can still be sent").toBe(false);
  await time.pass(2_000);
  room.isDown = true;
  room.opened[0]?.end(1006);
  await time.pass(100);
  const kept = Promise.withResolvers<void>();
  const put = store.putDraft.bind(store);
  store.putDraft = async (draft) => {
    await kept.promise;
    return put(draft);
  };
  write(page, " offline");
  await time.pass(100);
  expect(page.isUnsafe).toBe(true);
  kept.resolve();
  await time.pass(100);
  expect(page.isUnsafe).toBe(false);
});

test("keeps the drafts of two tabs separate, without deleting each other's newer text", async () => {
  const { time, room, open } = makeWorld();
  const store = new MemoryStore();
  room.isDown = true;
  const [first, second] = [open({ store }), open({ store })];
  await time.pass(10);
  write(first, "one ");
  write(second, "two ");
  await time.pass(10);
  expect(store.drafts.size).toBe(2);
  const third = open({ store });
  await time.pass(10);
  expect(read(third)).toHaveLength(8);
  write(first, "more ");
  await time.pass(10);
  expect(store.drafts.size).toBe(2);
  room.isDown = false;
  await time.pass(120_000);
  expect([read(first), read(second), read(third)]).toEqual([room.text, room.text, room.text]);
  expect(room.text.split(" ").toSorted().join(" ").trim()).toBe("more one two");
  expect(store.drafts.size).toBe(0);
});

test("keeps rejected text after the tab closes, and does not send it again", async () => {
  const { time, room, open } = makeWorld("text");
  const store = new MemoryStore();
  const first = open({ store });
  await time.pass(100);
  room.refuses = "payload_too_large";
  write(first, " refused");
  await time.pass(5_000);
  room.refuses = null;
  await first.close();
  const second = open({ store });
  await time.pass(1_000);
  expect([read(second), room.text]).toEqual(["text", "text"]);
  const [part] = second.unsaved();
  expect(part).toMatchObject({ text: " refused", page: "text refused", refused: "payload_too_large" });
  await second.discard(part?.id ?? "");
  expect(store.drafts.size).toBe(0);
});

test("stores the base of a crashed tab's unsaved text, so that it can be shown offline", async () => {
  const { time, room, open } = makeWorld("text");
  const store = new MemoryStore();
  const first = open({ store });
  await time.pass(100);
  // Saved too soon after the first copy for another copy to be stored.
  write(first, " saved");
  room.edit((content) => content.insert(0, "Their "));
  await time.pass(3_000);
  expect(room.text).toBe("Their text saved");
  room.isDown = true;
  room.opened[0]?.end(1006);
  write(first, " waiting", 10);
  write(first, "!");
  await time.pass(10);
  // The tab is not closed properly, as when the battery runs out.
  const second = open({ store });
  await time.pass(10);
  expect(read(second)).toBe("Their text waiting saved!");
  expect(second.unplacedText).toBe("");
});

test("shows unsaved text whose base is missing", async () => {
  const { time, room, open } = makeWorld("text");
  const store = new MemoryStore();
  const first = open({ store });
  await time.pass(100);
  const old = store.state;
  write(first, " saved");
  await time.pass(12_000);
  room.isDown = true;
  room.opened[0]?.end(1006);
  write(first, " waiting");
  await time.pass(10);
  store.state = old;
  const second = open({ store });
  await time.pass(10);
  expect([read(second), second.unplacedText]).toEqual(["text", " waiting"]);
  room.isDown = false;
  await time.pass(60_000);
  expect([read(second), second.unplacedText, room.text]).toEqual(["text saved waiting", "", "text saved waiting"]);
});

test("stores no copy of a page that was lost", async () => {
  const { time, room, open } = makeWorld("text");
  const store = new MemoryStore();
  const page = open({ store });
  await time.pass(12_000);
  room.edit((content) => content.insert(0, "Their "));
  await time.pass(10);
  room.opened[0]?.end(4403);
  store.state = null;
  await time.pass(30_000);
  await page.close();
  expect(store.state).toBeNull();
});
