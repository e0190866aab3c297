import { expect, test } from "vitest";
import * as Y from "yjs";
import { BROWSER_CLIENTS, toBrowserClient } from "./clients.ts";
import { PageDocument } from "./document.ts";
import { makeMemoryHistory, type MemoryHistory } from "./memory-history.ts";
import type { Change } from "./change.ts";
import { Room, type EditOutcome, type MergeOutcome, type EditRequest } from "./room.ts";
import { splitLines } from "./text.ts";
import { writersOf } from "./validate-update.ts";

type Fixture = { room: Room; history: MemoryHistory; write: (request: EditRequest) => EditOutcome };

function openRoom(text: string, keepFrom = 1): Fixture {
  let seed = 1;
  const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);
  const history = makeMemoryHistory(keepFrom);
  history.commit(1, new PageDocument().splice([{ at: 0, remove: 0, insert: text }], 7) ?? new Uint8Array([0, 0]));
  const room = new Room(history, { revision: 1, usedRevision: 1, client: 7 }, random);
  const write = (request: EditRequest) => {
    const outcome = room.edit(request);
    if (outcome.ok && outcome.update !== null) {
      history.commit(outcome.revision, outcome.update);
      room.confirm();
    }
    return outcome;
  };
  return { room, history, write };
}

/** A person's browser with the page's current state. */
function joinAs(room: Room, client = BROWSER_CLIENTS + 5) {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, room.document.encode());
  doc.clientID = client;
  return { doc, text: doc.getText("content") };
}

function receive({ room, history }: Fixture, doc: Y.Doc): MergeOutcome {
  const outcome = room.applyUpdate(
    Y.encodeStateAsUpdate(doc, room.document.encodeStateVector()),
    (client) => client === doc.clientID,
  );
  if (outcome.ok && outcome.update !== null) history.commit(outcome.revision, outcome.update);
  Y.applyUpdate(doc, room.document.encode());
  return outcome;
}

/** A person types `typed` into `text` before `anchor` while `change` arrives from a writer who saw the same text. */
function race(text: string, anchor: string, typed: string, change: Change): string {
  const results = ["person first", "writer first"].map((order) => {
    const fixture = openRoom(text);
    const person = joinAs(fixture.room);
    person.text.insert(person.text.toString().indexOf(anchor), typed);
    if (order === "person first") receive(fixture, person.doc);
    expect(fixture.write({ change, base: 1 })).toMatchObject({ ok: true, changed: true, baseUsed: 1 });
    receive(fixture, person.doc);
    expect(person.text.toString()).toBe(fixture.room.text);
    return fixture.room.text;
  });
  expect(results[0]).toBe(results[1]);
  return results[0] ?? "";
}

const PAGE = "# Title\n\nFirst paragraph here.\n\nSecond paragraph here.\n\nThird paragraph here.\n";
const body = (content: string): Change => ({ kind: "body", content });
const replace = (startLine: number, content: string, endLine = startLine): Change => ({
  kind: "lines",
  operation: "replace",
  startLine,
  endLine,
  content,
});

test("keeps text typed on one line when another line is replaced", () => {
  expect(race(PAGE, "paragraph here.\n\nThird", "TYPED ", replace(3, "First changed."))).toBe(
    PAGE.replace("First paragraph here.", "First changed.").replace("Second ", "Second TYPED "),
  );
});

test("keeps text typed in a paragraph when a stale body adds a paragraph and changes the end", () => {
  const sent = PAGE.replace("# Title\n\n", "# Title\n\nBrand new.\n\n").replace(
    "Third paragraph here.",
    "Third was edited.",
  );
  expect(race(PAGE, "paragraph here.\n\nThird", "TYPED ", body(sent))).toBe(sent.replace("Second ", "Second TYPED "));
});

test("keeps text typed in a paragraph when a stale body inserts two paragraphs and deletes one", () => {
  const sent = "# Title\n\nNew one.\n\nSecond paragraph here.\n\nNew two.\n\nThird paragraph here.\n";
  expect(race(PAGE, "paragraph here.\n\nThird", "TYPED ", body(sent))).toBe(sent.replace("Second ", "Second TYPED "));
});

test("keeps text typed in one of three paragraphs that become a list", () => {
  const list = "- First paragraph here.\n- Second paragraph here.\n- Third paragraph here.";
  expect(race(PAGE, "paragraph here.\n\nThird", "TYPED ", replace(3, list, 7))).toContain(
    "- Second TYPED paragraph here.",
  );
});

test("keeps text typed in a paragraph that becomes a heading", () => {
  expect(race(PAGE, "paragraph here.\n\nThird", "TYPED ", replace(5, "## Second paragraph here."))).toContain(
    "\n## Second TYPED paragraph here.\n",
  );
});

test("merges two rewordings of different words on one line", () => {
  expect(race(PAGE, "here.\n\nThird", "right ", replace(5, "Another paragraph here."))).toContain(
    "\nAnother paragraph right here.\n",
  );
});

test("merges two stale bodies that reword different words of one line", () => {
  const { room, write } = openRoom("the quick brown fox jumps over the lazy dog");
  write({ change: body("the slow brown fox jumps over the lazy dog"), base: 1 });
  write({ change: body("the quick brown fox jumps over the eager dog"), base: 1 });
  expect(room.text).toBe("the slow brown fox jumps over the eager dog");
});

test("keeps words typed in a paragraph that is moved", () => {
  const moved = "# Title\n\nSecond paragraph here.\n\nThird paragraph here.\n\nFirst paragraph here.\n";
  const fixture = openRoom(PAGE);
  const person = joinAs(fixture.room);
  person.text.insert(PAGE.indexOf("paragraph"), "TYPED ");
  receive(fixture, person.doc);
  fixture.write({ change: body(moved), base: 1 });
  expect(fixture.room.text).toContain("\nFirst TYPED paragraph here.\n");
  expect(fixture.room.text).toContain("\nThird paragraph here.\n\nFirst paragraph here.\n");
});

test("keeps lines joined that another writer joined", () => {
  const { room, write } = openRoom("one\ntwo\nthree");
  write({ change: body("one\ntwo three"), base: 1 });
  write({ change: { kind: "lines", operation: "delete", startLine: 2 }, base: 1 });
  expect(room.text).toBe("one\n three");
});

test("keeps text typed at the start of a line when a line is inserted before it", () => {
  const change: Change = { kind: "lines", operation: "insert", startLine: 2, content: "new" };
  expect(race("a\nb\nc", "b", "TYPED ", change)).toBe("a\nnew\nTYPED b\nc");
});

test("keeps text typed at the end of the last line when a line is inserted after it", () => {
  const fixture = openRoom("a\nb");
  const person = joinAs(fixture.room);
  person.text.insert(3, " TYPED");
  receive(fixture, person.doc);
  fixture.write({ change: { kind: "lines", operation: "insert", startLine: 3, content: "new" }, base: 1 });
  expect(fixture.room.text).toBe("a\nb TYPED\nnew");
});

test("keeps a changed line when a stale edit deletes it, and reports no change", () => {
  const typeInto = (word: string, change: Change) => {
    const fixture = openRoom("one\ntwo\nthree");
    const person = joinAs(fixture.room);
    person.text.insert(person.text.toString().indexOf(word) + 2, "TYPED");
    receive(fixture, person.doc);
    const outcome = fixture.write({ change, base: 1 });
    expect(fixture.room.document.text).toBe(fixture.room.text);
    expect(fixture.history.documentAt(fixture.room.revision).text).toBe(fixture.room.text);
    return [fixture.room.text, outcome.ok && outcome.changed];
  };
  const remove = (startLine: number): Change => ({ kind: "lines", operation: "delete", startLine });
  expect(typeInto("two", remove(2))).toEqual(["one\ntwTYPEDo\nthree", false]);
  expect(typeInto("three", remove(3))).toEqual(["one\ntwo\nthTYPEDree", false]);
  expect(typeInto("two", body("three"))).toEqual(["twTYPEDo\nthree", true]);
  expect(typeInto("one", remove(2))).toEqual(["onTYPEDe\nthree", true]);
});

test("interprets line numbers relative to the base revision", () => {
  const { room, write } = openRoom("one\ntwo\nthree");
  write({ change: { kind: "lines", operation: "insert", startLine: 1, content: "x\ny\nz" }, base: 1 });
  const outcome = write({ change: replace(2, "TWO"), base: 1 });
  expect(room.text).toBe("x\ny\nz\none\nTWO\nthree");
  expect(outcome).toMatchObject({ revision: 3, changedLines: { start: 5, end: 5 } });
  expect(write({ change: replace(5, "no"), base: 1 })).toEqual({
    ok: false,
    error: { code: "line_out_of_range", totalLines: 3 },
  });
});

test("rejects a strict edit if the page has changed, and accepts it otherwise", () => {
  const { room, write } = openRoom("one");
  write({ change: body("two"), base: 1 });
  const strict = { change: body("three"), base: 1 };
  expect(write({ ...strict, expectedRevision: 1 })).toEqual({
    ok: false,
    error: { code: "revision_conflict", currentRevision: 2 },
  });
  expect(room.text).toBe("two");
  expect(write({ change: body("three"), base: 2, expectedRevision: 2 })).toMatchObject({ text: "three", baseUsed: 2 });
});

test("merges a strict edit that was made from an older text", () => {
  const { write } = openRoom("a\nb\nc");
  write({ change: replace(1, "A"), base: 1 });
  expect(write({ change: body("a\nb\nC"), base: 1, expectedRevision: 2 })).toMatchObject({ text: "A\nb\nC" });
});

test("rejects revisions that never existed", () => {
  const { write } = openRoom("one");
  for (const wrong of [2, -1, 0.5, Number.NaN]) {
    const error = { ok: false, error: { code: "revision_invalid", currentRevision: 1 } };
    expect(write({ change: body("x"), base: wrong })).toEqual(error);
    expect(write({ change: body("x"), base: wrong, expectedRevision: 1 })).toEqual(error);
    const conflict = { ok: false, error: { code: "revision_conflict", currentRevision: 1 } };
    expect(write({ change: body("x"), base: 1, expectedRevision: wrong })).toEqual(conflict);
  }
});

test("uses the oldest available revision for an older base, and reports it", () => {
  const { write } = openRoom("one\ntwo", 2);
  write({ change: body("one\ntwo\nthree"), base: 1 });
  write({ change: body("zero\none\ntwo\nthree"), base: 2 });
  expect(write({ change: replace(3, "THREE"), base: 1 })).toMatchObject({ text: "zero\none\ntwo\nTHREE", baseUsed: 2 });
});

test("creates no revision for an edit without changes, also for a retry with an old base", () => {
  const { room, write } = openRoom("one\ntwo");
  expect(write({ change: replace(1, "one"), base: 1 })).toMatchObject({ changed: false, update: null, revision: 1 });
  write({ change: body("one\ntwo\nthree"), base: 1 });
  expect(write({ change: body("one\ntwo\nthree"), base: 1 })).toMatchObject({ changed: false, revision: 2 });
  write({ change: { kind: "lines", operation: "delete", startLine: 2 }, base: 2 });
  expect(write({ change: { kind: "lines", operation: "delete", startLine: 2 }, base: 2 })).toMatchObject({
    changed: false,
    revision: 3,
  });
  expect(room.text).toBe("one\nthree");
});

test("rejects a text over the limit without changes, for current, stale and browser edits", () => {
  const fixture = openRoom("é".repeat(499_990));
  const refusal = { ok: false, error: { code: "payload_too_large" } };
  const grow: Change = { kind: "splices", splices: [{ at: 0, remove: 0, insert: "é".repeat(11) }] };
  expect(fixture.write({ change: grow, base: 1 })).toEqual(refusal);
  const half: Change = { kind: "splices", splices: [{ at: 9, remove: 0, insert: "é".repeat(6) }] };
  expect(fixture.write({ change: half, base: 1 })).toMatchObject({ ok: true });
  const other: Change = { kind: "splices", splices: [{ at: 9, remove: 0, insert: "ö".repeat(6) }] };
  expect(fixture.write({ change: other, base: 1 })).toEqual(refusal);
  const person = joinAs(fixture.room);
  person.text.insert(3, "é".repeat(6));
  const update = Y.encodeStateAsUpdate(person.doc, fixture.room.document.encodeStateVector());
  expect(fixture.room.applyUpdate(update, (client) => client === person.doc.clientID)).toEqual(refusal);
  expect(fixture.room.text.length).toBe(499_996);
  expect(fixture.room.document.text).toBe(fixture.room.text);
});

test("rejects splices that overlap, exceed the text or split a character", () => {
  const { write } = openRoom("a😀b");
  const tries = [
    [{ at: 2, remove: 0, insert: "x" }],
    [{ at: 0, remove: 9, insert: "" }],
    [{ at: 0, remove: 2, insert: "" }],
  ];
  for (const splices of tries)
    expect(write({ change: { kind: "splices", splices }, base: 1 })).toEqual({
      ok: false,
      error: { code: "splice_invalid" },
    });
});

test("replaces a lone surrogate with U+FFFD in memory and in the log", () => {
  const { room, history, write } = openRoom("a");
  write({ change: body("a\ud83d"), base: 1 });
  expect(room.text).toBe("a\ufffd");
  expect(history.documentAt(room.revision).text).toBe(room.text);
});

test("hides a staged edit until it is confirmed, and discards it when aborted", () => {
  const { room, history } = openRoom("one");
  expect(room.edit({ change: body("two"), base: 1 })).toMatchObject({ text: "two", revision: 2 });
  expect([room.text, room.revision, room.document.text]).toEqual(["one", 1, "one"]);
  expect(() => room.edit({ change: body("x"), base: 1 })).toThrow("staged");
  room.abort();
  expect([room.text, room.revision, room.document.text]).toEqual(["one", 1, "one"]);
  expect(history.documentAt(1).text).toBe("one");
});

test("never confuses an aborted edit with a later one, even for a client that received it", () => {
  const { room, history } = openRoom("one");
  const lost = room.edit({ change: body("one LOST"), base: 1 });
  const witness = joinAs(new Room(history, room.head, () => 1));
  if (lost.ok && lost.update !== null) Y.applyUpdate(witness.doc, lost.update);
  room.abort();
  const kept = room.edit({ change: body("one KEPT"), base: 1 });
  if (!kept.ok || kept.update === null) throw new Error("refused");
  expect(kept.revision).toBe(3);
  Y.applyUpdate(witness.doc, kept.update);
  expect(witness.text.toString()).toContain("KEPT");
});

test("keeps the client count constant for current edits, and adds one for a stale edit", () => {
  const { room, write } = openRoom("start");
  for (let i = 0; i < 50; i++) write({ change: body(`${room.text}\nline ${i}`), base: room.revision });
  expect(room.document.clientCount).toBeLessThanOrEqual(2);
  write({ change: replace(1, "START"), base: 1 });
  expect(room.document.clientCount).toBeLessThanOrEqual(3);
});

test("rejects updates that are not a browser's plain text, and leaves the page unchanged", () => {
  const { room } = openRoom("text");
  const attempts: ((doc: Y.Doc) => void)[] = [
    (doc) => doc.getMap("other").set("a", 1),
    (doc) => doc.getText("elsewhere").insert(0, "hidden"),
    (doc) => doc.getText("content").insertEmbed(0, { big: "object" }),
    (doc) => doc.getText("content").format(0, 2, { bold: true }),
    (doc) => doc.getText("content").setAttribute("a", "b"),
    (doc) => {
      doc.clientID = 7;
      doc.getText("content").insert(0, "forged");
    },
    (doc) => {
      doc.clientID = toBrowserClient(99);
      doc.getText("content").insert(0, "someone else");
    },
  ];
  const updates = attempts.map((attempt) => {
    const { doc } = joinAs(room);
    attempt(doc);
    return Y.encodeStateAsUpdate(doc, room.document.encodeStateVector());
  });
  const { doc, text } = joinAs(room);
  text.insert(0, "never sent");
  const vector = Y.encodeStateVector(doc);
  text.insert(3, "waits for it");
  updates.push(Y.encodeStateAsUpdate(doc, vector), new Uint8Array([1, 2, 3]), new Uint8Array());
  for (const update of updates)
    expect(room.applyUpdate(update, (client) => client === BROWSER_CLIENTS + 5)).toEqual({
      ok: false,
      error: { code: "update_invalid" },
    });
  expect([room.text, room.document.text, room.revision]).toEqual(["text", "text", 1]);
});

test("keeps untouched lines byte for byte", () => {
  const lines = Array.from({ length: 40 }, (_, i) => `  line ${i}\t${["é", "😀", "", "\u200b"][i % 4] ?? ""}  `);
  const { room, write } = openRoom(lines.join("\n"));
  write({ change: { kind: "lines", operation: "delete", startLine: 3, endLine: 4 }, base: 1 });
  write({ change: replace(20, "new"), base: 1 });
  write({ change: body(lines.with(30, "body").join("\n")), base: 1 });
  expect(splitLines(room.text)).toEqual(lines.with(19, "new").with(30, "body").toSpliced(2, 2));
});

test("accepts repeated operations, and rejects other characters under the same clocks", () => {
  const doc = new Y.Doc();
  doc.clientID = BROWSER_CLIENTS + 5;
  const page = new PageDocument();
  page.splice([{ at: 0, remove: 0, insert: "text" }], 7);
  Y.applyUpdate(doc, page.encode());
  doc.getText("content").insert(0, "kept \u{1F600} words ");
  page.apply(Y.encodeStateAsUpdate(doc));
  expect(writersOf(Y.encodeStateAsUpdate(doc), page)?.size).toBe(0);
  // Yjs replaces both halves of the character.
  page.splice([{ at: 6, remove: 0, insert: "|" }], 8);
  expect(writersOf(Y.encodeStateAsUpdate(doc), page)?.size).toBe(0);
  const other = new Y.Doc();
  other.clientID = doc.clientID;
  other.getText("content").insert(0, "kept");
  expect(writersOf(Y.encodeStateAsUpdate(other), page)?.size).toBe(0);
  other.getText("content").insert(4, " lost and more words than there are");
  expect(writersOf(Y.encodeStateAsUpdate(other), page)).toBeNull();
});
