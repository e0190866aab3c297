import fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { BROWSER_CLIENTS } from "./clients.ts";
import { PageDocument } from "./document.ts";
import { readTypedRun } from "./typed-run.ts";
import { writersOf } from "./validate-update.ts";

const CLIENT = BROWSER_CLIENTS + 5;

/** A user typing into a page written by someone else; `sent` collects the updates. */
function typist(text: string, client = CLIENT) {
  const start = new PageDocument().splice([{ at: 0, remove: 0, insert: text }], 7);
  const doc = new Y.Doc();
  if (start !== null) Y.applyUpdate(doc, start);
  doc.clientID = client;
  const sent: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => void sent.push(update));
  return { doc, text: doc.getText("content"), sent, page: new PageDocument(start === null ? [] : [start]) };
}

test("reads text typed at any position like Yjs", () => {
  for (const [at, typed] of [
    [0, "a"],
    [2, "ü😀"],
    [4, "two words\n"],
  ] as const) {
    // oxfmt-ignore
    const { text, sent } = typist("text");
    text.insert(at, typed);
    const [update = new Uint8Array()] = sent;
    const [item] = Y.decodeUpdate(update).structs as Y.Item[];
    const id = (origin: Y.ID | null | undefined) => origin && { client: origin.client, clock: origin.clock };
    expect(readTypedRun(update)).toEqual({
      client: CLIENT,
      clock: 0,
      text: typed,
      length: typed.length,
      left: id(item?.origin),
      right: id(item?.rightOrigin),
    });
  }
  const empty = typist("");
  empty.text.insert(0, "first");
  expect(readTypedRun(empty.sent[0] ?? new Uint8Array())).toMatchObject({ length: 5, left: null, right: null });
});

const ELSE: Readonly<Record<string, (doc: Y.Doc, text: Y.Text) => void>> = {
  "a deletion": (_, text) => text.delete(0, 1),
  "a replacement": (doc, text) => doc.transact(() => (text.delete(0, 1), text.insert(0, "x"))),
  "two places": (doc, text) => doc.transact(() => (text.insert(0, "x"), text.insert(3, "y"))),
  "a control character": (_, text) => text.insert(0, "\u0000"),
  "another text": (doc) => doc.getText("elsewhere").insert(0, "x"),
  "an attribute of the text": (_, text) => text.setAttribute("a", "b"),
  "an embedded object": (_, text) => text.insertEmbed(0, { a: 1 }),
  "a format": (_, text) => text.format(0, 2, { bold: true }),
};

test.each(Object.entries(ELSE))("leaves %s to Yjs", (_, act) => {
  const { doc, text, sent } = typist("text");
  act(doc, text);
  expect(sent.map(readTypedRun)).toEqual([null]);
});

test("rejects an update with trailing or padded bytes", () => {
  const { text, sent } = typist("text");
  text.insert(0, "x");
  const update = sent[0] ?? new Uint8Array();
  expect(readTypedRun(new Uint8Array([...update, 0]))).toBe(null);
  // The number of clients, encoded with more bytes than needed.
  const padded = new Uint8Array([0x81, ...Array.from({ length: 100 }, () => 0x80), 0, ...update.subarray(1)]);
  expect(Y.decodeUpdate(padded).structs).toHaveLength(1);
  expect(readTypedRun(padded)).toBe(null);
});

test("rejects a run whose predecessor is missing", () => {
  const { text, sent, page } = typist("text");
  text.insert(1, "x");
  text.insert(2, "y");
  const [first, second] = sent.map(readTypedRun);
  if (!first || !second) throw new Error("not read");
  expect([page.continuesWith(first), page.continuesWith(second)]).toEqual([true, false]);
  page.defer(first, sent[0] ?? new Uint8Array());
  expect([page.continuesWith(first), page.continuesWith(second)]).toEqual([false, true]);
  expect(page.continuesWith({ ...second, left: { client: 7, clock: 4 } })).toBe(false);
  expect(page.continuesWith({ ...second, right: { client: CLIENT, clock: 1 } })).toBe(false);
});

const acts = fc.array(fc.tuple(fc.boolean(), fc.nat(), fc.constantFrom("a", "ü", "😀", "word ", "\n")), {
  maxLength: 30,
});
const flips = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 3 });

test("accepts only bytes that Yjs accepts, with the same resulting page", () => {
  let taken = 0;
  const attempt = (typed: readonly [boolean, number, string][], changes: readonly [number, number][]): void => {
    const { text, sent, page } = typist("some text");
    const others = typist("some text", CLIENT + 1);
    const reference = new PageDocument([page.encode()]);
    for (const [isOther, at, words] of typed) {
      const into = isOther ? others : { text, sent };
      into.text.insert(at % (into.text.length + 1), words);
    }
    const updates = [...sent, ...others.sent];
    for (const [n, original] of updates.entries()) {
      const update = original.slice();
      // Damage the last update of each.
      if (n === sent.length - 1 || n === updates.length - 1)
        for (const [at, byte] of changes) update[at % update.length] = byte;
      const run = readTypedRun(update);
      if (run === null || run.client < BROWSER_CLIENTS || run.client >= 2 ** 32 || !page.continuesWith(run)) continue;
      expect([...(writersOf(update, reference) ?? [])]).toEqual([run.client]);
      expect(reference.apply(update)).not.toBe(null);
      expect(reference.isIncomplete).toBe(false);
      page.defer(run, update);
      taken += 1;
      expect([page.clockOf(run.client), page.maxLength >= reference.length]).toEqual([
        reference.clockOf(run.client),
        true,
      ]);
    }
    expect(page.text).toBe(reference.text);
    expect(page.encode()).toEqual(reference.encode());
  };
  fc.assert(fc.property(acts, flips, attempt), { numRuns: Number(process.env["FUZZ_RUNS"] ?? 300) });
  expect(taken).toBeGreaterThan(300);
});
