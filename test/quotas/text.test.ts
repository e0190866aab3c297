/** Text quota: every entry point that writes text enforces it and changes nothing when it refuses. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { zip } from "../transfer/archives.ts";
import { call, upload as uploadFile } from "../files/client.ts";
import { deliver } from "../files/parser.ts";
import { upload as importArchive } from "../transfer/client.ts";
import { makePage, type Client, type Reply, type World, world, makeDrive } from "../support/world.ts";
import { TEXT, expectRightCounts, fill, heldBy, leave } from "./drives.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let olivia: Client;
beforeEach(async () => {
  w = await world();
  olivia = w.as("olivia");
});

const LONG = "wörter ".repeat(100);
const BYTES = Buffer.byteLength(LONG);

const make = (type: string, content = ""): Promise<string> => makePage(w, { title: `A ${type}`, type, content });

type EntryPoint = {
  readonly prepare: () => Promise<string>;
  readonly write: (id: string) => Promise<Reply | { status: number; body: unknown }>;
};

/** Each entry point replaces a tiny text with `LONG`. */
const ENTRY_POINTS: Record<string, () => EntryPoint> = {
  "POST /api/pages": () => ({
    prepare: async () => "",
    write: () => olivia.post("/api/pages", { driveId: w.drive, title: "New", type: "DOCUMENT", content: LONG }),
  }),
  "create-structure": () => ({
    prepare: async () => "",
    write: () =>
      olivia.post("/api/pages/bulk/create-structure", {
        driveId: w.drive,
        structure: [{ title: "A", type: "FOLDER", children: [{ title: "B", type: "DOCUMENT", content: LONG }] }],
      }),
  }),
  import: () => ({
    prepare: async () => "",
    write: () => importArchive(w.session("olivia"), w.drive, zip({ "a.md": LONG })),
  }),
  "PATCH content": () => ({
    prepare: () => make("DOCUMENT", "short"),
    write: (id) => olivia.patch(`/api/pages/${id}`, { content: LONG }),
  }),
  "PATCH content of a page read just before": () => ({
    prepare: async () => {
      const id = await make("DOCUMENT", "short");
      await olivia.patch(`/api/pages/${id}`, { content: "brief" });
      return id;
    },
    write: (id) => olivia.patch(`/api/pages/${id}`, { content: LONG, title: "Not this either" }),
  }),
  "a tool's insert": () => ({
    prepare: () => make("DOCUMENT", "short"),
    write: async (pageId) => {
      const { client } = await w.token("olivia");
      return client.post("/api/mcp/documents", { pageId, operation: "insert", startLine: 1, content: LONG });
    },
  }),
  "a tool's replace": () => ({
    prepare: () => make("DOCUMENT", "short"),
    write: async (pageId) => {
      const { client } = await w.token("olivia");
      return client.post("/api/mcp/documents", { pageId, operation: "replace", startLine: 1, content: LONG });
    },
  }),
  "bulk/update-content": () => ({
    prepare: () => make("DOCUMENT", "short"),
    write: (pageId) =>
      olivia.post("/api/pages/bulk/update-content", { updates: [{ pageId, operation: "append", content: LONG }] }),
  }),
  "restoring a version": () => ({
    prepare: async () => {
      const id = await make("DOCUMENT", LONG);
      await olivia.patch(`/api/pages/${id}`, { content: "short" });
      return id;
    },
    write: (id) => olivia.post(`/api/pages/${id}/versions/1/restore`),
  }),
  "a message": () => ({
    prepare: () => make("CHANNEL"),
    write: (id) => olivia.post(`/api/pages/${id}/messages`, { content: LONG }),
  }),
  "editing a message": () => ({
    prepare: async () => {
      const id = await make("CHANNEL");
      const { body } = await olivia.post(`/api/pages/${id}/messages`, { content: "short" });
      return `${id}/messages/${body.id}`;
    },
    write: (path) => olivia.patch(`/api/pages/${path}`, { content: LONG }),
  }),
  "an agent's prompt": () => ({
    prepare: () => make("AI_CHAT"),
    write: (id) => olivia.patch(`/api/pages/${id}/agent-config`, { systemPrompt: LONG }),
  }),
  "convert-to-document": () => ({
    prepare: async () => {
      const sent = await uploadFile(w.session("olivia"), {
        content: LONG,
        filename: "a.txt",
        fields: { driveId: w.drive },
      });
      await deliver(sent.body["id"]);
      return sent.body["id"];
    },
    write: async (id) => {
      const answer = await call(w.session("olivia"), `/api/files/${id}/convert-to-document`, { method: "POST" });
      return { status: answer.status, body: await answer.json() };
    },
  }),
};

/** The drive's pages, messages, agents and history. */
async function snapshot(): Promise<unknown> {
  const read = async (sql: string) => (await env.DB.prepare(sql).bind(w.drive).all()).results;
  return [
    await read("select id, title, type, revision, updated_at from pages where drive_id = ? order by id"),
    await read(
      "select c.* from page_contents c join pages p on p.id = c.page_id where p.drive_id = ? order by c.page_id",
    ),
    await read("select m.* from messages m join pages p on p.id = m.page_id where p.drive_id = ? order by m.id"),
    await read("select g.* from agent_configs g join pages p on p.id = g.page_id where p.drive_id = ? order by 1"),
    await heldBy(w.drive),
  ];
}

test.each(Object.keys(ENTRY_POINTS))("%s stops at the text quota and stores nothing", async (name) => {
  const entryPoint = ENTRY_POINTS[name]?.();
  if (!entryPoint) throw new Error(name);
  const id = await entryPoint.prepare();
  await leave(w.ids.olivia, { text: 100 });
  const before = await snapshot();
  expect(await entryPoint.write(id)).toMatchObject({
    status: 413,
    body: { code: "quota_exceeded", quota: "text", limit: TEXT, used: TEXT - 100 },
  });
  expect(await snapshot()).toEqual(before);
  await leave(w.ids.olivia, { text: BYTES + 200 });
  expect([200, 201]).toContain((await entryPoint.write(id)).status);
  expect(await snapshot()).not.toEqual(before);
  await expectRightCounts();
});

test("leaves room and database unchanged after a rejected edit, and continues from there", async () => {
  const id = await make("DOCUMENT", "one\ntwo");
  await olivia.patch(`/api/pages/${id}`, { content: "one\ntwo\nthree" });
  await leave(w.ids.olivia, { text: 10 });
  const edits = await Promise.all(
    Array.from({ length: 5 }, (_, i) => olivia.patch(`/api/pages/${id}`, { content: LONG + i })),
  );
  expect(edits.map(({ status }) => status)).toEqual([413, 413, 413, 413, 413]);
  const { body: page } = await olivia.get(`/api/pages/${id}`);
  expect([page.content, page.revision]).toEqual(["one\ntwo\nthree", 2]);
  const { client: tool } = await w.token("olivia");
  const read = await tool.post("/api/mcp/documents", { pageId: id, operation: "read" });
  expect([read.body.content, read.body.revision]).toEqual(["one\ntwo\nthree", 2]);
  const { body } = await olivia.get(`/api/pages/${id}/versions`);
  expect(body.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  const next = await olivia.patch(`/api/pages/${id}`, { content: "one\ntwo\n3" });
  expect([next.status, next.body.content]).toEqual([200, "one\ntwo\n3"]);
  await expectRightCounts();
});

test("rejects an edit of several pages as a whole when they exceed the quota together", async () => {
  const ids = await Promise.all([make("DOCUMENT", "a"), make("DOCUMENT", "b"), make("DOCUMENT", LONG)]);
  const update = (contents: string[]) =>
    olivia.post("/api/pages/bulk/update-content", {
      updates: ids.map((pageId, i) => ({ pageId, operation: "replace", content: contents[i] })),
    });
  await leave(w.ids.olivia, { text: BYTES });
  expect(await update([LONG, LONG, LONG])).toMatchObject({ status: 413, body: { quota: "text" } });
  const texts = await Promise.all(ids.map(async (id) => (await olivia.get(`/api/pages/${id}`)).body.content));
  expect(texts).toEqual(["a", "b", LONG]);
  // Bytes freed by one page can be used by another.
  expect((await update([LONG, LONG, "c"])).status).toBe(200);
  await expectRightCounts();
});

test("allows edits that do not grow and deletions above the quota", async () => {
  const id = await make("DOCUMENT", LONG);
  const channel = await make("CHANNEL");
  const { body: message } = await olivia.post(`/api/pages/${channel}/messages`, { content: "abc" });
  await fill(w.ids.olivia, { text: 2 * TEXT });
  const statuses = [
    await olivia.patch(`/api/pages/${id}`, { content: LONG.replace("w", "W") }),
    await olivia.patch(`/api/pages/${id}`, { content: "less" }),
    await olivia.patch(`/api/pages/${channel}/messages/${message.id}`, { content: "xyz" }),
    await olivia.post("/api/pages", { driveId: w.drive, title: "Empty", type: "DOCUMENT" }),
    await olivia.patch(`/api/pages/${id}`, { title: "Another name" }),
    await olivia.post("/api/pages/bulk/update-content", {
      updates: [{ pageId: id, operation: "replace", content: "" }],
    }),
    await olivia.delete(`/api/pages/${channel}/messages/${message.id}`),
    await olivia.delete(`/api/pages/${id}`),
    await olivia.delete(`/api/trash/${id}`),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 201, 200, 200, 200, 200, 200]);
  await expectRightCounts();
});

test("charges a member's text to the drive's owner, and returns the error to the member", async () => {
  const id = await make("DOCUMENT");
  await leave(w.ids.olivia, { text: 10 });
  const edna = w.as("edna");
  expect(await edna.patch(`/api/pages/${id}`, { content: LONG })).toMatchObject({
    status: 413,
    body: { quota: "text", used: TEXT - 10 },
  });
  // It does not matter that her own drives are full.
  await leave(w.ids.olivia, { text: BYTES });
  await fill(w.ids.edna, { text: 2 * TEXT });
  expect((await edna.patch(`/api/pages/${id}`, { content: LONG })).status).toBe(200);
  expect((await heldBy(w.drive))?.text).toBe(BYTES);
});

test("returns forbidden rather than the quota to users who cannot edit", async () => {
  const id = await make("DOCUMENT");
  await leave(w.ids.olivia, { text: 10 });
  expect((await w.as("vera").patch(`/api/pages/${id}`, { content: LONG })).status).toBe(403);
  expect((await w.as("oscar").patch(`/api/pages/${id}`, { content: LONG })).status).toBe(404);
});

test("never exceeds the quota with 50 concurrent edits in two drives of one owner", async () => {
  const other = await makeDrive(w);
  const room = 7 * BYTES + 20;
  await leave(w.ids.olivia, { text: room });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      olivia.post("/api/pages", {
        driveId: i % 2 === 0 ? w.drive : other,
        title: `${i}`,
        type: "DOCUMENT",
        content: LONG,
      }),
    ),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect([made.length, new Set(answers.map(({ status }) => status))]).toEqual([7, new Set([201, 413])]);
  expect(((await heldBy(w.drive))?.text ?? 0) + ((await heldBy(other))?.text ?? 0)).toBe(7 * BYTES);
  await expectRightCounts();
});

test("never exceeds the quota with 50 concurrent edits of different pages", async () => {
  const { body } = await olivia.post("/api/pages/bulk/create-structure", {
    driveId: w.drive,
    structure: Array.from({ length: 50 }, (_, i) => ({ title: `${i}`, type: "DOCUMENT" })),
  });
  await leave(w.ids.olivia, { text: 7 * BYTES + 20 });
  const answers = await Promise.all(
    body.createdPages.map(({ id }: { id: string }) => olivia.patch(`/api/pages/${id}`, { content: LONG })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  expect((await heldBy(w.drive))?.text).toBe(7 * BYTES);
  await expectRightCounts();
});

test("fails extraction for a full quota with the reason, keeps the file, and succeeds when there is room", async () => {
  await leave(w.ids.olivia, { text: 10 });
  const sent = await uploadFile(w.session("olivia"), {
    content: LONG,
    filename: "a.txt",
    fields: { driveId: w.drive },
  });
  const page = sent.body["pageId"] as string;
  const attached = await uploadFile(w.session("olivia"), {
    content: `${LONG} attached`,
    filename: "b.txt",
    fields: { pageId: await make("DOCUMENT") },
  });
  expect([sent.status, attached.status]).toEqual([201, 201]);
  for (const { body } of [sent, attached]) await deliver(body["id"]);
  const status = await olivia.get(`/api/pages/${page}/processing-status`);
  expect(status.body).toMatchObject({ processingStatus: "failed", error: expect.stringContaining("no space") });
  const failed = await d1`select status from files where id = ${attached.body["id"]}`.first("status");
  expect([failed, await heldBy(w.drive)]).toEqual(["failed", { text: 0, pages: 2 }]);
  expect((await call(w.session("olivia"), `/api/files/${sent.body["id"]}/view`)).status).toBe(200);
  await leave(w.ids.olivia, { text: BYTES });
  await olivia.post(`/api/pages/${page}/reprocess`);
  await deliver(sent.body["id"], 2);
  expect((await olivia.get(`/api/pages/${page}`)).body.content).toContain("wörter");
  await expectRightCounts();
});
