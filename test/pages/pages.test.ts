import { expect, test } from "vitest";
import { idForKey } from "../../src/kernel/keyed-id.ts";
import { makePage, world } from "../support/world.ts";

test("creates, reads, edits, trashes, restores and purges a page", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const made = await olivia.post("/api/pages", {
    driveId: w.drive,
    title: "Plan",
    type: "DOCUMENT",
    content: "one\ntwo",
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    title: "Plan",
    content: "one\ntwo",
    revision: 1,
    parentId: null,
    children: [],
    position: 1,
  });
  const { id } = made.body;
  const patched = await olivia.patch(`/api/pages/${id}`, { content: "one\n2", title: "The plan" });
  expect(patched.status).toBe(200);
  expect(patched.body).toMatchObject({ title: "The plan", content: "one\n2", revision: 2 });
  const got = await olivia.get(`/api/pages/${id}`);
  expect(got.body).toMatchObject({ title: "The plan", content: "one\n2", revision: 2, isTrashed: false });
  expect((await olivia.delete(`/api/trash/${id}`)).body.code).toBe("not_trashed");
  expect((await olivia.delete(`/api/pages/${id}`)).status).toBe(200);
  expect((await olivia.get(`/api/pages/${id}`)).body.isTrashed).toBe(true);
  const restored = await olivia.post(`/api/pages/${id}/restore`);
  expect(restored.body).toMatchObject({ isTrashed: false, restoredToRoot: false, content: "one\n2" });
  await olivia.delete(`/api/pages/${id}`);
  expect((await olivia.delete(`/api/trash/${id}`)).status).toBe(200);
  expect((await olivia.get(`/api/pages/${id}`)).status).toBe(404);
});

test("creates one page per idempotency key, and returns its current state for repeated requests", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const idempotencyKey = "01928f3e-0000-7000-8000-0123456789ab";
  const wanted = { driveId: w.drive, title: "Plan", type: "DOCUMENT", content: "one", idempotencyKey };
  const answers = await Promise.all([1, 2, 3].map(() => olivia.post("/api/pages", wanted)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const id = await idForKey(w.ids.olivia, idempotencyKey);
  expect(answers.map(({ body }) => body.id)).toEqual([id, id, id]);
  await olivia.patch(`/api/pages/${id}`, { title: "Renamed", content: "two" });
  const again = await olivia.post("/api/pages", wanted);
  expect(again).toMatchObject({ status: 201, body: { id, title: "Renamed", content: "two" } });
  const { body: listed } = await olivia.get(`/api/drives/${w.drive}/pages`);
  expect(listed.pages.filter((page: { id: string }) => page.id === id)).toHaveLength(1);
  // Idempotency keys are separate for each user.
  const others = await makePage(w.as("adam"), wanted);
  expect(others).not.toBe(id);
  expect((await olivia.post("/api/pages", { ...wanted, idempotencyKey: "mine" })).status).toBe(400);
});

test("applies a tool's edit to the lines it read, and merges a user's stale text", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { client: tool } = await w.token("edna");
  const page = await makePage(w, { title: "Notes", content: "a\nb\nc\nd" });
  const read = await tool.post("/api/mcp/documents", { pageId: page, operation: "read" });
  expect(read.status).toBe(200);
  expect(read.body).toMatchObject({
    revision: 1,
    totalLines: 4,
    numberedLines: ["   1 | a", "   2 | b", "   3 | c", "   4 | d"],
    changed: false,
  });
  await olivia.patch(`/api/pages/${page}`, { content: "zero\na\nb\nc\nd", baseRevision: 1 });
  const edit = await tool.post("/api/mcp/documents", {
    pageId: page,
    operation: "replace",
    startLine: 3,
    content: "C",
  });
  expect(edit.body).toMatchObject({ changed: true, revision: 3, content: "zero\na\nb\nC\nd" });
  const late = await olivia.patch(`/api/pages/${page}`, { content: "a\nb\nc\nd\nlate", baseRevision: 1 });
  expect(late.body.content).toBe("zero\na\nb\nC\nd\nlate");
});
