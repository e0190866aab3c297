/** Repeated edits by the same user take the fast path, and are refused at once when the user loses access. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makePage, world, type Client, type World, addMember } from "../support/world.ts";

/** Creates a page that the client has just edited, so that its next edit goes straight to the room. */
async function editedBy(w: World, client: Client): Promise<string> {
  const pageId = await makePage(w, { title: "Plan" });
  const first = await client.post("/api/mcp/documents", insert(pageId, "first"));
  expect((first.status === 401 ? await client.patch(`/api/pages/${pageId}`, { content: "first" }) : first).status).toBe(
    200,
  );
  return pageId;
}

const insert = (pageId: string, content: string) => ({ pageId, operation: "insert", startLine: 1, content });

const run = (statement: string, ...params: unknown[]): Promise<unknown> =>
  env.DB.prepare(statement)
    .bind(...params)
    .run();

const textOf = async (w: World, pageId: string): Promise<string> =>
  String((await w.as("olivia").get(`/api/pages/${pageId}`)).body.content);

const AFTER: [string, number, (w: World, pageId: string) => Promise<unknown>][] = [
  ["whose session was revoked", 401, (w) => run("delete from sessions where user_id = ?", w.ids.edna)],
  ["whose session epoch ended", 401, (w) => run("update users set epoch = epoch + 1 where id = ?", w.ids.edna)],
  ["who was suspended", 401, (w) => run("update users set suspended_at = 1 where id = ?", w.ids.edna)],
  ["who left the drive", 404, (w) => run("delete from drive_members where user_id = ?", w.ids.edna)],
  ["who can only view now", 403, (w) => run("update drive_members set rights = 1 where user_id = ?", w.ids.edna)],
  ["of a trashed page", 409, (_, id) => run("update pages set trashed_at = 1 where id = ?", id)],
  ["of a page in a trashed drive", 404, (w) => run("update drives set trashed_at = 1 where id = ?", w.drive)],
];

test.each(AFTER)("rejects an edit by a user %s with %i and changes nothing", async (_, status, change) => {
  const w = await world();
  const edna = w.as("edna");
  const pageId = await editedBy(w, edna);
  await change(w, pageId);
  const refused = await edna.patch(`/api/pages/${pageId}`, { content: "second" });
  expect([refused.status, refused.body.content]).toEqual([status, undefined]);
  await run("update drives set trashed_at = null where id = ?", w.drive);
  expect(await textOf(w, pageId)).toBe("first");
});

const TOKEN_AFTER: [string, number, (w: World, token: string, pageId: string) => Promise<unknown>][] = [
  ["revoked", 401, (_, token) => run("update mcp_tokens set revoked_at = 1 where id = ?", token)],
  ["read-only", 403, (_, token) => run("update mcp_tokens set read_only = 1 where id = ?", token)],
  [
    "limited to another drive than the page's current one",
    404,
    (w, _, pageId) => run("update pages set drive_id = ? where id = ?", w.otherDrive, pageId),
  ],
];

test.each(TOKEN_AFTER)("rejects an edit with a token that is %s with %i", async (_, status, change) => {
  const w = await world();
  // A member of both drives, so that only the token's own scope can refuse.
  await addMember(w.as("oscar"), w.ids.edna, { driveId: w.otherDrive, role: "admin" });
  const { client, id } = await w.token("edna", { drives: [w.drive] });
  const pageId = await editedBy(w, client);
  await change(w, id, pageId);
  expect((await client.post("/api/mcp/documents", insert(pageId, "second"))).status).toBe(status);
  await run("update pages set drive_id = ? where id = ?", w.drive, pageId);
  expect(await textOf(w, pageId)).not.toContain("second");
});

test("returns a title changed by another user in the response to an edit", async () => {
  const w = await world();
  const pageId = await editedBy(w, w.as("edna"));
  await w.as("olivia").patch(`/api/pages/${pageId}`, { title: "Better plan" });
  const { body } = await w.as("edna").patch(`/api/pages/${pageId}`, { content: "second" });
  expect(body).toMatchObject({ title: "Better plan", content: "second", children: [] });
});

test("returns the current revision for an unchanged text, only to users who can edit", async () => {
  const w = await world();
  const pageId = await editedBy(w, w.as("edna"));
  const again = await w.as("edna").patch(`/api/pages/${pageId}`, { content: "first" });
  expect([again.status, again.body.revision]).toEqual([200, 2]);
  await run("update drive_members set rights = 1 where user_id = ?", w.ids.edna);
  expect((await w.as("edna").patch(`/api/pages/${pageId}`, { content: "first" })).status).toBe(403);
});
