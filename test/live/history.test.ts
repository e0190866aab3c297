/** The history of a page that people and tools edit at once: versions, restoring, and undoing a tool's edits. */
import { expect, test } from "vitest";
import { world, type World } from "../support/world.ts";
import { connect, connectTool } from "./peer.ts";

async function page(w: World, content: string): Promise<string> {
  const made = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type: "DOCUMENT", content });
  expect(made.status).toBe(201);
  return made.body.id;
}

test("stores concurrent typing of several users as one version with all their names", async () => {
  const w = await world();
  const id = await page(w, "one\ntwo\n");
  const [edna, dora] = [await connect(w, "edna", id), await connect(w, "dora", id)];
  for (const word of ["a", "b", "c"]) {
    edna.type(3, word);
    await edna.saved();
    dora.type(dora.text.toString().indexOf("two") + 3, word);
    await dora.saved();
  }
  const { body } = await w.as("olivia").get(`/api/pages/${id}/versions`);
  expect(body.versions).toMatchObject([
    { author: { id: w.ids.edna }, others: [{ id: w.ids.dora, name: "dora" }], token: null },
    { author: { id: w.ids.olivia }, others: [] },
  ]);
});

test("restores a version while others type, and keeps their text on every screen", async () => {
  const w = await world();
  const id = await page(w, "first line\nsecond line\n");
  const [edna, dora] = [await connect(w, "edna", id), await connect(w, "dora", id)];
  await w.as("olivia").patch(`/api/pages/${id}`, { content: "first LINE\nsecond line\n" });
  await edna.shows("first LINE\nsecond line\n");
  const { body } = await w.as("olivia").get(`/api/pages/${id}/versions`);
  const oldest = body.versions.at(-1).version;
  edna.type(edna.text.length, "third line\n");
  const [restored] = await Promise.all([
    w.as("olivia").post(`/api/pages/${id}/versions/${oldest}/restore`),
    edna.saved(),
  ]);
  expect(restored.status).toBe(200);
  edna.type(edna.text.length, "fourth line\n");
  await edna.saved();
  await dora.shows(edna.text.toString());
  expect(edna.text.toString()).toContain("fourth line");
  expect((await w.as("olivia").get(`/api/pages/${id}`)).body.content).toBe(edna.text.toString());
});

test("reverts a tool's typed text only, and leaves users' words in place", async () => {
  const w = await world();
  const id = await page(w, "one\ntwo\nthree\n");
  const { raw, id: tokenId } = await w.token("dora");
  const [tool, edna] = [await connectTool(raw, id), await connect(w, "edna", id)];
  tool.type(0, "BOT ");
  await tool.saved();
  await edna.shows("BOT one\ntwo\nthree\n");
  edna.type(11, " people");
  await edna.saved();
  await tool.shows("BOT one\ntwo people\nthree\n");
  tool.type(tool.text.length, "BOT again\n");
  await tool.saved();
  // All are still connected, and the edits are not in D1 yet.
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const undone = await w.as("olivia").post("/api/history/undo", { tokenId, since });
  expect(undone.body.pages).toMatchObject([{ pageId: id, outcome: "undone" }]);
  await edna.shows("one\ntwo people\nthree\n");
  expect((await w.as("olivia").get(`/api/pages/${id}`)).body.content).toBe("one\ntwo people\nthree\n");
});
