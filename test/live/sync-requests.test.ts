/** Bounds, in counts and bytes, on the work that one accepted message causes in the room, even if the client does not read. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import * as Y from "yjs";
import { encodeFrame, writeMark, writeSyncRequest } from "../../src/realtime/protocol.ts";
import { UpdateLog } from "../../durable-objects/page-room/update-log.ts";
import { world, type World } from "../support/world.ts";
import { connect, type Peer } from "./peer.ts";
import { until } from "./until.ts";

const EMPTY = Y.encodeStateVector(new Y.Doc());
const request = (encoder: Parameters<typeof writeSyncRequest>[0]): void => writeSyncRequest(encoder, EMPTY);

async function makePage(w: World, content: string): Promise<string> {
  const made = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type: "DOCUMENT", content });
  return made.body.id;
}

const answersTo = ({ heard }: Peer) => heard.flatMap((message) => (message.kind === "sync" ? [message.update] : []));

const bytesOf = (updates: readonly Uint8Array[]): number => updates.reduce((sum, each) => sum + each.byteLength, 0);

/** Acknowledges received messages at once, as a web client does. */
function readAll(peer: Peer): void {
  let at = 0;
  peer.ws.addEventListener("message", () => {
    for (; at < peer.heard.length; at++) {
      const message = peer.heard[at];
      if (message?.kind === "mark") peer.send(encodeFrame((encoder) => writeMark(encoder, message.mark)));
    }
  });
}

/** Counts how often the room's document is encoded while `act` runs. */
async function countEncodings(pageId: string, act: () => Promise<void>): Promise<number> {
  const encode = vi.spyOn(UpdateLog.prototype, "encodeState");
  // The spy sees the object's calls, because both run in one isolate.
  await runInDurableObject(env.PAGE_ROOM.getByName(pageId), () => encode.mockClear());
  try {
    await act();
    return encode.mock.calls.length;
  } finally {
    encode.mockRestore();
  }
}

test("answers 300 sync requests in one frame once, and keeps serving an editor", async () => {
  const w = await world();
  const pageId = await makePage(w, "x".repeat(400_000));
  const [vera, edna] = [await connect(w, "vera", pageId), await connect(w, "edna", pageId)];
  const frame = encodeFrame((encoder) => {
    for (let i = 0; i < 299; i++) request(encoder);
  });
  expect(frame.byteLength).toBeLessThan(1_300);
  const before = answersTo(vera).length;
  const encodings = await countEncodings(pageId, async () => {
    vera.send(frame);
    edna.type(0, "typed beside it");
    await edna.saved();
    await until(() => expect(answersTo(vera).length).toBeGreaterThan(before));
  });
  expect(encodings).toBe(1);
  expect(answersTo(vera)).toHaveLength(before + 1);
});

test("limits the bytes sent to a reader who repeats sync requests", async () => {
  const w = await world();
  const pageId = await makePage(w, "x".repeat(900_000));
  const [vera, edna] = [await connect(w, "vera", pageId), await connect(w, "edna", pageId)];
  readAll(vera);
  for (let i = 0; i < 60 && vera.state.closed === null; i++) {
    vera.send(encodeFrame(request));
    await scheduler.wait(30);
  }
  await vera.isClosedWith(4429);
  expect(bytesOf(answersTo(vera))).toBeLessThan(6_500_000);
  edna.type(0, "still here");
  await edna.saved();
  expect(edna.state.closed).toBeNull();
});

test("limits repeated sync requests also when the responses are small", async () => {
  const w = await world();
  const pageId = await makePage(w, "short");
  const vera = await connect(w, "vera", pageId);
  for (let i = 0; i < 80 && vera.state.closed === null; i++) {
    vera.send(encodeFrame(request));
    await scheduler.wait(15);
  }
  await vera.isClosedWith(4429);
  expect(answersTo(vera).length).toBeLessThan(60);
});

test("encodes no response for a connection that closed in the same frame", async () => {
  const w = await world();
  const pageId = await makePage(w, "x".repeat(100_000));
  const vera = await connect(w, "vera", pageId);
  const encodings = await countEncodings(pageId, async () => {
    // An invalid awareness message (kind 1, with malformed bytes) ends the connection.
    const bad = new Uint8Array([1, 1, 9]);
    const good = encodeFrame(request);
    vera.send(new Uint8Array([...good, ...bad, ...good]));
    await vera.isClosedWith(1002);
  });
  expect(encodings).toBe(0);
});

test("rejects messages that only a room may send, and y-protocols' awareness query", async () => {
  const w = await world();
  const pageId = await makePage(w, "text");
  for (const message of [[3], [3, 1], [2, 1, 1], [4, 2, 123, 125], [5, 1, 0]]) {
    const vera = await connect(w, "vera", pageId);
    vera.send(new Uint8Array(message));
    await vera.isClosedWith(1002);
  }
});

test("sends a large page completely to many users who open it at once", async () => {
  const w = await world();
  const pageId = await makePage(w, "x".repeat(900_000));
  const people = ["olivia", "edna", "vera", "olivia", "edna", "vera"] as const;
  const peers = await Promise.all(people.map((person) => connect(w, person, pageId)));
  for (const peer of peers) {
    expect(peer.text.length).toBe(900_000);
    expect(peer.state.closed).toBeNull();
  }
});
