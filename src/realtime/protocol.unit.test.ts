import { expect, test } from "vitest";
import fc from "fast-check";
import { decodeAwareness, encodeAwareness } from "./awareness.ts";
import {
  decodeClientFrame,
  decodeFrame,
  encodeFrame,
  MESSAGE_BURST,
  type ProtocolMessage,
  REFUSAL_CODES,
  writeAwareness,
  writeDocument,
  writeMark,
  writeRun,
  writeThreads,
  writePeople,
  writeRefused,
  writeRights,
  writeSaved,
  writeSync,
  writeSyncRequest,
  writeUpdate,
} from "./protocol.ts";

const bytes = fc.uint8Array({ maxLength: 50 });
const person = fc.record({
  client: fc.maxSafeNat(),
  userId: fc.string(),
  name: fc.string({ unit: "grapheme" }),
  colour: fc.string(),
  tool: fc.option(fc.string()),
});
const fromClient: fc.Arbitrary<ProtocolMessage> = fc.oneof(
  fc.record({ kind: fc.constant("syncRequest" as const), stateVector: bytes }),
  fc.record({ kind: fc.constantFrom("sync" as const, "update" as const, "awareness" as const), update: bytes }),
  fc.record({ kind: fc.constant("mark" as const), mark: fc.maxSafeNat() }),
);
const fromRoom: fc.Arbitrary<ProtocolMessage> = fc.oneof(
  fc.record({ kind: fc.constant("saved" as const), updates: fc.maxSafeNat(), revision: fc.maxSafeNat() }),
  fc.constantFrom(
    { kind: "rights" as const, canEdit: false, canComment: false },
    { kind: "rights" as const, canEdit: false, canComment: true },
    { kind: "rights" as const, canEdit: true, canComment: true },
  ),
  fc.record({ kind: fc.constant("people" as const), people: fc.array(person, { maxLength: 5 }) }),
  fc.record({
    kind: fc.constant("refused" as const),
    number: fc.maxSafeNat(),
    code: fc.constantFrom(...REFUSAL_CODES),
  }),
  fc.record({ kind: fc.constantFrom("run" as const, "threads" as const), frame: fc.string({ unit: "grapheme" }) }),
);

const encode = (messages: readonly ProtocolMessage[]): Uint8Array =>
  encodeFrame((encoder) => {
    for (const message of messages) {
      if (message.kind === "syncRequest") writeSyncRequest(encoder, message.stateVector);
      else if (message.kind === "sync") writeSync(encoder, message.update);
      else if (message.kind === "update") writeUpdate(encoder, message.update);
      else if (message.kind === "awareness") writeAwareness(encoder, message.update);
      else if (message.kind === "mark") writeMark(encoder, message.mark);
      else if (message.kind === "saved") writeSaved(encoder, message.updates, message.revision);
      else if (message.kind === "rights") writeRights(encoder, message);
      else if (message.kind === "document") writeDocument(encoder, message.id);
      else if (message.kind === "people") writePeople(encoder, message.people);
      else if (message.kind === "run") writeRun(encoder, message.frame);
      else if (message.kind === "threads") writeThreads(encoder, message.frame);
      else writeRefused(encoder, message.number, message.code);
    }
  });

const frames = fc.array(fc.oneof(fromClient, fromRoom), { minLength: 1, maxLength: 8 });

test("round-trips the messages of a frame, also from a subarray", () => {
  fc.assert(
    fc.property(frames, (messages) => {
      const sent = encode(messages);
      const buffer = new Uint8Array(sent.byteLength + 14);
      buffer.set(sent, 7);
      expect(decodeFrame(buffer.subarray(7, -7))).toEqual(messages);
    }),
  );
});

test("never throws for arbitrary, truncated or changed frames", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (frame) => void decodeFrame(frame)));
  fc.assert(
    fc.property(frames, fc.nat(), fc.nat(255), (messages, at, byte) => {
      const sent = encode(messages);
      const cut = decodeFrame(sent.subarray(0, at % sent.length));
      if (cut !== null) expect(cut.length).toBeLessThan(messages.length);
      sent[at % sent.length] = byte;
      decodeFrame(sent);
    }),
  );
});

test("reads rights that this client does not know as reading only", () => {
  expect(decodeFrame(new Uint8Array([3, 9]))).toEqual([{ kind: "rights", canEdit: false, canComment: false }]);
});

test("returns null for a frame that is empty, unknown or malformed", () => {
  const tooLarge = [2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0];
  const text = (json: string) => [4, json.length, ...new TextEncoder().encode(json)];
  const faults = [[], [6], [0, 3, 0], [0, 2, 9, 1], tooLarge, [4, 1, 0xff], text("null"), text('{"people":[1]}')];
  for (const fault of faults) expect(decodeFrame(new Uint8Array(fault)), String(fault)).toBeNull();
});

test("reads a rejection with an unknown reason as invalid", () => {
  const frame = new Uint8Array([5, 1, 3, ...new TextEncoder().encode("new")]);
  expect(decodeFrame(frame)).toEqual([{ kind: "refused", number: 1, code: "update_invalid" }]);
});

test("accepts only client messages from a client, and at most a burst", () => {
  fc.assert(
    fc.property(fc.array(fromClient, { minLength: 1, maxLength: 8 }), fromRoom, (messages, other) => {
      expect(decodeClientFrame(encode(messages))).toEqual(messages);
      expect(decodeClientFrame(encode([...messages, other]))).toBeNull();
    }),
  );
  const update = { kind: "update", update: new Uint8Array() } as const;
  expect(decodeClientFrame(encode(Array.from({ length: MESSAGE_BURST }, () => update)))).toHaveLength(MESSAGE_BURST);
  expect(decodeClientFrame(encode(Array.from({ length: MESSAGE_BURST + 1 }, () => update)))).toBeNull();
});

const position = fc.base64String({ minLength: 1 });
const selections = fc.oneof(fc.constant({ a: "", h: "" }), fc.record({ a: position, h: position }));
const awareness = fc.array(
  fc.record({ client: fc.maxSafeNat(), clock: fc.maxSafeNat(), state: fc.option(selections) }),
  { maxLength: 4 },
);

test("round-trips selections, and rejects any other awareness state", () => {
  fc.assert(
    fc.property(awareness, (clients) => {
      expect(decodeAwareness(encodeAwareness(clients))).toEqual(clients);
    }),
  );
  fc.assert(fc.property(bytes, (update) => void decodeAwareness(update)));
  const carries = (state: unknown) =>
    decodeAwareness(encodeAwareness([{ client: 1, clock: 1, state: state as { a: ""; h: "" } }]));
  expect(carries({ a: "", h: "" })).not.toBeNull();
  for (const state of [1, "a", [], {}, { a: "AA==" }, { a: "AA==", h: "" }, { a: 1, h: 2 }, { a: "", h: "", name: "" }])
    expect(carries(state), JSON.stringify(state)).toBeNull();
  expect(decodeAwareness(new Uint8Array([...encodeAwareness([]), 0]))).toBeNull();
});
