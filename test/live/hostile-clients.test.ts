/** Clients that request more than they read, send too large an awareness state, or use an ended session. */
import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { hashToken } from "../../src/platform/tokens.ts";
import { encodeFrame, writeAwareness, writeMark } from "../../src/realtime/protocol.ts";
import { upgradeRequest } from "../../src/rpc/connection.ts";
import type { Hub } from "../../durable-objects/hub/hub.ts";
import { makePage, world } from "../support/world.ts";
import { connect } from "./peer.ts";
import { hubOf, openHub } from "./sockets.ts";
import { until } from "./until.ts";
import { d1 } from "../support/d1.ts";

test("closes a client that acknowledges messages without reading them", async () => {
  const w = await world();
  const content = "x".repeat(400_000);
  const pageId = await makePage(w, { title: "t", content });
  const vera = await connect(w, "vera", pageId);
  const writers = [await connect(w, "olivia", pageId), await connect(w, "edna", pageId)];
  for (let i = 0; i < 24 && vera.state.closed === null; i++) {
    const writer = writers[i % 2];
    writer?.doc.transact(() => {
      writer.text.delete(0, 400_000);
      writer.text.insert(0, "y".repeat(400_000));
    });
    await writer?.saved();
    // Claims to have read nearly everything it was sent.
    vera.send(encodeFrame((encoder) => writeMark(encoder, i * 390_000)));
  }
  await vera.isClosedWith(4408);
});

test("stores the longest names and awareness with a connection", async () => {
  const w = await world();
  const pageId = await makePage(w, { title: "t" });
  await d1`update users set name = ${"\u{1F600}".repeat(100)} where id = ${w.ids.edna}`.run();
  const edna = await connect(w, "edna", pageId);
  const state = new TextEncoder().encode(`{"a":"","h":""${" ".repeat(970)}}`);
  const bytes = [1, ...varUint(edna.doc.clientID), 1, ...varUint(state.length), ...state];
  edna.send(encodeFrame((encoder) => writeAwareness(encoder, new Uint8Array(bytes))));
  await until(() => expect(edna.heard.some(({ kind }) => kind === "people")).toBe(true));
  edna.type(0, "typed");
  await edna.saved();
});

function varUint(number: number): number[] {
  return number < 128 ? [number] : [(number % 128) + 128, ...varUint(Math.floor(number / 128))];
}

test("sends no notification to an ended session while the hub verifies it", async () => {
  const w = await world();
  await openHub(w, "dora");
  const upgrade = upgradeRequest({
    pageId: null,
    type: null,
    caller: {
      kind: "session",
      tokenHash: hashToken("session", "sess_that_has_ended"),
      client: { ip: "192.0.2.1", userAgent: "", country: null, timeZone: null } as never,
    },
    userId: w.ids.dora,
    credentialId: "session",
    name: "Dora",
    tool: null,
    canEdit: false,
    canComment: false,
    takesRuns: false,
    takesComments: false,
    takesThreads: false,
    now: Date.now(),
  });
  const heard = await runInDurableObject(hubOf(w.ids.dora), async (hub: Hub) => {
    const ws = hub.fetch(upgrade).webSocket;
    const messages: unknown[] = [];
    ws?.addEventListener("message", ({ data }) => void messages.push(data));
    const closed = new Promise((resolve) => ws?.addEventListener("close", ({ code }) => resolve(code)));
    ws?.accept();
    await hub.notify([{ driveId: null, news: { type: "notification", id: "n", unread: 1 } }]);
    return { code: await closed, messages };
  });
  expect(heard).toEqual({ code: 4401, messages: [] });
});
