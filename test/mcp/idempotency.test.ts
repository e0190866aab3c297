/** Calls that a client repeats by a key of its own. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { world, type World } from "../world.ts";
import { callTool } from "./clients.ts";

let w: World;
let edna: string;
let tokenId: string;
beforeAll(async () => {
  w = await world();
  ({ raw: edna, id: tokenId } = await w.token("edna"));
});

const makePage = async (content: string): Promise<string> =>
  (await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "Launch", type: "DOCUMENT", content })).body.id;
const textOf = async (id: string): Promise<string> => (await w.as("olivia").get(`/api/pages/${id}`)).body.content;

test("a repeated call is answered as it was, and done once", async () => {
  const call = { driveId: w.drive, pages: [{ title: "Once" }], idempotencyKey: "make-once" };
  const olivia = (await w.token("olivia")).raw;
  const answers = [await callTool(olivia, "create_pages", call), await callTool(olivia, "create_pages", call)];
  expect(answers[1]).toEqual(answers[0]);
  const { results } = await env.DB.prepare("select id from pages where title = 'Once' and drive_id = ?")
    .bind(w.drive)
    .all();
  expect(results).toEqual([{ id: answers[0]?.data.pages[0].id }]);
  // Another token's keys are its own.
  const other = (await w.token("olivia")).raw;
  expect((await callTool(other, "create_pages", call)).data.pages[0].id).not.toBe(answers[0]?.data.pages[0].id);
});

test("of calls with one key at once, one is done", async () => {
  const page = await makePage("one");
  const edit = { page, baseRevision: 1, edits: [{ op: "append", content: "two" }], idempotencyKey: "at-once" };
  const answers = await Promise.all(Array.from({ length: 5 }, () => callTool(edna, "edit_page", edit)));
  expect(await textOf(page)).toBe("one\ntwo");
  for (const { isError, text } of answers) expect(isError ? text : "").toMatch(/^$|^conflict: .*still running/);
});

test("a key stands for one call: another one under it changes nothing", async () => {
  const page = await makePage("one");
  const edit = (content: string) =>
    callTool(edna, "edit_page", { page, baseRevision: 1, edits: [{ op: "append", content }], idempotencyKey: "mine" });
  await edit("two");
  expect((await edit("three")).text).toMatch(/^invalid_request: idempotencyKey: .*Take a new one/);
  expect(await textOf(page)).toBe("one\ntwo");
});

test("a call that was refused may be made again with its key", async () => {
  const page = await makePage("one");
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

test("of a call that broke off it is said that nobody knows", async () => {
  const page = await makePage("one");
  const edit = { page, baseRevision: 1, edits: [{ op: "append", content: "two" }], idempotencyKey: "broken" };
  await callTool(edna, "edit_page", edit);
  await env.DB.prepare("update tool_calls set answer = null where token_id = ? and answer like ?")
    .bind(tokenId, `%${page}%`)
    .run();
  expect((await callTool(edna, "edit_page", edit)).text).toMatch(/^conflict: .*may have been done/);
  expect(await textOf(page)).toBe("one\ntwo");
});
