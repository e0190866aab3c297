/** Limits on pages, children and drives: every entry point that creates some enforces them. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { zip } from "../transfer/archives.ts";
import { call, upload as uploadFile } from "../files/client.ts";
import { deliver } from "../files/parser.ts";
import { upload as importArchive } from "../transfer/client.ts";
import { makePage, type Client, type World, freshId, world, addMember, makeDrive } from "../support/world.ts";
import { PAGES, TEXT, expectRightCounts, fill, heldBy, leave } from "./drives.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let olivia: Client;
beforeEach(async () => {
  w = await world();
  olivia = w.as("olivia");
});

const make = (title: string, parentId: string | null = null, driveId = w.drive): Promise<string> =>
  makePage(olivia, { driveId, parentId, title });

const convert = async (fileId: string): Promise<{ status: number; body: unknown }> => {
  const answer = await call(w.session("olivia"), `/api/files/${fileId}/convert-to-document`, { method: "POST" });
  return { status: answer.status, body: await answer.json() };
};

/** Uploads a file that can be converted to a document. */
const bring = async (parentId?: string): Promise<string> => {
  const fields = { driveId: w.drive, ...(parentId !== undefined && { parentId }) };
  const { body } = await uploadFile(w.session("olivia"), { content: "words", filename: "a.txt", fields });
  await deliver(body["id"]);
  return body["id"];
};

/** Each creates one more page, under a parent or at the root. */
const makers = (fileId: string, parentId: string | null) => ({
  "POST /api/pages": () => olivia.post("/api/pages", { driveId: w.drive, parentId, title: "New", type: "FOLDER" }),
  "create-structure": () =>
    olivia.post("/api/pages/bulk/create-structure", {
      driveId: w.drive,
      parentId,
      structure: [{ title: "New", type: "FOLDER" }],
    }),
  import: () =>
    importArchive(w.session("olivia"), w.drive, zip({ "a.md": "" }), parentId === null ? "" : `?parentId=${parentId}`),
  upload: () =>
    uploadFile(w.session("olivia"), {
      content: "other words",
      fields: { driveId: w.drive, ...(parentId !== null && { parentId }) },
    }),
  convert: () => convert(fileId),
});

test("stops every way to create pages at the page quota, including the trash, and resumes after a purge", async () => {
  const [fileId, spare] = [await bring(), await make("Spare")];
  for (const [name, act] of Object.entries(makers(fileId, null))) {
    await leave(w.ids.olivia, { pages: 0 });
    const before = await heldBy(w.drive);
    const refused = await act();
    expect([name, refused.status, refused.body]).toMatchObject([
      name,
      413,
      { code: "quota_exceeded", quota: "pages", limit: PAGES, used: PAGES },
    ]);
    expect(await heldBy(w.drive)).toEqual(before);
  }
  await leave(w.ids.olivia, { pages: 0 });
  await olivia.delete(`/api/pages/${spare}`);
  const create = makers(fileId, null)["POST /api/pages"];
  expect((await create()).status).toBe(413);
  await olivia.delete(`/api/trash/${spare}`);
  expect([(await create()).status, (await create()).status]).toEqual([201, 413]);
  for (const act of Object.values(makers(fileId, null))) {
    await leave(w.ids.olivia, { pages: 1 });
    expect((await act()).status).toBe(201);
  }
  await expectRightCounts();
});

test("never exceeds the quota with 50 concurrent page creations", async () => {
  await leave(w.ids.olivia, { pages: 9 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      olivia.post("/api/pages", { driveId: w.drive, title: `${i}`, type: "FOLDER" }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
  expect(await heldBy(w.drive)).toEqual({ text: 0, pages: 9 });
});

test("charges pages and their text to the new owner when they move between drives, if both fit", async () => {
  const [{ body: folder }, theirs] = [
    await olivia.post("/api/pages/bulk/create-structure", {
      driveId: w.drive,
      structure: [
        { title: "A", type: "FOLDER", children: [{ title: "B", type: "DOCUMENT", content: "b".repeat(500) }] },
      ],
    }),
    w.otherDrive,
  ];
  const [root] = folder.rootPages;
  await addMember(w.as("oscar"), w.ids.olivia, { driveId: theirs, role: "admin" });
  const move = (targetDriveId: string) =>
    olivia.post("/api/pages/bulk/move", { pageIds: [root.id], targetDriveId, targetParentId: null });
  await leave(w.ids.oscar, { pages: 1 });
  expect(await move(theirs)).toMatchObject({ status: 413, body: { quota: "pages", limit: PAGES, used: PAGES - 1 } });
  await leave(w.ids.oscar, { text: 499 });
  expect(await move(theirs)).toMatchObject({ status: 413, body: { quota: "text", limit: TEXT, used: TEXT - 499 } });
  expect([await heldBy(w.drive), await heldBy(theirs)]).toEqual([
    { text: 500, pages: 2 },
    { text: 0, pages: 0 },
  ]);
  await leave(w.ids.oscar, { text: 500, pages: 2 });
  expect((await move(theirs)).status).toBe(200);
  expect([await heldBy(w.drive), await heldBy(theirs)]).toEqual([
    { text: 0, pages: 0 },
    { text: 500, pages: 2 },
  ]);
  // Moving between drives of one owner does not change the total, however full they are.
  await move(w.drive);
  const second = await makeDrive(w);
  await fill(w.ids.olivia, { text: 2 * TEXT, pages: 2 * PAGES });
  expect((await move(second)).status).toBe(200);
  expect(await heldBy(second)).toEqual({ text: 500, pages: 2 });
  await expectRightCounts();
});

/** Creates `count` pages under a parent with SQL only. */
async function crowd(parentId: string | null, count: number): Promise<string> {
  const prefix = freshId("crowd");
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < cast(${count} as integer))
     insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
     select ${prefix} || '-' || i, ${w.drive}, ${parentId}, 'Page ' || i, 'FOLDER', i, ${w.ids.olivia}, 1, 1 from n`.run();
  return prefix;
}

const FULL = { status: 409, body: { code: "too_many_children" } };

test.each([["under a page"], ["at the root of a drive"]])("creates at most 5,000 pages %s", async (where) => {
  const isRoot = where.includes("root");
  const folder = await make("Folder");
  const parentId = isRoot ? null : folder;
  // The converted document becomes a sibling of the file.
  const fileId = await bring(parentId ?? undefined);
  const elsewhere = isRoot ? folder : null;
  const stray = await make("Stray", elsewhere);
  const there = isRoot ? 2 : 1;
  const id = `${await crowd(parentId, 4_999 - there)}-1`;
  const reorder = () => olivia.post("/api/pages/reorder", { pageId: stray, parentId, position: 1 });
  const move = () =>
    olivia.post("/api/pages/bulk/move", { pageIds: [stray], targetDriveId: w.drive, targetParentId: parentId });
  expect((await makers(fileId, parentId)["POST /api/pages"]()).status).toBe(201);
  const entryPoints = { ...makers(fileId, parentId), reorder, "bulk/move": move };
  for (const [name, act] of Object.entries(entryPoints)) expect([name, await act()]).toMatchObject([name, FULL]);
  // Existing pages can still be reordered, and trashed pages keep their place.
  expect((await olivia.post("/api/pages/reorder", { pageId: id, parentId, position: 7 })).status).toBe(200);
  expect(
    (
      await olivia.post("/api/pages/bulk/move", {
        pageIds: [id],
        targetDriveId: w.drive,
        targetParentId: parentId,
        position: 2,
      })
    ).status,
  ).toBe(200);
  await olivia.delete(`/api/pages/${id}`);
  expect(await reorder()).toMatchObject(FULL);
  expect((await olivia.post(`/api/pages/${id}/restore`)).status).toBe(200);
  await olivia.delete(`/api/pages/${id}`);
  await olivia.delete(`/api/trash/${id}`);
  const [first, second] = await Promise.all([reorder(), makers(fileId, parentId)["POST /api/pages"]()]);
  expect([first.status, second.status].filter((status) => status === 409)).toHaveLength(1);
  await expectRightCounts();
});

test("restores a page without its parent at the root only within the limit", async () => {
  const parent = await make("Parent");
  const child = await make("Child", parent);
  await olivia.delete(`/api/pages/${child}`);
  await olivia.delete(`/api/pages/${parent}`);
  const prefix = await crowd(null, 4_999);
  expect(await olivia.post(`/api/pages/${child}/restore`)).toMatchObject(FULL);
  await d1`delete from pages where id = ${`${prefix}-1`}`.run();
  expect(await olivia.post(`/api/pages/${child}/restore`)).toMatchObject({
    status: 200,
    body: { restoredToRoot: true },
  });
});

test("limits a user to 1,000 owned drives, including the trash", async () => {
  const drives = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 998)
    insert into drives (id, owner_id, name, slug, created_at, updated_at) select ?1 || i, ?1, 'Many', 'many' || i, 1, 1 from n`;
  await env.DB.prepare(drives).bind(w.ids.olivia).run();
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) => olivia.post("/api/drives", { name: `At once ${i}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 413)).toHaveLength(4);
  await olivia.delete(`/api/drives/${w.ids.olivia}1`);
  expect(await olivia.post("/api/drives", { name: "More" })).toMatchObject({
    status: 413,
    body: { code: "quota_exceeded", quota: "drives", limit: 1_000, used: 1_000 },
  });
  await olivia.delete(`/api/trash/drives/${w.ids.olivia}1`);
  expect((await olivia.post("/api/drives", { name: "More" })).status).toBe(201);
});

test("shows each user their own usage and limits only", async () => {
  const page = await makePage(w, { title: "One", content: "éé" });
  await uploadFile(w.session("olivia"), { content: "12345", fields: { pageId: page } });
  expect((await olivia.get("/api/account/usage")).body).toEqual({
    text: { used: 4, limit: TEXT },
    pages: { used: 1, limit: PAGES },
    drives: { used: 1, limit: 1_000 },
    files: { used: 5, limit: 10_000_000_000 },
  });
  expect((await w.as("edna").get("/api/account/usage")).body.text).toEqual({ used: 0, limit: TEXT });
  const rows = (await w.as("rupert").get(`/api/admin/users?q=${w.ids.olivia}`)).body;
  expect(rows).toMatchObject([{ id: w.ids.olivia, textBytes: 4, storedPages: 1, fileBytes: 5 }]);
});
