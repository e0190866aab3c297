/** Page history: diffs between versions, and undoing a token's edits made alongside people's. */
import { expect, test } from "vitest";
import { makePage, world, type Client, type World } from "../support/world.ts";

const newPage = (w: World, content: string, title = "Plan"): Promise<string> => makePage(w, { title, content });

const line = (client: Client, pageId: string, operation: string, startLine: number, content?: string) =>
  client.post("/api/mcp/documents", { pageId, operation, startLine, content });

const textOf = async (w: World, id: string): Promise<string> =>
  (await w.as("olivia").get(`/api/pages/${id}`)).body.content;

const LONG_AGO = "2020-01-01T00:00:00Z";
const undo = (client: Client, tokenId: string, more: object = {}) =>
  client.post("/api/history/undo", { tokenId, since: LONG_AGO, ...more });

test("shows a version as the changed lines, compared with the previous or any other version", async () => {
  const w = await world();
  const id = await newPage(w, "one\ntwo\nthree");
  await w.as("edna").patch(`/api/pages/${id}`, { content: "one\n2\nthree" });
  await w.as("dora").patch(`/api/pages/${id}`, { content: "one\n2\nthree\nfour" });
  const [third, second, first] = (await w.as("vera").get(`/api/pages/${id}/versions`)).body.versions;
  const diff = async (version: number, query = "") =>
    (await w.as("vera").get(`/api/pages/${id}/versions/${version}/diff${query}`)).body;
  expect(await diff(second.version)).toMatchObject({ from: first.version, added: 1, removed: 1 });
  expect((await diff(third.version)).hunks[0].lines.at(-1)).toEqual({ kind: "added", text: "four" });
  expect(await diff(third.version, `?from=${first.version}`)).toMatchObject({ added: 2, removed: 1 });
  expect(await diff(first.version)).toMatchObject({ from: null, added: 3 });
  expect((await w.as("vera").get(`/api/pages/${id}/versions/99/diff`)).status).toBe(404);
  expect((await w.as("oscar").get(`/api/pages/${id}/versions/${second.version}/diff`)).status).toBe(404);
});

test("reverts a token's edits on many pages in one call, and keeps the lines of users", async () => {
  const w = await world();
  const { client: tool, id: tokenId } = await w.token("edna");
  const pages: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    const id = await newPage(w, `first ${i}\nsecond ${i}\nthird ${i}`);
    pages.push(id);
    await line(tool, id, "insert", 1, "robot above");
    await w.as("dora").patch(`/api/pages/${id}`, {
      content: (await textOf(w, id)).replace(`third ${i}`, `third ${i}, said Dora`),
    });
    await line(tool, id, "replace", 3, "robot instead of the second");
  }
  const plan = await undo(w.as("edna"), tokenId, { dryRun: true });
  expect(plan.body.pages.map(({ outcome }: { outcome: string }) => outcome)).toEqual(pages.map(() => "would_undo"));
  expect(await textOf(w, pages[0] ?? "")).toContain("robot");
  const done = await undo(w.as("olivia"), tokenId);
  expect([done.status, done.body.nextCursor]).toEqual([200, null]);
  expect(done.body.pages.every(({ outcome }: { outcome: string }) => outcome === "undone")).toBe(true);
  for (const [i, id] of pages.entries()) {
    expect(await textOf(w, id)).toBe(`first ${i}\nsecond ${i}\nthird ${i}, said Dora`);
  }
  const again = await undo(w.as("olivia"), tokenId);
  expect(again.body.pages.every(({ outcome }: { outcome: string }) => outcome === "kept")).toBe(true);
});

test("reverts only pages that the caller can edit, and only edits since the given time", async () => {
  const w = await world();
  const { client: tool, id: tokenId } = await w.token("edna");
  const id = await newPage(w, "one");
  await line(tool, id, "insert", 1, "robot");
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect((await undo(w.as("olivia"), tokenId, { since: later })).body.pages).toEqual([]);
  for (const person of ["vera", "oscar"] as const) expect((await undo(w.as(person), tokenId)).body.pages).toEqual([]);
  expect(await textOf(w, id)).toBe("robot\none");
  expect((await undo(w.as("olivia"), tokenId, { since: "yesterday" })).status).toBe(400);
});

test("keeps a token's line that a user has since reworded", async () => {
  const w = await world();
  const { client: tool, id: tokenId } = await w.token("edna");
  const id = await newPage(w, "one\ntwo");
  await line(tool, id, "insert", 2, "the robot wrote this line");
  await w.as("dora").patch(`/api/pages/${id}`, { content: "one\nthe robot wrote this fine line\ntwo" });
  await undo(w.as("olivia"), tokenId);
  expect(await textOf(w, id)).toContain("fine");
});
