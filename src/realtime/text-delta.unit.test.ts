/** Compares what one walk over a document finds with what Yjs itself answers, place by place. */
import fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { PageDocument } from "./document.ts";
import { applySplices } from "./splices.ts";

/** Edits of three clients, some of whom have not seen the others' latest ones. */
const edits = fc.array(
  fc.record({
    client: fc.nat(2),
    at: fc.nat(60),
    remove: fc.nat(6),
    insert: fc.string({ maxLength: 5 }),
    isBehind: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);
type Edits = (typeof edits extends fc.Arbitrary<infer T> ? T : never)[number][];

/** The updates that the edits become, as a room would store them: each only with what is new. */
function updatesOf(steps: Edits): Uint8Array[] {
  const room = new PageDocument();
  const clients = [1, 2, 3].map((id) => {
    const doc = new Y.Doc();
    doc.clientID = 1000 + id;
    return doc;
  });
  const updates: Uint8Array[] = [];
  for (const { client, at, remove, insert, isBehind } of steps) {
    const doc = clients[client];
    if (doc === undefined) continue;
    if (!isBehind) Y.applyUpdate(doc, room.encode(Y.encodeStateVector(doc)));
    const text = doc.getText("content");
    const from = Math.min(at, text.length);
    doc.transact(() => {
      text.delete(from, Math.min(remove, text.length - from));
      text.insert(from, insert);
    });
    const update = room.apply(Y.encodeStateAsUpdate(doc, room.encodeStateVector()));
    if (update !== null) updates.push(update);
  }
  return updates;
}

test("finds the change since any earlier revision from the updates alone", () => {
  fc.assert(
    fc.property(edits, fc.nat(30), (steps, cut) => {
      const updates = updatesOf(steps);
      const before = new PageDocument(updates.slice(0, cut));
      const now = new PageDocument(updates);
      const splices = now.splicesSince(updates.slice(cut));
      expect(applySplices(before.text, splices)).toBe(now.text);
      expect(splices).toEqual(before.merge(now.encode(before.encodeStateVector())).splices);
    }),
    { numRuns: 400 },
  );
});

test("pins and locates many ranges as Yjs does one by one", () => {
  fc.assert(
    fc.property(
      edits,
      fc.nat(30),
      fc.array(fc.tuple(fc.nat(40), fc.nat(10)), { maxLength: 8 }),
      (steps, cut, picks) => {
        const updates = updatesOf(steps);
        const doc = new Y.Doc();
        for (const update of updates.slice(0, cut)) Y.applyUpdate(doc, update);
        const text = doc.getText("content");
        const ranges = picks.map(([from, length]) => {
          const start = Math.min(from, text.length);
          return { from: start, to: Math.min(text.length, start + length) };
        });
        const pinned = new PageDocument(updates.slice(0, cut)).pin(ranges);
        const positions = ranges.map(({ from, to }) => [
          Y.createRelativePositionFromTypeIndex(text, from),
          Y.createRelativePositionFromTypeIndex(text, to, -1),
        ]);
        expect(pinned.map(({ start, end }) => [start, end])).toEqual(
          positions.map((pair) => pair.map(Y.encodeRelativePosition)),
        );
        for (const update of updates.slice(cut)) Y.applyUpdate(doc, update);
        const indexes = positions.map((pair) =>
          pair.map((each) => Y.createAbsolutePositionFromRelativePosition(each, doc)?.index ?? -1),
        );
        expect(new PageDocument(updates).locate(pinned)).toEqual(
          indexes.map(([from = -1, to = -1]) => ({ from, to: Math.max(from, to) })),
        );
      },
    ),
    { numRuns: 400 },
  );
});

test("locates no range of another document", () => {
  const [one, other] = [new PageDocument(), new PageDocument()];
  one.splice([{ at: 0, remove: 0, insert: "words" }], 7);
  other.splice([{ at: 0, remove: 0, insert: "words" }], 8);
  expect(other.locate(one.pin([{ from: 1, to: 3 }]))).toEqual([null]);
});
