/** People and tools edit one page at once, over sockets, REST and MCP. */
import { env } from "cloudflare:workers";
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { expect, test } from "vitest";
import { world, type World } from "../support/world.ts";
import { connect, connectTool } from "./peer.ts";
import { until } from "./until.ts";
import { d1 } from "../support/d1.ts";

async function page(w: World, content: string): Promise<string> {
  const made = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type: "DOCUMENT", content });
  expect(made.status).toBe(201);
  return made.body.id;
}

const read = async (w: World, id: string): Promise<string> =>
  (await w.as("olivia").get(`/api/pages/${id}`)).body.content;

const stored = async (id: string) =>
  d1`select c.content, p.revision, p.is_ahead from pages p join page_contents c on c.page_id = p.id where p.id = ${id}`.first();

test("sends typed text to other users, saves it, and includes it in reads at once", async () => {
  const w = await world();
  const id = await page(w, "one\ntwo");
  const [edna, dora] = [await connect(w, "edna", id), await connect(w, "dora", id)];
  expect([edna.text.toString(), edna.state.canEdit]).toEqual(["one\ntwo", true]);
  edna.type(3, " and a half");
  dora.type(7, "!");
  await Promise.all([edna.saved(), dora.saved()]);
  await edna.shows("one and a half\ntwo!");
  await dora.shows("one and a half\ntwo!");
  expect(await read(w, id)).toBe("one and a half\ntwo!");
  const { client } = await w.token("olivia");
  const lines = await client.post("/api/mcp/documents", { pageId: id, operation: "read" });
  expect(JSON.stringify(lines.body)).toContain("one and a half");
});

test("merges an edit by line and a whole body with the text of users who are typing", async () => {
  const w = await world();
  const id = await page(w, "one\ntwo\nthree");
  const edna = await connect(w, "edna", id);
  const { client } = await w.token("dora");
  await client.post("/api/mcp/documents", { pageId: id, operation: "read" });
  edna.type(0, "zero\n");
  await edna.saved();
  // The tool's line number refers to the text that it read.
  await client.post("/api/mcp/documents", { pageId: id, operation: "replace", startLine: 2, content: "TWO" });
  await edna.shows("zero\none\nTWO\nthree");
  const patched = await w.as("olivia").patch(`/api/pages/${id}`, { content: "one\ntwo\nthree\nfour", baseRevision: 1 });
  expect(patched.status).toBe(200);
  await edna.shows("zero\none\nTWO\nthree\nfour");
  expect(await read(w, id)).toBe("zero\none\nTWO\nthree\nfour");
});

test("writes nothing when a user only opens a page", async () => {
  const w = await world();
  const id = await page(w, "text");
  const edna = await connect(w, "edna", id);
  await edna.saved();
  expect(await stored(id)).toMatchObject({ revision: 1, is_ahead: 0 });
});

test("writes all text to D1 when the last user leaves", async () => {
  const w = await world();
  const id = await page(w, "text");
  const edna = await connect(w, "edna", id);
  edna.type(4, " typed");
  await edna.saved();
  expect(await stored(id)).toMatchObject({ is_ahead: 1 });
  edna.leave();
  await until(async () => expect(await stored(id)).toMatchObject({ content: "text typed", is_ahead: 0 }));
  const { results } = await d1`select 1 from open_pages where page_id = ${id}`.all();
  expect(results).toEqual([]);
});

test("resumes an evicted room while users type, and its alarm updates D1", async () => {
  const w = await world();
  const id = await page(w, "text");
  const edna = await connect(w, "edna", id);
  edna.type(4, " one");
  await edna.saved();
  const room = env.PAGE_ROOM.getByName(id);
  await evictDurableObject(room);
  edna.type(8, " two");
  await edna.saved();
  expect(await read(w, id)).toBe("text one two");
  await evictDurableObject(room);
  expect(await runDurableObjectAlarm(room)).toBe(true);
  expect(await stored(id)).toMatchObject({ content: "text one two" });
});

test("sends changes to a user who can only view, and rejects theirs", async () => {
  const w = await world();
  const id = await page(w, "text");
  const [vera, edna] = [await connect(w, "vera", id), await connect(w, "edna", id)];
  expect(vera.state.canEdit).toBe(false);
  vera.type(0, "not mine: ");
  await until(() => expect(vera.heard).toContainEqual({ kind: "refused", number: 2, code: "read_only" }));
  edna.type(4, " typed");
  await edna.saved();
  expect(await read(w, id)).toBe("text typed");
  await until(() => expect(vera.text.toString()).toContain("typed"));
});

test("stores a tool's typing over a socket as versions of the tool", async () => {
  const w = await world();
  const id = await page(w, "text");
  const { raw, id: tokenId } = await w.token("dora");
  const [tool, edna] = [await connectTool(raw, id), await connect(w, "edna", id)];
  tool.type(4, " by a tool");
  await tool.saved();
  edna.type(0, "A ");
  await edna.saved();
  const { body } = await w.as("olivia").get(`/api/pages/${id}/versions`);
  expect(
    body.versions.map(({ token, author }: { token: { id: string } | null; author: { id: string } }) => [
      author.id,
      token?.id,
    ]),
  ).toEqual([
    [w.ids.edna, undefined],
    [w.ids.dora, tokenId],
    [w.ids.olivia, undefined],
  ]);
});
