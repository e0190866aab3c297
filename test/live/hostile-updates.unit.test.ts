/** Updates that Yjs never produces, made to leave a page unreadable or to keep its room busy. */
import * as encoding from "lib0/encoding";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { BROWSER_CLIENTS } from "../../src/realtime/clients.ts";
import { PageDocument } from "../../src/realtime/document.ts";
import { makeMemoryHistory } from "../../src/realtime/memory-history.ts";
import { Room } from "../../src/realtime/room.ts";

const ROOM_CLIENT = 7;
const CLIENT = BROWSER_CLIENTS + 5;

function openRoom(text: string): Room {
  const history = makeMemoryHistory(1);
  const first = new PageDocument().splice([{ at: 0, remove: 0, insert: text }], ROOM_CLIENT);
  history.commit(1, first ?? new Uint8Array([0, 0]));
  return new Room(history, { revision: 1, usedRevision: 1, client: ROOM_CLIENT }, () => 77);
}

type Write = (encoder: encoding.Encoder) => void;
type Ranges = readonly (readonly [clock: number, length: number])[];

/** Encodes structs of a client from clock 0 and deletions of the room's text, as Yjs does. */
function update(client: number, structs: readonly Write[], deletions: Ranges = []): Uint8Array {
  const encoder = encoding.createEncoder();
  const write = (...numbers: number[]) => numbers.forEach((each) => encoding.writeVarUint(encoder, each));
  if (structs.length === 0) write(0);
  else write(1, structs.length, client, 0);
  for (const struct of structs) struct(encoder);
  if (deletions.length === 0) write(0);
  else write(1, ROOM_CLIENT, deletions.length);
  for (const range of deletions) write(...range);
  return encoding.toUint8Array(encoder);
}

const GC = 0;
const SKIP = 10;
const STRING = 4;

const run =
  (kind: number, length: number): Write =>
  (encoder) => {
    encoding.writeUint8(encoder, kind);
    encoding.writeVarUint(encoder, length);
  };

const string =
  (content: string): Write =>
  (encoder) => {
    run(STRING, 1)(encoder);
    encoding.writeVarString(encoder, "content");
    encoding.writeVarString(encoder, content);
  };

const MAX = Number.MAX_SAFE_INTEGER;

const HOSTILE: Readonly<Record<string, Uint8Array>> = {
  "an empty item of its own client": update(CLIENT, [run(GC, 0)]),
  "an empty item of the room's client": update(9, [run(GC, 0)]),
  "an empty string": update(CLIENT, [string("")]),
  "an empty gap": update(CLIENT, [run(SKIP, 0), string("a")]),
  "a clock beyond the number range": update(
    CLIENT,
    Array.from({ length: 100 }, () => run(GC, MAX)),
  ),
  "a clock that typing never reaches": update(CLIENT, [run(GC, 2 ** 41)]),
  "unordered deletions": update(CLIENT, [], [[2, 1], [0, 1]]), // oxfmt-ignore
  "deletions beyond all clocks": update(CLIENT, [], [[MAX, MAX]]),
};

test.each(Object.entries(HOSTILE))("rejects %s, and keeps the page readable and writable", (_, hostile) => {
  const room = openRoom("text");
  expect(room.applyUpdate(hostile, () => true)).toEqual({ ok: false, error: { code: "update_invalid" } });
  const joined = new Y.Doc();
  Y.applyUpdate(joined, room.document.encode());
  expect(joined.getText("content").toString()).toBe("text");
  expect([...Y.decodeStateVector(room.document.encodeStateVector()).keys()]).toEqual([ROOM_CLIENT]);
  expect(room.edit({ change: { kind: "body", content: "text!" }, base: 1 })).toMatchObject({ text: "text!" });
});

const everyOther = (count: number): Ranges => Array.from({ length: count }, (_, i) => [i * 2, 1] as const);

test("limits an update to deletions in 40,000 places, not counting existing ones", () => {
  const room = openRoom("x".repeat(100_000));
  const isOk = (bytes: Uint8Array): boolean => room.applyUpdate(bytes, () => true).ok;
  expect(isOk(update(CLIENT, [], everyOther(40_001)))).toBe(false);
  expect(isOk(update(CLIENT, [], everyOther(40_000)))).toBe(true);
  expect(isOk(update(CLIENT, [], everyOther(40_001)))).toBe(true);
  expect(room.text.length).toBe(59_999);
});

test("limits an update to the writes of 100 clients", () => {
  const updates = Array.from({ length: 101 }, (_, i) => update(CLIENT + i, [string("x")]));
  const attempt = (count: number) => openRoom("text").applyUpdate(Y.mergeUpdates(updates.slice(0, count)), () => true);
  expect([attempt(101).ok, attempt(100).ok]).toEqual([false, true]);
});
