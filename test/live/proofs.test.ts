/** A person who lost a right receives nothing more, and a delayed D1 answer does not restore the right. */
import { env } from "cloudflare:workers";
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { hashToken } from "../../src/platform/tokens.ts";
import { encodeAwareness } from "../../src/realtime/awareness.ts";
import { decodeFrame, encodeFrame, writeAwareness, type ProtocolMessage } from "../../src/realtime/protocol.ts";
import { upgradeRequest } from "../../src/rpc/connection.ts";
import { world, type World } from "../support/world.ts";
import { holdNextAnswer } from "./held-answer.ts";
import { connect, type Peer } from "./peer.ts";
import { until } from "./until.ts";
import { d1 } from "../support/d1.ts";

async function page(w: World, content: string): Promise<string> {
  const made = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type: "DOCUMENT", content });
  expect(made.status).toBe(201);
  return made.body.id;
}

/** Announces the client's id, as every client does in its first message. */
const introduce = ({ send, doc: { clientID: client } }: Peer): void =>
  send(
    encodeFrame((encoder) => writeAwareness(encoder, encodeAwareness([{ client, clock: 1, state: { a: "", h: "" } }]))),
  );

const withdraw = (w: World) => w.as("olivia").delete(`/api/drives/${w.drive}/members/${w.ids.dora}`);

/** Makes the last check of all connections old, and evicts the room so that only the attachments remain. */
async function age(id: string): Promise<void> {
  const room = env.PAGE_ROOM.getByName(id);
  await runInDurableObject(room, (_, ctx) => {
    for (const ws of ctx.getWebSockets()) ws.serializeAttachment({ ...ws.deserializeAttachment(), provedAt: 0 });
  });
  await evictDurableObject(room);
}

test("hides a page's viewers from a user who loses access while connecting", async () => {
  const w = await world();
  const id = await page(w, "text");
  const edna = await connect(w, "edna", id);
  introduce(edna);
  await until(() => expect(edna.heard.some(({ kind }) => kind === "people")).toBe(true));
  const letIn = Date.now();
  await withdraw(w);
  const room = env.PAGE_ROOM.getByName(id);
  await room.recheck();
  const { webSocket } = await room.fetch(
    upgradeRequest({
      pageId: id,
      type: "DOCUMENT",
      caller: {
        kind: "session",
        tokenHash: hashToken("session", w.session("dora")),
        client: { ip: "192.0.2.1", userAgent: "", country: null, timeZone: null } as never,
      },
      userId: w.ids.dora,
      credentialId: "session",
      name: "Dora",
      tool: null,
      canEdit: true,
      canComment: true,
      takesRuns: false,
      takesComments: false,
      takesThreads: false,
      now: letIn,
    }),
  );
  const heard: ProtocolMessage[] = [];
  let closed = 0;
  webSocket?.addEventListener("message", ({ data }) => {
    heard.push(...(decodeFrame(new Uint8Array(data as ArrayBuffer)) ?? []));
  });
  webSocket?.addEventListener("close", ({ code }) => void (closed = code));
  if (webSocket) webSocket.binaryType = "arraybuffer";
  webSocket?.accept();
  await until(() => expect(closed).toBe(4403));
  expect(heard).toEqual([]);
});

test("sends no name to a connection whose access check has expired", async () => {
  const w = await world();
  const id = await page(w, "text");
  const [dora, edna] = [await connect(w, "dora", id), await connect(w, "edna", id)];
  // The room is not notified.
  await d1`delete from drive_members where user_id = ${w.ids.dora}`.run();
  await age(id);
  introduce(edna);
  await dora.isClosedWith(4403);
  expect(dora.heard.filter(({ kind }) => kind === "people" || kind === "awareness")).toEqual([]);
  await until(() => expect(edna.heard.some(({ kind }) => kind === "people")).toBe(true));
});

test("sends nothing on the basis of an earlier access check while D1 is unreachable", async () => {
  const w = await world();
  const id = await page(w, "text");
  const [dora, edna] = [await connect(w, "dora", id), await connect(w, "edna", id)];
  await age(id);
  const held = await holdNextAnswer(id, true);
  introduce(edna);
  await until(() => expect(held.isHeld()).toBe(true));
  expect((await withdraw(w)).status).toBe(200);
  held.release();
  await dora.isClosedWith(1011);
  // The held one, the withdrawal's, one more by the room, and the rows of the closed connections.
  expect(held.asked()).toBeLessThan(8);
  expect(dora.heard.filter(({ kind }) => kind === "people" || kind === "awareness")).toEqual([]);
});

test("does not restore a revoked right from an older D1 response", async () => {
  const w = await world();
  const id = await page(w, "text");
  const [dora, edna] = [await connect(w, "dora", id), await connect(w, "edna", id)];
  // Old enough that a write to D1 checks the rights again.
  await scheduler.wait(5_100);
  edna.type(0, "typed ");
  await edna.saved();
  const held = await holdNextAnswer(id, false);
  const written = env.PAGE_ROOM.getByName(id).project();
  await until(() => expect(held.isHeld()).toBe(true));
  const grant = await w
    .as("olivia")
    .post(`/api/pages/${id}/permissions`, { userId: w.ids.dora, canView: true, canEdit: false });
  expect(grant.status).toBeLessThan(300);
  await until(() => expect(dora.state.canEdit).toBe(false));
  held.release();
  await written;
  dora.type(0, "too late ");
  await until(() => expect(dora.heard.some(({ kind }) => kind === "refused")).toBe(true));
  expect(dora.state.canEdit).toBe(false);
});
