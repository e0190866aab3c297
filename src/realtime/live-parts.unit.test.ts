/** Two people set the same part of a line concurrently: in whatever order the room receives the edits, it stays one part. */
import { expect, test } from "vitest";
import * as Y from "yjs";
import { BROWSER_CLIENTS } from "./clients.ts";
import { PageDocument } from "./document.ts";
import type { LineKind } from "./line-kind.ts";
import { makeMemoryHistory } from "./memory-history.ts";
import { Room } from "./room.ts";
import type { Splice } from "./splices.ts";

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
    if (at < 0) throw new Error(`${before} is not there`);
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
  ["two tick one task", "- [ ] Book", [box("x"), box("x")], "- [x] Book"],
  ["three tick one task", "- [ ] Book", [box("x"), box("x"), box("X")], "- [X] Book"],
  ["two untick one task", "a\n- [x] Book\nb", [box(" "), box(" ")], "a\n- [ ] Book\nb"],
  ["one ticks twice, one once", "1. [ ] Book", [(b) => [box("x")(b), box(" ")(b), box("x")(b)], box("x")], "1. [x] Book"],
  ["one ticks and takes it back, one ticks", "> - [ ] Book", [(b) => [box("x")(b), box(" ")(b)], box("x")], "> - [x] Book"],
  ["two who ticked it before", "- [x] Book", [(b) => [box(" ")(b), box("x")(b)], (b) => [box(" ")(b), box("x")(b)]], "- [x] Book"],
  ["whole boxes", "- [ ] Book", [tick, tick], "- [x] Book"],
  ["a tick and a title", "- [ ] Book", [box("x"), (b) => b.replace("Book", "Book the hall")], "- [x] Book the hall"],
  ["two dates", "- [ ] Book due:2026-12-01 !low", [due(" due:2026-12-01", " due:2026-12-09"), due(" due:2026-12-01", " due:2027-01-10")], "- [ ] Book due:2027-01-10 !low"],
  ["two dates, values alone", "- [ ] Book due:2026-12-01 !low", [due("2026-12-01", "2026-12-09"), due("2026-12-01", "2027-01-10")], "- [ ] Book due:2027-01-10 !low"],
  ["two first dates", "- [ ] Book", [(b) => b.edit({ at: 10, remove: 0, insert: " due:2026-12-09" }), (b) => b.edit({ at: 10, remove: 0, insert: " due:2027-01-10" })], "- [ ] Book due:2027-01-10"],
  ["two first dates, and a priority", "- [ ] Book", [(b) => b.edit({ at: 10, remove: 0, insert: " !high" }).edit({ at: 16, remove: 0, insert: " due:2026-12-09" }), (b) => b.edit({ at: 10, remove: 0, insert: " due:2027-01-10" })], "- [ ] Book !high due:2027-01-10"],
  ["a date set, a date taken away", "- [ ] Book due:2026-12-01 !low", [due(" due:2026-12-01", ""), due(" due:2026-12-01", " due:2027-01-10")], "- [ ] Book due:2027-01-10 !low"],
  ["two priorities", "- [ ] Book !low", [due(" !low", " !high"), due(" !low", " !medium")], "- [ ] Book !medium"],
  ["two people", "- [ ] Book", [(b) => b.edit({ at: 10, remove: 0, insert: " @[Ann](user:a1)" }), (b) => b.edit({ at: 10, remove: 0, insert: " @[Ben](user:b1)" })], "- [ ] Book @[Ann](user:a1) @[Ben](user:b1)"],
  ["the same person twice", "- [ ] Book", [(b) => b.edit({ at: 10, remove: 0, insert: " @[Ann](user:a1)" }), (b) => b.edit({ at: 10, remove: 0, insert: " @[Ann](user:a1)" })], "- [ ] Book @[Ann](user:a1)"],
  ["two titles", "- [ ] Call Ann", [due("Call", "Ring"), due("Call", "Mail")], "- [ ] Ring Mail Ann"],
  ["a number in a cell of a table", "| a | 1 | b |", [due("1", "12"), due("1", "15")], "| a | 15 | b |"],
  ["two cells of a row of a table", "| a | 1 | b |", [due("1", "12"), due("b", "c")], "| a | 12 | c |"],
  ["words in a cell of a table", "| a | one | b |", [due("one", "two"), due("one", "three")], "| a | two three | b |"],
  ["two types in cells beside each other", "| a |  |  |", [(b) => b.type("| a | ", "Ann"), (b) => b.type("| a |  | ", "Ben")], "| a | Ann | Ben |"],
  ["a property", "---\nstatus: Doing\n---\n", [due("Doing", "Done"), due("Doing", "Later")], "---\nstatus: Later\n---\n"],
  ["the same property", "---\nstatus: Doing\n---\n", [due("Doing", "Done"), due("Doing", "Done")], "---\nstatus: Done\n---\n"],
  ["a key in the text", "status: Doing", [due("Doing", "Done"), due("Doing", "Later")], "status: DoneLater"],
  ["one cell", "a,1\nb,2", [due("1", "12"), due("1", "15")], "a,15\nb,2", "sheet"],
  ["one empty cell", "a,,c", [(b) => b.edit({ at: 2, remove: 0, insert: "12" }), (b) => b.edit({ at: 2, remove: 0, insert: "15" })], "a,15,c", "sheet"],
  ["a quoted cell", "a,1,c", [due("1", '"x, y"'), due("1", '"say ""no"""')], 'a,"say ""no""",c', "sheet"],
  ["a cell set, a cell emptied", "a,1,c", [due("1", ""), due("1", "15")], "a,15,c", "sheet"],
  ["two cells beside each other", "a,1,2", [due("1", "12"), due("2", "15")], "a,12,15", "sheet"],
  ["cells behind the last one", "a\nb", [(b) => b.edit({ at: 1, remove: 0, insert: ",5" }), (b) => b.edit({ at: 1, remove: 0, insert: ",,7" })], "a,5,7\nb", "sheet"],
]; // oxfmt-ignore

/** Either edit may arrive first; if both set the same part, the later one wins. */
test.each<Case>(CASES)("%s, live", (_, text, acts, expected, kind) => {
  expect(meet(text, acts, kind)).toBe(expected);
});

test.each<Case>(CASES)("%s, the later one offline until then", (_, text, acts, expected, kind) => {
  expect(meet(text, acts, kind, true)).toBe(expected);
});

test("what somebody types after having seen the other's stays as it is typed", () => {
  const { room, history } = openRoom("- [ ] Book", "markdown");
  const [ann, ben] = [new Browser(room, 1), new Browser(room, 2)];
  const send = (from: Browser, to: Browser) => {
    for (const update of from.updates(false)) {
      const outcome = room.applyUpdate(update, () => true);
      if (!outcome.ok || outcome.update === null) throw new Error("not taken");
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
  ["a page without parts", "- [] now", "plain"],
  ["a box in words of a task", "- [ ] say [] now", "markdown"],
])("letters that two type at one place in %s all stay", (_, text, kind) => {
  const at = text.lastIndexOf("[]") + 1;
  const letter = (browser: Browser) => browser.edit({ at, remove: 0, insert: "x" });
  expect(meet(text, [letter, letter], kind)).toBe(`${text.slice(0, at)}xx${text.slice(at)}`);
});

test("a tool's edit that met a live one replaces whole parts, so that the live one is told apart", () => {
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
    if (!edited.ok || edited.update === null) throw new Error("not taken");
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
