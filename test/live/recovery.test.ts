/** Typing during an edit with an unknown outcome is eventually stored, despite rejections and evictions. */
import { env } from "cloudflare:workers";
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { hashToken } from "../../src/platform/tokens.ts";
import { encodeFrame, writeSyncRequest } from "../../src/realtime/protocol.ts";
import type { EditCommand } from "../../src/rpc/page-room.ts";
import { world, type World } from "../support/world.ts";
import { connect, connectTool } from "./peer.ts";
import { until } from "./until.ts";
import { nightly } from "../support/nightly.ts";

async function page(w: World, content: string): Promise<string> {
  const made = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type: "DOCUMENT", content });
  expect(made.status).toBe(201);
  return made.body.id;
}

const command = (w: World, pageId: string, content: string): EditCommand => ({
  pageId,
  type: "DOCUMENT",
  caller: {
    kind: "session",
    tokenHash: hashToken("session", w.session("olivia")),
    client: { ip: "", userAgent: "", country: "" } as unknown as EditCommand["caller"]["client"],
  },
  reader: "reader",
  by: { author: w.ids.olivia, tokenId: null, at: Date.now() },
  change: { kind: "append", content },
  title: null,
  baseRevision: null,
  expectedRevision: null,
  stored: null,
  view: "none",
  now: Date.now(),
});

// Takes ten seconds, as long as the room waits for the end of such an edit.
nightly("stores text typed after an edit of several pages that nobody commits", async () => {
  const w = await world();
  const id = await page(w, "text");
  const edna = await connect(w, "edna", id);
  const room = env.PAGE_ROOM.getByName(id);
  expect(await room.prepare(command(w, id, "of several"), "ticket-that-nobody-commits")).toMatchObject({ ok: true });
  await evictDurableObject(room);
  edna.type(4, " typed");
  await edna.saved();
  expect((await w.as("olivia").get(`/api/pages/${id}`)).body.content).toBe("text typed");
});

nightly("removes an edit of several pages that nobody commits, without waiting for another edit", async () => {
  const w = await world();
  const id = await page(w, "text");
  const room = env.PAGE_ROOM.getByName(id);
  expect(await room.prepare(command(w, id, "of several"), "ticket-that-is-lost")).toMatchObject({ ok: true });
  const staged = (): Promise<unknown> =>
    runInDurableObject(room, (_, { storage }) => storage.sql.exec("select max(seq) as n from updates").one()["n"]);
  expect(await staged()).toBe(2);
  await scheduler.wait(11_000);
  expect(await staged()).toBe(1);
});

test("removes such an edit by its alarm for those who have the page open, if the room ended before", async () => {
  const w = await world();
  const id = await page(w, "text");
  await connect(w, "edna", id);
  const room = env.PAGE_ROOM.getByName(id);
  expect(await room.prepare(command(w, id, "of several"), "ticket-of-an-ended-room")).toMatchObject({ ok: true });
  await evictDurableObject(room);
  expect(await runDurableObjectAlarm(room)).toBe(true);
  const newest = await runInDurableObject(room, (_, { storage }) =>
    storage.sql.exec("select max(seq) as n from updates").one(),
  );
  expect(newest).toEqual({ n: 1 });
});

test("counts updates correctly when the room is evicted after a rejection, and requests the rejected ones again", async () => {
  const w = await world();
  const id = await page(w, "text");
  const dora = await connect(w, "dora", id);
  const grant = (canEdit: boolean) =>
    w.as("olivia").post(`/api/pages/${id}/permissions`, { userId: w.ids.dora, canView: true, canEdit });
  await grant(false);
  await until(() => expect(dora.state.canEdit).toBe(false));
  dora.type(0, "kept ");
  dora.type(0, "too ");
  await until(() => expect(dora.heard).toContainEqual({ kind: "refused", number: 2, code: "read_only" }));
  await grant(true);
  await until(() => expect(dora.state.canEdit).toBe(true));
  await evictDurableObject(env.PAGE_ROOM.getByName(id));
  dora.send(encodeFrame((encoder) => writeSyncRequest(encoder, Y.encodeStateVector(dora.doc))));
  await dora.saved();
  expect((await w.as("olivia").get(`/api/pages/${id}`)).body.content).toBe("too kept text");
});

test("attributes text typed before a crash to its writer and tool", async () => {
  const w = await world();
  const id = await page(w, "text");
  const { raw, id: tokenId } = await w.token("dora");
  const tool = await connectTool(raw, id);
  tool.type(4, ` @[Vera](user:${w.ids.vera})`);
  await tool.saved();
  const room = () => env.PAGE_ROOM.getByName(id);
  await runInDurableObject(room(), (_, ctx) => ctx.abort("crashed")).catch(() => undefined);
  expect(await runDurableObjectAlarm(room())).toBe(true);
  const one = (query: string, column: string) => env.DB.prepare(query).bind(id).first(column);
  expect([
    await one("select actor_id from notifications where page_id = ?", "actor_id"),
    await one("select created_by from mentions where page_id = ?", "created_by"),
    await one("select token_id from token_pages where page_id = ?", "token_id"),
  ]).toEqual([w.ids.dora, w.ids.dora, tokenId]);
});

test("keeps no text of a page that was purged while its first edit was on its way", async () => {
  const w = await world();
  const id = crypto.randomUUID();
  const room = env.PAGE_ROOM.getByName(id);
  const unedited = {
    content: "secret",
    revision: 1,
    createdBy: w.ids.olivia,
    createdVia: "",
    updatedAt: Date.now(),
    isAhead: 0 as const,
  };
  expect(await room.edit({ ...command(w, id, "more"), unedited })).toMatchObject({ error: { code: "refused" } });
  const tables = await runInDurableObject(room, (_, { storage }) =>
    storage.sql.exec("select name from sqlite_master where name not like '\\_cf%' escape '\\'").toArray(),
  );
  expect(tables).toEqual([]);
});
