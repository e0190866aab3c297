/** Two people set the same part of a line concurrently: in whatever order the room receives the edits, it stays one part. */
import { expect, test } from "vitest";
import * as Y from "yjs";
import { BROWSER_CLIENTS } from "../../src/realtime/clients.ts";
import { PageDocument } from "../../src/realtime/document.ts";
import type { LineKind } from "../../src/realtime/line-kind.ts";
import { makeMemoryHistory } from "../../src/realtime/memory-history.ts";
import { Room } from "../../src/realtime/room.ts";
import type { Splice } from "../../src/realtime/splices.ts";

const ROOM_CLIENT = 7;

function openRoom(text: string, kind: LineKind) {
  const history = makeMemoryHistory();
  const first = new PageDocument().splice([{ at: 0, remove: 0, insert: text }], ROOM_CLIENT);
  if (first === null) throw new Error("an empty text");
  history.commit(1, first);
  return {
    history,
    room: new Room(
      history,
      { revision: 1, usedRevision: 1, client: ROOM_CLIENT },
      () => 9,
      () => kind,
    ),
  };
}

class Browser {
  readonly doc = new Y.Doc();
  readonly sent: Uint8Array[] = [];
  readonly #room: Room;

  constructor(room: Room, number: number) {
    this.#room = room;
    this.doc.clientID = BROWSER_CLIENTS + number;
    Y.applyUpdate(this.doc, room.document.encode());
    this.doc.on("update", (update: Uint8Array, origin: unknown) => void (origin !== "room" && this.sent.push(update)));
  }

  get text(): string {
    return this.doc.getText("content").toString();
  }

  /** Edits as an editor does: in one transaction, with deletions before insertions. */
  edit(...splices: readonly Splice[]): this {
    const text = this.doc.getText("content");
    this.doc.transact(() => {
      for (const { at, remove, insert } of splices.toReversed()) {
        if (remove > 0) text.delete(at, remove);
        if (insert !== "") text.insert(at, insert);
      }
    });
    return this;
  }

  replace(before: string, after: string): this {
    const at = this.text.indexOf(before);
    if (at < 0) throw new Error(`${before} is not in the text`);
    return this.edit({ at, remove: before.length, insert: after });
  }

  type(before: string, text: string): this {
    let at = this.text.indexOf(before) + before.length;
    for (const letter of text) this.edit({ at: at++, remove: 0, insert: letter });
    return this;
  }

  /** One combined update, as after being offline, or the individual updates. */
  updates(isOffline: boolean): Uint8Array[] {
    const sent = this.sent.splice(0);
    return isOffline ? [Y.encodeStateAsUpdate(this.doc, this.#room.document.encodeStateVector())] : sent;
  }

  receive(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update, "room");
  }
}

/** Applies the first browser's updates, then the second's; at the end all replicas must agree. */
function meet(
  text: string,
  acts: readonly ((browser: Browser) => unknown)[],
  kind: LineKind = "markdown",
  offline = false,
) {
  const { room, history } = openRoom(text, kind);
  const browsers = acts.map((_, number) => new Browser(room, number + 1));
  acts.forEach((act, i) => browsers[i] && act(browsers[i]));
  for (const [i, browser] of browsers.entries())
    for (const update of browser.updates(offline && i > 0)) {
      const outcome = room.applyUpdate(update, () => true);
      if (!outcome.ok) throw new Error(outcome.error.code);
      if (outcome.update === null) continue;
      history.commit(outcome.revision, outcome.update);
      for (const other of browsers) if (other !== browser) other.receive(outcome.update);
      if (outcome.correction !== null) browser.receive(outcome.correction);
    }
  for (const browser of browsers) expect(browser.text).toBe(room.text);
  expect(history.documentAt(room.revision).text).toBe(room.text);
  return room.text;
}

const tick = (browser: Browser) => browser.replace("[ ]", "[x]").text;
const box = (mark: string) => (browser: Browser) => {
  const at = browser.text.indexOf("[") + 1;
  browser.edit({ at, remove: 1, insert: mark });
};
const due = (before: string, after: string) => (browser: Browser) => browser.replace(before, after);

type Case = [string, string, readonly ((browser: Browser) => unknown)[], string, LineKind?];
const CASES: Case[] = [
  ["two users complete one task", "- [ ] Book", [box("x"), box("x")], "- [x] Book"],
  ["three users complete one task", "- [ ] Book", [box("x"), box("x"), box("X")], "- [X] Book"],
  ["two users reopen one task", "a\n- [x] Book\nb", [box(" "), box(" ")], "a\n- [ ] Book\nb"],
  ["one user toggles a task three times, another completes it", "1. [ ] Book", [(b) => [box("x")(b), box(" ")(b), box("x")(b)], box("x")], "1. [x] Book"],
  ["one user completes and reopens a task, another completes it", "> - [ ] Book", [(b) => [box("x")(b), box(" ")(b)], box("x")], "> - [x] Book"],
  ["two users reopen and complete a completed task", "- [x] Book", [(b) => [box(" ")(b), box("x")(b)], (b) => [box(" ")(b), box("x")(b)]], "- [x] Book"],
  ["two users replace a whole checkbox", "- [ ] Book", [tick, tick], "- [x] Book"],
  ["one user completes a task, another changes its title", "- [ ] Book", [box("x"), (b) => b.replace("Book", "Book the hall")], "- [x] Book the hall"],
  ["two users change the due date", "- [ ] Book due:2026-12-01 !low", [due(" due:2026-12-01", " due:2026-12-09"), due(" due:2026-12-01", " due:2027-01-10")], "- [ ] Book due:2027-01-10 !low"],
  ["two users change only the date's value", "- [ ] Book due:2026-12-01 !low", [due("2026-12-01", "2026-12-09"), due("2026-12-01", "2027-01-10")], "- [ ] Book due:2027-01-10 !low"],
  ["two users set the first due date", "- [ ] Book", [(b) => b.edit({ at: 10, remove: 0, insert: " due:2026-12-09" }), (b) => b.edit({ at: 10, remove: 0, insert: " due:2027-01-10" })], "- [ ] Book due:2027-01-10"],
  ["two users set the first due date, one also a priority", "- [ ] Book", [(b) => b.edit({ at: 10, remove: 0, insert: " !high" }).edit({ at: 16, remove: 0, insert: " due:2026-12-09" }), (b) => b.edit({ at: 10, remove: 0, insert: " due:2027-01-10" })], "- [ ] Book !high due:2027-01-10"],
  ["one user removes the due date, another changes it", "- [ ] Book due:2026-12-01 !low", [due(" due:2026-12-01", ""), due(" due:2026-12-01", " due:2027-01-10")], "- [ ] Book due:2027-01-10 !low"],
  ["two users change the priority", "- [ ] Book !low", [due(" !low", " !high"), due(" !low", " !medium")], "- [ ] Book !medium"],
  ["two users assign different people", "- [ ] Book", [(b) => b.edit({ at: 10, remove: 0, insert: " @[Ann](user:a1)" }), (b) => b.edit({ at: 10, remove: 0, insert: " @[Ben](user:b1)" })], "- [ ] Book @[Ann](user:a1) @[Ben](user:b1)"],
  ["two users assign the same person", "- [ ] Book", [(b) => b.edit({ at: 10, remove: 0, insert: " @[Ann](user:a1)" }), (b) => b.edit({ at: 10, remove: 0, insert: " @[Ann](user:a1)" })], "- [ ] Book @[Ann](user:a1)"],
  ["one user adds a task below a task, another sets its due date", "- [ ] Book", [(b) => b.edit({ at: 10, remove: 0, insert: "\n- [ ] Print" }), (b) => b.edit({ at: 10, remove: 0, insert: " due:2026-12-09" })], "- [ ] Book due:2026-12-09\n- [ ] Print"],
  ["one user sets a task's due date, another adds a task below it", "- [ ] Book", [(b) => b.edit({ at: 10, remove: 0, insert: " due:2026-12-09" }), (b) => b.edit({ at: 10, remove: 0, insert: "\n- [ ] Print" })], "- [ ] Book due:2026-12-09\n- [ ] Print"],
  ["two users change the title", "- [ ] Call Ann", [due("Call", "Ring"), due("Call", "Mail")], "- [ ] Ring Mail Ann"],
  ["two users change a number in a table cell", "| a | 1 | b |", [due("1", "12"), due("1", "15")], "| a | 15 | b |"],
  ["two users change two cells of a table row", "| a | 1 | b |", [due("1", "12"), due("b", "c")], "| a | 12 | c |"],
  ["two users change a word in a table cell", "| a | one | b |", [due("one", "two"), due("one", "three")], "| a | two three | b |"],
  ["two users type in adjacent cells", "| a |  |  |", [(b) => b.type("| a | ", "Ann"), (b) => b.type("| a |  | ", "Ben")], "| a | Ann | Ben |"],
  ["two users change a property", "---\nstatus: Doing\n---\n", [due("Doing", "Done"), due("Doing", "Later")], "---\nstatus: Later\n---\n"],
  ["two users set a property to the same value", "---\nstatus: Doing\n---\n", [due("Doing", "Done"), due("Doing", "Done")], "---\nstatus: Done\n---\n"],
  ["two users change text that resembles a property", "status: Doing", [due("Doing", "Done"), due("Doing", "Later")], "status: DoneLater"],
  ["two users change one sheet cell", "a,1\nb,2", [due("1", "12"), due("1", "15")], "a,15\nb,2", "sheet"],
  ["two users fill one empty sheet cell", "a,,c", [(b) => b.edit({ at: 2, remove: 0, insert: "12" }), (b) => b.edit({ at: 2, remove: 0, insert: "15" })], "a,15,c", "sheet"],
  ["two users set one sheet cell to quoted values", "a,1,c", [due("1", '"x, y"'), due("1", '"say ""no"""')], 'a,"say ""no""",c', "sheet"],
  ["one user clears a sheet cell, another changes it", "a,1,c", [due("1", ""), due("1", "15")], "a,15,c", "sheet"],
  ["two users change adjacent sheet cells", "a,1,2", [due("1", "12"), due("2", "15")], "a,12,15", "sheet"],
  ["two users add sheet cells after the last one", "a\nb", [(b) => b.edit({ at: 1, remove: 0, insert: ",5" }), (b) => b.edit({ at: 1, remove: 0, insert: ",,7" })], "a,5,7\nb", "sheet"],
]; // oxfmt-ignore

/** Either edit may arrive first; if both set the same part, the later one wins. */
test.each<Case>(CASES)("merges live: %s", (_, text, acts, expected, kind) => {
  expect(meet(text, acts, kind)).toBe(expected);
});

test.each<Case>(CASES)("merges after the second user was offline: %s", (_, text, acts, expected, kind) => {
  expect(meet(text, acts, kind, true)).toBe(expected);
});

test("keeps text typed after the other user's change was received", () => {
  const { room, history } = openRoom("- [ ] Book", "markdown");
  const [ann, ben] = [new Browser(room, 1), new Browser(room, 2)];
  const send = (from: Browser, to: Browser) => {
    for (const update of from.updates(false)) {
      const outcome = room.applyUpdate(update, () => true);
      if (!outcome.ok || outcome.update === null) throw new Error("the update was rejected");
      expect(outcome.correction).toBe(null);
      history.commit(outcome.revision, outcome.update);
      to.receive(outcome.update);
    }
  };
  box("x")(ann);
  send(ann, ben);
  ben.type("[x", "x");
  send(ben, ann);
  ann.type("Book", " due:2026-12-01");
  send(ann, ben);
  ben.type("2026-12-01", " due:2027-01-01");
  send(ben, ann);
  expect([room.text, ann.text, ben.text]).toEqual(Array.from({ length: 3 }, () => "- [xx] Book due:2026-12-01 due:2027-01-01"));
}); // oxfmt-ignore

test.each<[string, string, LineKind]>([
  ["prose", "say [] now", "markdown"],
  ["a plain page", "- [] now", "plain"],
  ["brackets in a task's title", "- [ ] say [] now", "markdown"],
])("keeps all letters that two users type at one position in %s", (_, text, kind) => {
  const at = text.lastIndexOf("[]") + 1;
  const letter = (browser: Browser) => browser.edit({ at, remove: 0, insert: "x" });
  expect(meet(text, [letter, letter], kind)).toBe(`${text.slice(0, at)}xx${text.slice(at)}`);
});

test("replaces whole parts when a tool's edit meets a live one, so that the live one can be recognized", () => {
  for (const [line, act, expected] of [
    ["- [ ] Book due:2026-12-09 !low", due(" due:2026-12-01", " due:2027-01-10"), "- [ ] Book due:2027-01-10 !low"],
    ["- [x] Book due:2026-12-01 !low", box("x"), "- [x] Book due:2026-12-01 !low"],
    ["- [x] Book due:2026-12-01 !high", due(" !low", " !medium"), "- [x] Book due:2026-12-01 !medium"],
  ] as const) {
    const { room, history } = openRoom("- [ ] Book due:2026-12-01 !low\nmore", "markdown");
    const ann = new Browser(room, 1);
    act(ann);
    const change = { kind: "lines", operation: "replace", startLine: 1, content: line } as const;
    const edited = room.edit({ change, base: 1 });
    if (!edited.ok || edited.update === null) throw new Error("the update was rejected");
    history.commit(edited.revision, edited.update);
    room.confirm();
    ann.receive(edited.update);
    for (const update of ann.updates(false)) {
      const outcome = room.applyUpdate(update, () => true);
      if (outcome.ok && outcome.correction !== null) ann.receive(outcome.correction);
    }
    expect([room.text, ann.text]).toEqual([`${expected}\nmore`, `${expected}\nmore`]);
  }
});
