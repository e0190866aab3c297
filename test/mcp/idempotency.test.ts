/** Calls repeated with a client's idempotency key. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { makePage, world, type World } from "../support/world.ts";
import { callTool } from "./clients.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let edna: string;
let tokenId: string;
beforeAll(async () => {
  w = await world();
  ({ raw: edna, id: tokenId } = await w.token("edna"));
});

const launchPage = (content: string): Promise<string> => makePage(w, { title: "Launch", content });
const textOf = async (id: string): Promise<string> => (await w.as("olivia").get(`/api/pages/${id}`)).body.content;

test("returns the stored response to a repeated call, and executes it once", async () => {
  const call = { driveId: w.drive, pages: [{ title: "Once" }], idempotencyKey: "make-once" };
  const olivia = (await w.token("olivia")).raw;
  const answers = [await callTool(olivia, "create_pages", call), await callTool(olivia, "create_pages", call)];
  expect(answers[1]).toEqual(answers[0]);
  const { results } = await d1`select id from pages where title = 'Once' and drive_id = ${w.drive}`.all();
  expect(results).toEqual([{ id: answers[0]?.data.pages[0].id }]);
  // Keys are separate for each token.
  const other = (await w.token("olivia")).raw;
  expect((await callTool(other, "create_pages", call)).data.pages[0].id).not.toBe(answers[0]?.data.pages[0].id);
});

test("executes one of several concurrent calls with the same key", async () => {
  const page = await launchPage("one");
  const edit = { page, baseRevision: 1, edits: [{ op: "append", content: "two" }], idempotencyKey: "at-once" };
  const answers = await Promise.all(Array.from({ length: 5 }, () => callTool(edna, "edit_page", edit)));
  expect(await textOf(page)).toBe("one\ntwo");
  for (const { isError, text } of answers) expect(isError ? text : "").toMatch(/^$|^conflict: .*still running/);
});

test("rejects a different call with a used key, and changes nothing", async () => {
  const page = await launchPage("one");
  const edit = (content: string) =>
    callTool(edna, "edit_page", { page, baseRevision: 1, edits: [{ op: "append", content }], idempotencyKey: "mine" });
  await edit("two");
  expect((await edit("three")).text).toMatch(/^invalid_request: idempotencyKey: .*Use a new one/);
  expect(await textOf(page)).toBe("one\ntwo");
});

test("accepts a rejected call again with its key", async () => {
  const page = await launchPage("one");
  const edit = (startLine: number) =>
    callTool(edna, "edit_page", {
      page,
      baseRevision: 1,
      edits: [{ op: "delete", startLine }],
      idempotencyKey: "again",
    });
  expect((await edit(9)).text).toMatch(/^line_out_of_range/);
  expect((await edit(1)).isError).toBe(false);
});

test("returns a stored response only while the caller can view its pages", async () => {
  const page = await launchPage("one");
  const add = (key: string) =>
    callTool(edna, "edit_page", {
      page,
      baseRevision: 1,
      edits: [{ op: "append", content: key }],
      idempotencyKey: key,
    });
  await add("first");
  const trash = { pageIds: [page], idempotencyKey: "trash-it" };
  const trashed = await callTool(edna, "trash_pages", trash);
  // The user who trashed the page may repeat both calls.
  expect((await add("first")).isError).toBe(false);
  expect((await callTool(edna, "trash_pages", trash)).data).toEqual(trashed.data);
  const member = env.DB.prepare("update drive_members set role = role where drive_id = ? and user_id = ?");
  expect((await member.bind(w.drive, w.ids.edna).run()).meta.changes).toBe(1);
  const [row] = (
    await d1`select drive_id, user_id, role, rights, granted_by, created_at from drive_members where drive_id = ${w.drive} and user_id = ${w.ids.edna}`.all()
  ).results;
  await d1`delete from drive_members where drive_id = ${w.drive} and user_id = ${w.ids.edna}`.run();
  const refused = [await add("first"), await callTool(edna, "trash_pages", trash)];
  for (const { isError, text } of refused) {
    expect(isError).toBe(true);
    expect(text).toMatch(/^not_found/);
    expect(text).not.toContain("Launch");
  }
  const columns = Object.keys(row ?? {});
  await env.DB.prepare(
    `insert into drive_members (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
  )
    .bind(...Object.values(row ?? {}))
    .run();
  expect((await add("first")).isError).toBe(false);
});

test("returns the same response again to a call about pages that the caller never could view", async () => {
  const [page, hidden] = [await launchPage("one"), "0196f000-0000-7000-8000-000000000000"];
  const call = { pages: [page, hidden], oldText: "one", newText: "two", idempotencyKey: "many" };
  const answers = [await callTool(edna, "replace_text", call), await callTool(edna, "replace_text", call)];
  expect(answers[0]?.isError).toBe(false);
  expect(answers[1]).toEqual(answers[0]);
});

test("reports an unknown outcome for a call that was interrupted", async () => {
  const page = await launchPage("one");
  const edit = { page, baseRevision: 1, edits: [{ op: "append", content: "two" }], idempotencyKey: "broken" };
  await callTool(edna, "edit_page", edit);
  await d1`update tool_calls set answer = null where token_id = ${tokenId} and answer like ${`%${page}%`}`.run();
  expect((await callTool(edna, "edit_page", edit)).text).toMatch(/^conflict: .*may have been completed/);
  expect(await textOf(page)).toBe("one\ntwo");
});

test("keeps only the newest calls of a token, and no long responses", async () => {
  const { raw, id } = await w.token("olivia");
  const pages = Array.from({ length: 80 }, (_, i) => ({ title: `${i} ${"x".repeat(200)}` }));
  const call = { driveId: w.drive, pages, idempotencyKey: "a long answer" };
  expect((await callTool(raw, "create_pages", call)).isError).toBe(false);
  expect((await callTool(raw, "create_pages", call)).text).toMatch(
    /^conflict: .* was completed\. Its result is too long/,
  );
  const { longest } = (await d1`select max(length(answer)) longest from tool_calls where token_id = ${id}`.first<{
    longest: number;
  }>()) ?? { longest: -1 };
  expect(longest).toBe(4);

  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 900)
     insert into tool_calls (token_id, key, call_hash, started_at, answer) select ${id}, 'old' || i, '', i, '{}' from n`.run();
  const page = await launchPage("one");
  // One call in sixteen removes the oldest records. The fixed keys determine which call, so every run is the same.
  for (let i = 0; i < 100; i++)
    await callTool(raw, "edit_page", {
      page,
      baseRevision: 1,
      edits: [{ op: "append", content: "x" }],
      idempotencyKey: `key ${i}`,
    });
  const kept = await d1`select count(*) n, min(started_at) oldest from tool_calls where token_id = ${id}`.first<{
    n: number;
    oldest: number;
  }>();
  expect(kept?.n).toBeLessThan(620);
  expect(kept?.oldest).toBeGreaterThan(300);
});
