/** Who reads a conversation but not a page, and who wrote what an answer has read. The model's tests cover the rights. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { EDIT, VIEW } from "../../src/kernel/rights.ts";
import {
  MAX_COMPARED_PAGES,
  MAX_COMPARED_PEOPLE,
  authorsMayEdit,
  findHiddenPages,
} from "../../src/permissions/audience.ts";
import { createDb } from "../../src/platform/db.ts";
import { d1 } from "../support/d1.ts";
import { freshId, makePage, world, type Person, type World } from "../support/world.ts";

const db = createDb(env.DB);
const NOW = Date.now();

let w: World;
let chat: string;
let notes: string;

beforeEach(async () => {
  w = await world();
  chat = await makePage(w, { title: "Chat", type: "AI_CHAT" });
  notes = await makePage(w, { title: "Notes" });
});

const hiddenFrom = (pageIds: readonly string[], from = chat) => db.one(findHiddenPages({ pageId: from }, pageIds, NOW));
const mayEdit = (pageIds: readonly string[], pageId = notes) => db.one(authorsMayEdit(pageIds, { pageId }));
const mayEditRoot = (pageIds: readonly string[], driveId = w.drive) => db.one(authorsMayEdit(pageIds, { driveId }));
const grant = (pageId: string, userId: string, rights: number) =>
  d1`insert into page_grants (page_id, user_id, rights, granted_by, created_at) values (${pageId}, ${userId}, ${rights}, ${w.ids.olivia}, ${NOW})`.run();
const suspend = (person: Person) => d1`update users set suspended_at = 1 where id = ${w.ids[person]}`.run();

/** Members who may view, called `Member 0001` and so on. */
async function addMembers(count: number, driveId = w.drive): Promise<void> {
  const prefix = freshId("many");
  const numbers = JSON.stringify(Array.from({ length: count }, (_, n) => n + 1));
  await env.DB.batch([
    d1`insert into users (id, name, email, login_email, created_at, updated_at)
      select ${prefix} || value, printf('Member %04d', value), ${prefix} || value || '@example.com', ${prefix} || value || '@example.com', 1, 1 from json_each(${numbers})`,
    d1`insert into drive_members (drive_id, user_id, role, rights, granted_by, created_at)
      select ${driveId}, ${prefix} || value, 'member', 1, ${w.ids.olivia}, 1 from json_each(${numbers})`,
  ]);
}

test("hides no page of the same drive, until a member loses the right to view it", async () => {
  const child = await makePage(w, { parentId: notes });
  expect(await hiddenFrom([notes, child, chat])).toEqual([]);
  await grant(notes, w.ids.vera, 0);
  const pages = [notes, child].toSorted();
  expect(await hiddenFrom([notes, child, chat])).toEqual(
    pages.map((pageId) => ({ pageId, readers: 1, names: ["vera"] })),
  );
});

test("counts all readers, and names five in alphabetical order", async () => {
  const { ids } = w;
  const secret = await makePage(w.as("oscar"), { driveId: w.otherDrive });
  await grant(secret, ids.olivia, VIEW);
  await d1`update users set display_name = 'Aaron' where id = ${ids.vera}`.run();
  await addMembers(3);
  expect(await hiddenFrom([secret])).toEqual([
    { pageId: secret, readers: 9, names: ["Aaron", "adam", "cora", "dora", "edna"] },
  ]);
});

test("compares guests of the conversation, and hides the names of those whose invitation is pending", async () => {
  const { ids } = w;
  await grant(chat, ids.oscar, VIEW);
  await grant(chat, ids.rupert, VIEW);
  await d1`insert into invitations (id, page_id, email, role, rights, token_hash, invited_by, created_at, issued_at, expires_at, granted_to)
    values (${freshId("i")}, ${chat}, 'r@example.com', 'member', 1, ${freshId("h")}, ${ids.olivia}, 1, 1, ${NOW + 1_000}, ${ids.rupert})`.run();
  expect(await hiddenFrom([notes])).toEqual([{ pageId: notes, readers: 2, names: ["oscar"] }]);
  await d1`update invitations set accepted_at = 1 where granted_to = ${ids.rupert}`.run();
  expect(await hiddenFrom([notes])).toEqual([{ pageId: notes, readers: 2, names: ["oscar", "rupert"] }]);
});

test("ignores suspended and deleted users, and members who may not view the conversation", async () => {
  for (const person of ["vera", "edna", "sara"] as const) await grant(notes, w.ids[person], 0);
  await suspend("vera");
  await d1`update users set deleted_at = 1 where id = ${w.ids.edna}`.run();
  await grant(chat, w.ids.sara, 0);
  expect(await hiddenFrom([notes])).toEqual([]);
});

test("hides pages in the trash, in a trashed drive, or gone, from everybody", async () => {
  const child = await makePage(w, { parentId: notes });
  const other = await makePage(w.as("oscar"), { driveId: w.otherDrive });
  await w.as("olivia").delete(`/api/pages/${notes}`);
  await d1`update drives set trashed_at = 1 where id = ${w.otherDrive}`.run();
  const found = await hiddenFrom([notes, child, other, "none"]);
  expect(found.map(({ pageId }) => pageId)).toEqual([notes, child, other, "none"].toSorted());
  for (const { readers, names } of found) {
    expect(readers).toBe(7);
    expect(names).toEqual(["adam", "cora", "dora", "edna", "olivia"]);
  }
});

test("expects the worst of a conversation with too many readers, but not of ordinary pages", async () => {
  const outside = await makePage(w.as("oscar"), { driveId: w.otherDrive });
  await grant(outside, w.ids.olivia, VIEW);
  await addMembers(MAX_COMPARED_PEOPLE - 6);
  await d1`insert into drive_members (drive_id, user_id, role, rights, granted_by, created_at)
    select ${w.otherDrive}, user_id, 'member', 1, granted_by, 1 from drive_members where drive_id = ${w.drive}`.run();
  expect(await hiddenFrom([outside, notes])).toEqual([{ pageId: outside, readers: 0, names: [] }]);
  await d1`delete from drive_members where drive_id = ${w.drive} and user_id = ${w.ids.vera}`.run();
  expect(await hiddenFrom([outside, notes])).toEqual([]);
});

test("compares at most fifty pages", async () => {
  const ids = Array.from({ length: MAX_COMPARED_PAGES }, (_, n) => `none ${n}`);
  expect(await hiddenFrom(ids)).toHaveLength(50);
  expect(() => findHiddenPages({ pageId: chat }, [...ids, "one more"], NOW)).toThrow("At most 50");
  expect(() => authorsMayEdit([...ids, "one more"], { pageId: chat })).toThrow("At most 50");
  expect(await hiddenFrom([])).toEqual([]);
});

test("compares fifty pages of another drive with two thousand readers in bounded work", async () => {
  await addMembers(MAX_COMPARED_PEOPLE - 7);
  const parent = await makePage(w.as("oscar"), { driveId: w.otherDrive });
  const ids = Array.from({ length: MAX_COMPARED_PAGES }, () => freshId("page"));
  await d1`insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
    select value, ${w.otherDrive}, ${parent}, 'x', 'DOCUMENT', 1, ${w.ids.oscar}, 1, 1 from json_each(${JSON.stringify(ids)})`.run();
  const query = findHiddenPages({ pageId: chat }, ids, NOW);
  const { meta } = await env.DB.prepare(query.text)
    .bind(...query.params)
    .all();
  expect((await hiddenFrom(ids)).map(({ readers }) => readers)).toEqual(ids.map(() => 2_000));
  expect(meta.rows_read).toBeLessThan(11 * MAX_COMPARED_PAGES * MAX_COMPARED_PEOPLE);
  const plain = findHiddenPages({ pageId: chat }, [notes], NOW);
  const cheap = await env.DB.prepare(plain.text)
    .bind(...plain.params)
    .all();
  expect(cheap.meta.rows_read).toBeLessThan(60);
});

test("authors may edit the target if they have the right to, within a drive and across drives", async () => {
  const mine = await makePage(w);
  expect(await mayEdit([mine])).toBe(true);
  expect(await mayEditRoot([mine])).toBe(true);
  expect(await mayEdit([])).toBe(true);
  const other = await makePage(w.as("oscar"), { driveId: w.otherDrive });
  expect(await mayEdit([mine, other])).toBe(false);
  expect(await mayEditRoot([other])).toBe(false);
  expect(await mayEditRoot([other], w.otherDrive)).toBe(true);
  await grant(notes, w.ids.oscar, VIEW | EDIT);
  expect(await mayEdit([mine, other])).toBe(true);
  expect(await mayEditRoot([other])).toBe(false);
});

test("a guest who may edit a page that was read is an author", async () => {
  const shared = await makePage(w);
  await grant(shared, w.ids.oscar, VIEW);
  expect(await mayEdit([shared])).toBe(true);
  await d1`update page_grants set rights = ${VIEW | EDIT} where page_id = ${shared}`.run();
  expect(await mayEdit([shared])).toBe(false);
  await suspend("oscar");
  expect(await mayEdit([shared])).toBe(true);
});

test("a member who may edit what was read but not the target is an author", async () => {
  const shared = await makePage(w);
  await grant(notes, w.ids.edna, VIEW);
  expect(await mayEdit([shared])).toBe(false);
  expect(await mayEdit([notes])).toBe(true);
});

test("who created a page or mentions somebody in it is an author, even if they may no longer edit it", async () => {
  const byEdna = await makePage(w);
  await d1`update pages set created_by = ${w.ids.edna} where id = ${byEdna}`.run();
  const mentioning = await makePage(w);
  await d1`insert into mentions (page_id, target_type, target_id, created_by, created_at) values (${mentioning}, 'user', ${w.ids.olivia}, ${w.ids.edna}, 1)`.run();
  expect([await mayEdit([byEdna]), await mayEdit([mentioning])]).toEqual([true, true]);
  await d1`delete from drive_members where user_id = ${w.ids.edna}`.run();
  expect([await mayEdit([byEdna]), await mayEdit([mentioning])]).toEqual([false, false]);
});

test("a suspended creator may edit nothing", async () => {
  const mine = await makePage(w);
  await suspend("olivia");
  expect(await mayEdit([mine])).toBe(false);
});

test("files, missing pages and missing targets count as written by outsiders", async () => {
  const file = await makePage(w);
  await d1`update pages set type = 'FILE' where id = ${file}`.run();
  expect(await mayEdit([file])).toBe(false);
  expect(await mayEdit([notes, "none"])).toBe(false);
  expect(await mayEdit([notes], "none")).toBe(false);
  expect(await mayEditRoot([notes], "none")).toBe(false);
});
