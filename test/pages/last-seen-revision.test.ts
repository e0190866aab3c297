/** The base of an edit: the text its author was last shown, unless they specify another. */
import { expect, test } from "vitest";
import { makePage, world, type Client } from "../support/world.ts";

/** A page with this text, and another user's tool that edits its lines concurrently. */
async function pageWithTools(content: string) {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await makePage(w, { title: "Agenda", content });
  const { client: other } = await w.token("adam");
  const { client: tool } = await w.token("edna");
  const ask = (client: Client, body: object) => client.post("/api/mcp/documents", { pageId, ...body });
  return {
    pageId,
    tool,
    edna: w.as("edna"),
    path: `/api/pages/${pageId}`,
    ask,
    meanwhile: (body: object) => ask(other, body),
    text: async (): Promise<string> => (await olivia.get(`/api/pages/${pageId}`)).body.content,
  };
}

test.each([
  ["a line after the last one", { startLine: 50 }, 400],
  ["a line before the first one", { startLine: 0 }, 400],
  ["a past expected revision", { expectedRevision: 1 }, 409],
  ["a future revision", { baseRevision: 9 }, 400],
])("does not update the last seen revision after a rejected read of %s", async (_, wrong, status) => {
  const { tool, ask, meanwhile, text } = await pageWithTools("one\ntwo\nthree\nfour");
  await ask(tool, { operation: "read" });
  await meanwhile({ operation: "insert", startLine: 1, content: "zero\nnought" });
  expect((await ask(tool, { operation: "read", ...wrong })).status).toBe(status);
  await ask(tool, { operation: "replace", startLine: 2, content: "TWO" });
  expect(await text()).toBe("zero\nnought\none\nTWO\nthree\nfour");
});

const ANSWERS: [string, (client: Client, pageId: string) => Promise<unknown>][] = [
  ["a title change", (client, id) => client.patch(`/api/pages/${id}`, { title: "Plan" })],
  ["a move", (client, id) => client.post("/api/pages/reorder", { pageId: id, parentId: null, position: 3 })],
  [
    "a restore from the trash",
    async (client, id) => [await client.delete(`/api/pages/${id}`), await client.post(`/api/pages/${id}/restore`)],
  ],
];

test.each(ANSWERS)("updates the user's last seen revision with the response to %s", async (_, act) => {
  const w = await world();
  const olivia = w.as("olivia");
  const { client: tool } = await w.token("adam");
  const page = await makePage(w, { title: "x", content: "a\nb\nc" });
  await olivia.get(`/api/pages/${page}`);
  await tool.post("/api/mcp/documents", {
    pageId: page,
    operation: "replace",
    startLine: 2,
    content: "b of the tool",
  });
  await act(olivia, page);
  // After seeing the tool's line, the user removes it.
  expect((await olivia.patch(`/api/pages/${page}`, { content: "a\nc" })).body.content).toBe("a\nc");
});

test("merges a strict edit based on an older revision, and rejects one based on a future revision", async () => {
  const { edna, path, tool, ask, meanwhile, text } = await pageWithTools("a\nb\nc");
  await meanwhile({ operation: "insert", startLine: 1, content: "new" });
  const strict = { baseRevision: 1, expectedRevision: 2 };
  expect((await edna.patch(path, { content: "a\nb\nC", ...strict })).body.content).toBe("new\na\nb\nC");
  await ask(tool, { operation: "delete", startLine: 1, baseRevision: 1, expectedRevision: 3 });
  expect(await text()).toBe("new\nb\nC");
  expect((await edna.patch(path, { content: "x", baseRevision: 9, expectedRevision: 4 })).status).toBe(400);
  expect((await edna.patch(path, { title: "x", baseRevision: 9 })).status).toBe(400);
});

test("returns a conflict when the expected revision is past or future", async () => {
  const { edna, path, tool, ask, meanwhile } = await pageWithTools("a\nb");
  await meanwhile({ operation: "delete", startLine: 1 });
  const conflict = { status: 409, body: { code: "revision_conflict", currentRevision: 2 } };
  for (const expectedRevision of [1, 50]) {
    expect(await edna.patch(path, { content: "x", expectedRevision })).toMatchObject(conflict);
    expect(await edna.patch(path, { title: "x", expectedRevision })).toMatchObject(conflict);
    expect(await ask(tool, { operation: "read", expectedRevision })).toMatchObject(conflict);
    expect(await ask(tool, { operation: "delete", startLine: 1, expectedRevision })).toMatchObject(conflict);
  }
});

test("keeps two whole blocks when two clients replace the same lines", async () => {
  const [dogs, rain] = ["Dogs bark.\nBirds sing.\nFish swim.", "Rain falls.\nSnow melts.\nWind blows."];
  const replaced = { operation: "replace", startLine: 1, endLine: 3 };
  for (const isBody of [false, true]) {
    const { edna, path, tool, ask, meanwhile, text } = await pageWithTools(
      "The cat sat.\nIt was fat.\nIt slept.\nThe end.",
    );
    await ask(tool, { operation: "read" });
    await edna.get(path);
    await meanwhile({ ...replaced, content: dogs });
    if (isBody) await edna.patch(path, { content: `${rain}\nThe end.`, baseRevision: 1 });
    else await ask(tool, { ...replaced, content: rain });
    expect(await text()).toBe(`${dogs}\n${rain}\nThe end.`);
  }
});
