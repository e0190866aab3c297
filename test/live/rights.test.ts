/** A connection's rights follow the user's current rights, and no one can write as another user. */
import { env } from "cloudflare:workers";
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { encodeAwareness } from "../../src/realtime/awareness.ts";
import { toBrowserClient } from "../../src/realtime/clients.ts";
import { encodeFrame, writeAwareness, writeMark, writeUpdate } from "../../src/realtime/protocol.ts";
import { world, type World } from "../support/world.ts";
import { connect, connectTool, connectWithComments, type Peer } from "./peer.ts";
import { until } from "./until.ts";
import { d1 } from "../support/d1.ts";

async function page(w: World, content: string): Promise<string> {
  const made = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type: "DOCUMENT", content });
  expect(made.status).toBe(201);
  return made.body.id;
}

test("reports narrowed rights on an open connection and rejects its edits, and accepts them again when widened", async () => {
  const w = await world();
  const id = await page(w, "text");
  const dora = await connect(w, "dora", id);
  const grant = (canEdit: boolean) =>
    w.as("olivia").post(`/api/pages/${id}/permissions`, { userId: w.ids.dora, canView: true, canEdit });
  await grant(false);
  await until(() => expect(dora.state.canEdit).toBe(false));
  dora.type(0, "refused ");
  await until(() => expect(dora.heard).toContainEqual({ kind: "refused", number: 2, code: "read_only" }));
  await grant(true);
  await until(() => expect(dora.state.canEdit).toBe(true));
  expect((await w.as("olivia").get(`/api/pages/${id}`)).body.content).toBe("text");
});

test("reports a right to comment, and its changes, to clients that understand it, and reading to others", async () => {
  const w = await world();
  const id = await page(w, "text");
  const share = (rights: Record<string, boolean>) =>
    w.as("olivia").post(`/api/pages/${id}/permissions`, { userId: w.ids.cora, canView: true, ...rights });
  const [cora, old] = [await connectWithComments(w, "cora", id), await connect(w, "cora", id)];
  const told = ({ heard }: Peer) =>
    heard.flatMap((message) => (message.kind === "rights" ? [[message.canEdit, message.canComment]] : []));
  const [reads, comments, edits] = [[false, false], [false, true], [true, true]]; // oxfmt-ignore
  for (const [peer, rights] of [[cora, comments], [old, reads]] as const) expect(told(peer)).toEqual([rights]); // oxfmt-ignore
  cora.type(0, "refused ");
  await until(() => expect(cora.heard).toContainEqual({ kind: "refused", number: 2, code: "read_only" }));
  await share({});
  await until(() => expect(told(cora)).toEqual([comments, reads]));
  await share({ canComment: true });
  await until(() => expect(told(cora)).toEqual([comments, reads, comments]));
  await share({ canEdit: true });
  await until(() => expect(told(cora)).toEqual([comments, reads, comments, edits]));
  await until(() => expect(told(old)).toEqual([reads, edits]));
  await share({ canComment: true });
  await until(() => expect(told(cora)).toEqual([comments, reads, comments, edits, comments]));
  await until(() => expect(told(old)).toEqual([reads, edits, reads]));
});

test("reports a right to comment on a file's page, whose text nobody types, and none to a read-only token", async () => {
  const w = await world();
  const file = await page(w, "");
  await d1`update pages set type = 'FILE' where id = ${file}`.run();
  const [edna, vera] = [await connectWithComments(w, "edna", file), await connectWithComments(w, "vera", file)];
  expect([edna.state, vera.state]).toMatchObject([
    { canEdit: false, canComment: true },
    { canEdit: false, canComment: false },
  ]);
  const { raw } = await w.token("edna", { readOnly: true });
  const tool = await connectTool(raw, await page(w, "text"), "&comments=1");
  expect(tool.state).toMatchObject({ canEdit: false, canComment: false });
});

test("keeps a connection that an earlier version of the room accepted, which knew no right to comment", async () => {
  const w = await world();
  const id = await page(w, "text");
  const edna = await connect(w, "edna", id);
  const room = env.PAGE_ROOM.getByName(id);
  await runInDurableObject(room, (_, ctx) => {
    for (const ws of ctx.getWebSockets()) {
      const { canComment: _a, takesComments: _b, ...before } = ws.deserializeAttachment();
      ws.serializeAttachment({ ...before, provedAt: 0 });
    }
  });
  await evictDurableObject(room);
  edna.type(0, "more ");
  await edna.saved();
  expect(edna.heard.filter(({ kind }) => kind === "rights")).toHaveLength(1);
  await w.as("olivia").post(`/api/pages/${id}/permissions`, { userId: w.ids.edna, canView: true, canComment: true });
  await until(() => expect(edna.state).toMatchObject({ canEdit: false, canComment: false }));
});

test.each([
  ["is older than a minute", () => 0],
  ["was obtained an hour from now, by a clock that differs", () => Date.now() + 3_600_000],
])("rechecks rights in D1 once the cached result %s", async (_result, provedAt) => {
  const w = await world();
  const id = await page(w, "text");
  const [dora, edna] = [await connect(w, "dora", id), await connect(w, "edna", id)];
  // The room is not notified.
  await d1`delete from drive_members where user_id = ${w.ids.dora}`.run();
  const room = env.PAGE_ROOM.getByName(id);
  await runInDurableObject(room, (_, ctx) => {
    for (const ws of ctx.getWebSockets())
      ws.serializeAttachment({ ...ws.deserializeAttachment(), provedAt: provedAt() });
  });
  await evictDurableObject(room);
  edna.type(0, "secret ");
  await edna.saved();
  await dora.isClosedWith(4403);
  expect(dora.text.toString()).toBe("text");
});

test("rejects an update under another connection's client ID, and keeps that connection working", async () => {
  const w = await world();
  const id = await page(w, "text");
  const [dora, edna] = [await connect(w, "dora", id), await connect(w, "edna", id)];
  dora.type(0, "hers ");
  await dora.saved();
  await edna.shows("hers text");
  const forged = new Y.Doc();
  Y.applyUpdate(forged, Y.encodeStateAsUpdate(edna.doc));
  forged.clientID = dora.doc.clientID;
  const before = Y.encodeStateVector(forged);
  forged.getText("content").insert(0, "forged ");
  edna.send(encodeFrame((encoder) => writeUpdate(encoder, Y.encodeStateAsUpdate(forged, before))));
  await until(() => expect(edna.heard.some(({ kind }) => kind === "refused")).toBe(true));
  dora.type(5, "really ");
  await dora.saved();
  expect((await w.as("olivia").get(`/api/pages/${id}`)).body.content).toBe("hers really text");
});

test("reserves a client ID for the connection that announces it", async () => {
  const w = await world();
  const id = await page(w, "text");
  const [dora, edna] = [await connect(w, "dora", id), await connect(w, "edna", id)];
  const announce = (peer: Peer, client: number): void => {
    const awareness = encodeAwareness([{ client, clock: 1, state: { a: "", h: "" } }]);
    peer.send(encodeFrame((encoder) => writeAwareness(encoder, awareness)));
  };
  announce(dora, dora.doc.clientID);
  await until(() => expect(edna.heard.some(({ kind }) => kind === "people")).toBe(true));
  edna.send(encodeFrame((encoder) => writeUpdate(encoder, insertion(edna, dora.doc.clientID, "forged "))));
  await until(() => expect(edna.heard.some(({ kind }) => kind === "refused")).toBe(true));
  dora.type(0, "hers ");
  await dora.saved();
  announce(edna, dora.doc.clientID);
  await edna.isClosedWith(1002);
  // Her own browser may reuse its client id when it reconnects.
  const again = await connect(w, "dora", id);
  announce(again, dora.doc.clientID);
  again.doc.clientID = toBrowserClient(7);
  again.type(0, "and more ");
  await again.saved();
  expect((await w.as("olivia").get(`/api/pages/${id}`)).body.content).toBe("and more hers text");
});

test("rejects different text under clocks that are already stored, instead of acknowledging it", async () => {
  const w = await world();
  const id = await page(w, "text");
  const [first, second] = [await connect(w, "dora", id), await connect(w, "dora", id)];
  const client = first.doc.clientID;
  const lost = insertion(second, client, "lost words ");
  first.type(0, "kept words ");
  await first.saved();
  const sent = second.state.sent;
  second.send(encodeFrame((encoder) => writeUpdate(encoder, lost)));
  await until(() => expect(second.heard.some(({ kind }) => kind === "refused")).toBe(true));
  expect(second.state.saved).toBeLessThanOrEqual(sent);
  // Text sent twice is stored once, and acknowledged.
  const third = await connect(w, "dora", id);
  third.state.sent++;
  third.send(encodeFrame((encoder) => writeUpdate(encoder, Y.encodeStateAsUpdate(first.doc))));
  await third.saved();
  expect((await w.as("olivia").get(`/api/pages/${id}`)).body.content).toBe("kept words text");
});

/** An update written with another client's id. */
function insertion(peer: Peer, client: number, text: string): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(peer.doc));
  doc.clientID = client;
  const before = Y.encodeStateVector(doc);
  doc.getText("content").insert(0, text);
  return Y.encodeStateAsUpdate(doc, before);
}

test("closes a connection that sends invalid messages or too many", async () => {
  const w = await world();
  const id = await page(w, "text");
  const [garbage, flood] = [await connect(w, "dora", id), await connect(w, "edna", id)];
  garbage.send(new Uint8Array([9, 9, 9]));
  await garbage.isClosedWith(1002);
  const mark = encodeFrame((encoder) => writeMark(encoder, 0));
  for (let i = 0; i < 3_000; i++) flood.send(mark);
  await flood.isClosedWith(4429);
});
