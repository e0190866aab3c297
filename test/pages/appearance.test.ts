/** Icons and covers of pages: who may set them, where they are shown, and which covers stay hidden. */
import { beforeEach, expect, test } from "vitest";
import { randomBytes, upload } from "../files/client.ts";
import { callTool } from "../mcp/clients.ts";
import { indexNow } from "../search/fixtures.ts";
import { grant, makePage, world, type World } from "../support/world.ts";

let w: World;
beforeEach(async () => {
  w = await world();
});

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2];
const png = (seed: number) => new Uint8Array([...SIGNATURE, 0, 0, 0, 1, 2, 3, ...randomBytes(40, seed)]);

async function putImage(fields: Record<string, string>, seed = 1): Promise<{ id: string; pageId: string }> {
  const { status, body } = await upload(w.session("olivia"), { content: png(seed), filename: "sea.png", fields });
  expect(status).toBe(201);
  return body as { id: string; pageId: string };
}

test("creates a page with an icon and a cover, changes both, and removes them", async () => {
  const olivia = w.as("olivia");
  const sent = { driveId: w.drive, title: "Plan", type: "DOCUMENT", icon: "🎯", cover: "sea" };
  const made = await olivia.post("/api/pages", sent);
  expect([made.status, made.body]).toMatchObject([201, { icon: "🎯", cover: "sea" }]);
  const { id } = made.body;
  const changed = await olivia.patch(`/api/pages/${id}`, { icon: "👩🏽‍💻" });
  expect([changed.status, changed.body]).toMatchObject([200, { title: "Plan", icon: "👩🏽‍💻", cover: "sea", revision: 1 }]);
  const withText = await olivia.patch(`/api/pages/${id}`, { content: "one", icon: "❤", cover: "dots" });
  expect(withText.body).toMatchObject({ content: "one", icon: "❤️", cover: "dots", revision: 2 });
  const sameText = await olivia.patch(`/api/pages/${id}`, { content: "one", cover: null });
  expect(sameText.body).toMatchObject({ icon: "❤️", cover: null, revision: 2 });
  expect((await olivia.patch(`/api/pages/${id}`, { icon: null })).body).toMatchObject({ icon: null, cover: null });
  expect((await olivia.get(`/api/pages/${id}`)).body).toMatchObject({ content: "one", icon: null, cover: null });
});

test("an icon survives renaming, editing, moving, trashing and restoring", async () => {
  const olivia = w.as("olivia");
  const id = await makePage(w, { title: "A" });
  await olivia.patch(`/api/pages/${id}`, { icon: "🚀", cover: "grid" });
  await olivia.patch(`/api/pages/${id}`, { title: "B", content: "two" });
  await olivia.post("/api/pages/bulk/rename", { pageIds: [id], pattern: { type: "prefix", text: "C" } });
  await olivia.post("/api/pages/reorder", { pageId: id, parentId: await makePage(w, { title: "Up" }), position: 1 });
  await olivia.delete(`/api/pages/${id}`);
  const trash = await olivia.get(`/api/drives/${w.drive}/trash`);
  expect(trash.body.pages).toMatchObject([{ id, icon: "🚀" }]);
  const restored = await olivia.post(`/api/pages/${id}/restore`);
  expect(restored.body).toMatchObject({ title: "CB", content: "two", icon: "🚀", cover: "grid" });
});

test("shows the icon wherever the page is listed", async () => {
  const olivia = w.as("olivia");
  const id = await makePage(w, { title: "Quarterly figures" });
  const child = await makePage(w, { title: "Child", parentId: id, content: `@[Quarterly figures](page:${id})` });
  await olivia.patch(`/api/pages/${id}`, { icon: "📊" });
  await olivia.patch(`/api/pages/${child}`, { icon: "🧩" });
  await grant(id, w.ids.oscar, 1);
  await indexNow();
  const from = async (path: string, as: "olivia" | "oscar" = "olivia") => (await w.as(as).get(path)).body;
  const tree = `/api/drives/${w.drive}/pages`;
  const iconOf = ({ icon }: { icon: string | null }) => icon;
  expect((await from(tree)).pages.map(iconOf)).toEqual(["📊"]);
  expect((await from(`${tree}?depth=2`)).pages.map(iconOf)).toEqual(["📊", "🧩"]);
  expect((await from(`/api/pages/${child}/breadcrumbs`)).map(iconOf)).toEqual(["📊", "🧩"]);
  expect((await from(`/api/pages/${id}/children`)).map(iconOf)).toEqual(["🧩"]);
  const page = await from(`/api/pages/${id}`);
  expect([page.children, page.backlinks].map((list) => list.map(iconOf))).toEqual([["🧩"], ["🧩"]]);
  expect((await from("/api/search?q=quarterly")).results.map(iconOf)).toContain("📊");
  expect((await from("/api/shared", "oscar")).pages.map(iconOf)).toEqual(["📊"]);
});

test("rejects what is not one emoji or no cover, and callers who may not edit the page", async () => {
  const id = await makePage(w, { title: "A" });
  for (const icon of ["", "a", "🎯🎯", "1", "<svg>", "🎯".repeat(40), 7]) {
    const reply = await w.as("olivia").patch(`/api/pages/${id}`, { icon });
    expect([reply.status, reply.body.code], String(icon)).toEqual([400, "invalid_request"]);
  }
  for (const cover of ["", "Sea", "url(x)", "file:", "file:no-such-file", "https://example.com/a.png"]) {
    const reply = await w.as("olivia").patch(`/api/pages/${id}`, { cover });
    expect([reply.status, reply.body.code], cover).toEqual([400, "invalid_request"]);
  }
  for (const sent of [{ icon: "🎯" }, { cover: "sea" }, { icon: "🎯", content: "x" }]) {
    expect((await w.as("vera").patch(`/api/pages/${id}`, sent)).status).toBe(403);
    expect((await w.as("oscar").patch(`/api/pages/${id}`, sent)).status).toBe(404);
  }
  const stale = await w.as("edna").patch(`/api/pages/${id}`, { icon: "🎯", expectedRevision: 9 });
  expect([stale.status, stale.body.code]).toEqual([409, "revision_conflict"]);
  expect((await w.as("olivia").get(`/api/pages/${id}`)).body).toMatchObject({ icon: null, cover: null, content: "" });
});

test("a cover can be an image of the drive, which only those see who may see the file", async () => {
  const olivia = w.as("olivia");
  const id = await makePage(w, { title: "Trip" });
  const own = await putImage({ pageId: id });
  const other = await putImage({ driveId: w.drive }, 2);
  const elsewhere = await w.as("oscar").post("/api/pages", { driveId: w.otherDrive, title: "T", type: "DOCUMENT" });
  const coverOf = async (as: "olivia" | "edna" | "oscar" | "vera") =>
    (await w.as(as).get(`/api/pages/${id}`)).body.cover;

  expect((await olivia.patch(`/api/pages/${id}`, { cover: `file:${own.id}@30` })).body.cover).toBe(`file:${own.id}@30`);
  await grant(id, w.ids.oscar, 1);
  // Everyone who sees the page sees its attachments.
  expect([await coverOf("edna"), await coverOf("oscar")]).toEqual([`file:${own.id}@30`, `file:${own.id}@30`]);

  const sent = await olivia.patch(`/api/pages/${id}`, { cover: `file:${other.id}`, content: "text" });
  expect(sent.body).toMatchObject({ cover: `file:${other.id}`, content: "text" });
  expect([await coverOf("edna"), await coverOf("oscar")]).toEqual([`file:${other.id}`, null]);
  await grant(other.pageId, w.ids.vera, 0);
  expect(await coverOf("vera")).toBe(null);
  expect((await olivia.get(`/api/pages/${id}`)).body.cover).toBe(`file:${other.id}`);

  // Nobody can use a file that they cannot see, or find out whether it exists.
  await grant(other.pageId, w.ids.edna, 0);
  const [hidden, missing] = await Promise.all(
    [other.id, "no-such-file"].map((file) => w.as("edna").patch(`/api/pages/${id}`, { cover: `file:${file}` })),
  );
  expect(hidden?.status).toBe(400);
  expect({ ...hidden?.body, requestId: "" }).toEqual({ ...missing?.body, requestId: "" });
  const text = await upload(w.session("olivia"), { content: "text", fields: { driveId: w.drive } });
  for (const [driveId, file] of [
    [w.drive, text.body["id"]],
    [w.drive, "no-such-file"],
  ]) {
    const made = { driveId, title: "X", type: "DOCUMENT", cover: `file:${file}` };
    expect((await olivia.post("/api/pages", made)).status).toBe(400);
  }
  const foreign = await w.as("oscar").patch(`/api/pages/${elsewhere.body.id}`, { cover: `file:${own.id}` });
  expect(foreign.status).toBe(400);

  // After the file is deleted, the page has no cover.
  await olivia.delete(`/api/pages/${other.pageId}`);
  await olivia.delete(`/api/trash/${other.pageId}`);
  expect(await coverOf("olivia")).toBe(null);
});

test("tools show icons and covers, set and remove them", async () => {
  const { raw } = await w.token("olivia");
  const pages = [
    { title: "Trip", icon: "🏝️" },
    { title: "Hotel", parent: 0 },
  ];
  const made = await callTool(raw, "create_pages", { driveId: w.drive, pages });
  expect(made.isError, made.text).toBe(false);
  const { id } = made.data.pages[0];
  const listed = await callTool(raw, "list_pages", { driveId: w.drive, depth: 2 });
  expect(listed.data.pages.map(({ title, icon }: { title: string; icon?: string }) => [title, icon])).toEqual([
    ["Trip", "🏝️"],
    ["Hotel", undefined],
  ]);
  const set = await callTool(raw, "edit_page", { page: id, cover: "dusk", icon: "🌋" });
  expect([set.isError, set.data.changed]).toEqual([false, true]);
  const edits = [{ op: "append", content: "Pack." }];
  await callTool(raw, "edit_page", { page: id, edits, icon: "🎒" });
  expect((await callTool(raw, "fetch", { id })).data).toMatchObject({ icon: "🎒", cover: "dusk" });
  await callTool(raw, "edit_page", { page: id, icon: "", cover: "" });
  const { data } = await callTool(raw, "fetch", { id });
  expect([data.icon, data.cover, data.text]).toEqual([undefined, undefined, expect.stringContaining("Pack.")]);
  const wrong = await callTool(raw, "edit_page", { page: id, icon: "pin" });
  expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining("icon must be one emoji")]);
  const nothing = await callTool(raw, "edit_page", { page: id });
  expect([nothing.isError, nothing.text]).toEqual([true, expect.stringContaining("an icon or a cover")]);
});
