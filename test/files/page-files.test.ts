/** A page's files: who can find them, and what remains after one is removed. */
import { beforeAll, expect, test } from "vitest";
import { indexNow, titles } from "../search/fixtures.ts";
import { entriesOf } from "../security/audit.ts";
import { makePage, type World, world } from "../support/world.ts";
import { call, collect, keysUnder, sha256, upload } from "./client.ts";
import { deliver } from "./parser.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let olivia: string;
beforeAll(async () => {
  w = await world();
  olivia = w.session("olivia");
});

const DAY = 86_400_000;

const listed = async (pageId: string, query = "") =>
  (await w.as("olivia").get(`/api/pages/${pageId}/files${query}`)).body;
const usage = async (): Promise<unknown> =>
  d1`select bytes, files from storage_usage where user_id = ${w.ids.olivia}`.first();
const html = async (pageId: string, as = olivia): Promise<string> => (await call(as, `/pages/${pageId}`)).text();

test("lists an attachment with its page, shows it, and deletes it permanently", async () => {
  const pageId = await makePage(w, { title: "Minutes" });
  expect(await listed(pageId)).toEqual({ files: [], nextCursor: null });
  expect(await html(pageId)).not.toContain("Attached files");
  await upload(olivia, { content: "something else", fields: { driveId: w.drive } });
  const before = await usage();
  const content = "the aardwolf abstains";
  const { body } = await upload(olivia, { content, filename: "vote.txt", fields: { pageId } });
  await deliver(body["id"]);
  await indexNow();
  expect(await titles(w.as("olivia"), "aardwolf")).toEqual(["Minutes"]);
  const { files } = await listed(pageId);
  expect(files).toEqual([
    {
      id: body["id"],
      filename: "vote.txt",
      mimeType: "text/plain",
      size: 21,
      processingStatus: "completed",
      pageId,
      sha256: await sha256(content),
      role: "attachment",
      createdBy: w.ids.olivia,
      createdAt: expect.any(String),
    },
  ]);
  expect(await html(pageId)).toContain(`href="/api/files/${body["id"]}/view">vote.txt</a>`);
  expect(await html(pageId, w.session("vera"))).not.toContain("remove-file");

  expect((await w.as("olivia").delete(`/api/files/${body["id"]}`)).status).toBe(200);
  expect([await listed(pageId), await usage()]).toEqual([{ files: [], nextCursor: null }, before]);
  expect((await call(olivia, `/api/files/${body["id"]}/view`)).status).toBe(404);
  expect((await w.as("olivia").delete(`/api/files/${body["id"]}`)).status).toBe(404);
  await indexNow();
  expect(await titles(w.as("olivia"), "aardwolf")).toEqual([]);
  await collect(Date.now());
  await collect(Date.now() + 2 * DAY);
  expect(await keysUnder(`sha256/${await sha256(content)}/`)).toEqual([]);
  const told = () => entriesOf("file.delete", ({ entry }) => entry.res?.id === body["id"]);
  await expect
    .poll(told)
    .toMatchObject([{ userId: w.ids.olivia, entry: { outcome: "ok", d: { page: pageId, size: 21 } } }]);
});

test("lists and deletes earlier contents of a FILE page, but not the current ones", async () => {
  const first = (await upload(olivia, { content: "draft", filename: "plan.txt", fields: { driveId: w.drive } })).body;
  const pageId = String(first["pageId"]);
  const second = (await upload(olivia, { content: "final", filename: "plan.txt", fields: { pageId } })).body;
  const roles = async () =>
    (await listed(pageId)).files.map(({ id, role }: { id: string; role: string }) => [id, role]);
  expect(await roles()).toEqual([
    [second["id"], "content"],
    [first["id"], "previous"],
  ]);
  expect(await html(pageId)).toContain("Earlier versions");
  const refused = await w.as("olivia").delete(`/api/files/${second["id"]}`);
  expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  expect((await w.as("edna").delete(`/api/files/${first["id"]}`)).status).toBe(200);
  expect(await roles()).toEqual([[second["id"], "content"]]);
  expect(await (await call(olivia, `/api/files/${second["id"]}/view`)).text()).toBe("final");
});

test("pages through the files of a page newest first, each once", async () => {
  const pageId = await makePage(w, { title: "Minutes" });
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1)
    ids.unshift(String((await upload(olivia, { content: `file ${i}`, fields: { pageId } })).body["id"]));
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await listed(pageId, `?limit=2${cursor && `&cursor=${cursor}`}`);
    found.push(...page.files.map(({ id }: { id: string }) => id));
    cursor = page.nextCursor;
  }
  expect(found).toEqual(ids);
});

test("rejects deleting a file of a trashed page, which keeps it until the page is purged", async () => {
  const pageId = await makePage(w, { title: "Minutes" });
  const { body } = await upload(olivia, { content: "kept", fields: { pageId } });
  await w.as("olivia").delete(`/api/pages/${pageId}`);
  expect((await w.as("olivia").delete(`/api/files/${body["id"]}`)).status).toBe(409);
  expect((await listed(pageId)).files).toHaveLength(1);
});
