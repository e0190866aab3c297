/** Page permissions: the nearest grant applies, it can restrict or extend, and users cannot grant rights they lack. */
import { expect, test } from "vitest";
import { makePage, type Client, type World, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const page = (client: Client, driveId: string, title: string, parentId: string | null = null): Promise<string> =>
  makePage(client, { driveId, title, content: title, parentId });

const grant = (w: World, by: Client, pageId: string, person: keyof World["ids"], flags: object) =>
  by.post(`/api/pages/${pageId}/permissions`, { userId: w.ids[person], ...flags });

const check = async (client: Client, pageId: string) =>
  (await client.get(`/api/pages/${pageId}/permissions/check`)).body;

const NOTHING = { canView: false, canComment: false, canEdit: false, canShare: false, canDelete: false };

test("applies a page grant to the page and its descendants, and to no sibling", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const leaf = await page(olivia, w.drive, "leaf", await page(olivia, w.drive, "middle", top));
  const beside = await page(olivia, w.drive, "beside");
  expect(await check(w.as("oscar"), leaf)).toEqual(NOTHING);
  expect((await grant(w, olivia, top, "oscar", { canView: true, canEdit: true })).status).toBe(201);
  expect(await check(w.as("oscar"), leaf)).toEqual({ ...NOTHING, canView: true, canComment: true, canEdit: true });
  expect(await check(w.as("oscar"), beside)).toEqual(NOTHING);
  expect((await w.as("oscar").get(`/api/pages/${beside}`)).status).toBe(404);
});

test("narrows drive rights by a grant on the page, for the page and its descendants", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const leaf = await page(olivia, w.drive, "leaf", top);
  await grant(w, olivia, top, "edna", { canView: true });
  expect(await check(w.as("edna"), leaf)).toEqual({ ...NOTHING, canView: true });
  expect((await w.as("edna").patch(`/api/pages/${leaf}`, { content: "mine" })).status).toBe(403);
  await grant(w, olivia, leaf, "edna", {});
  expect((await w.as("edna").get(`/api/pages/${leaf}`)).status).toBe(404);
  expect((await w.as("edna").get(`/api/pages/${top}/children`)).body).toEqual([]);
  const seen = await w.as("edna").get(`/api/pages/${top}`);
  expect(seen.body.children).toEqual([]);
  await olivia.delete(`/api/pages/${leaf}/permissions`, { userId: w.ids.edna });
  expect(await check(w.as("edna"), leaf)).toEqual({ ...NOTHING, canView: true });
});

test("keeps every right of the drive owner and admins regardless of grants", async () => {
  const w = await world();
  const id = await page(w.as("olivia"), w.drive, "page");
  await grant(w, w.as("olivia"), id, "adam", { canView: true });
  expect(await check(w.as("adam"), id)).toEqual({
    canView: true,
    canComment: true,
    canEdit: true,
    canShare: true,
    canDelete: true,
  });
  expect((await grant(w, w.as("adam"), id, "olivia", { canView: true })).status).toBe(400);
});

test("rejects granting or revoking a right that the caller lacks, and changing the caller's own rights", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const id = await page(olivia, w.drive, "page");
  const sara = w.as("sara");
  expect((await grant(w, sara, id, "oscar", { canView: true, canEdit: true })).status).toBe(403);
  expect((await grant(w, sara, id, "oscar", { canView: true, canShare: true })).status).toBe(201);
  expect((await grant(w, sara, id, "sara", { canView: true, canEdit: true })).status).toBe(400);
  await grant(w, olivia, id, "edna", { canView: true, canEdit: true });
  expect((await grant(w, sara, id, "edna", { canView: true })).status).toBe(403);
  expect((await sara.delete(`/api/pages/${id}/permissions`, { userId: w.ids.edna })).status).toBe(403);
  expect(await check(w.as("edna"), id)).toEqual({ ...NOTHING, canView: true, canComment: true, canEdit: true });
});

test("rejects revoking a narrowing grant when that would restore a right the caller lacks", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const id = await page(olivia, w.drive, "page");
  await grant(w, olivia, id, "edna", { canView: true });
  // Sara may share but not edit; without the grant, Edna could edit through her drive rights.
  expect((await w.as("sara").delete(`/api/pages/${id}/permissions`, { userId: w.ids.edna })).status).toBe(403);
  expect(await check(w.as("edna"), id)).toEqual({ ...NOTHING, canView: true });
});

test("rejects a smaller grant when it would remove a right that the caller lacks", async () => {
  const w = await world();
  const id = await page(w.as("olivia"), w.drive, "page");
  expect((await grant(w, w.as("sara"), id, "dora", {})).status).toBe(403);
  expect((await check(w.as("dora"), id)).canDelete).toBe(true);
});

test("applies the sharer's own restrictions below the page to the recipient", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const secret = await page(olivia, w.drive, "secret", await page(olivia, w.drive, "middle", top));
  await grant(w, olivia, secret, "sara", {});
  await grant(w, w.as("sara"), top, "oscar", { canView: true });
  expect((await w.as("oscar").get(`/api/pages/${top}`)).status).toBe(200);
  expect((await w.as("oscar").get(`/api/pages/${secret}`)).status).toBe(404);
  expect(
    (await w.as("sara").post(`/api/drives/${w.drive}/members`, { userId: w.ids.rupert, canView: true })).status,
  ).toBe(403);
});

test("lets a deployment administrator create pages only where they have access, including under a shared page", async () => {
  const w = await world();
  const top = await page(w.as("olivia"), w.drive, "top");
  const create = () =>
    w.as("rupert").post("/api/pages", { driveId: w.drive, title: "x", type: "FOLDER", parentId: top });
  expect((await create()).status).toBe(404);
  await grant(w, w.as("olivia"), top, "rupert", { canView: true });
  expect((await create()).status).toBe(201);
  expect((await w.as("rupert").post("/api/pages", { driveId: w.drive, title: "x", type: "FOLDER" })).status).toBe(404);
});

test("returns only the right to view for a read-only token on every route", async () => {
  const w = await world();
  const id = await page(w.as("olivia"), w.drive, "page");
  const { client } = await w.token("olivia", { readOnly: true });
  const look = { ...NOTHING, canView: true };
  expect((await client.get(`/api/pages/${id}`)).body.rights).toEqual(look);
  expect(await check(client, id)).toEqual(look);
  expect((await client.get(`/api/drives/${w.drive}`)).body.rights).toEqual(look);
  expect((await client.get("/api/drives")).body[0].rights).toEqual(look);
});

test("rejects flags without canView and unknown users, and a second grant replaces the first", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const id = await page(olivia, w.drive, "page");
  expect((await grant(w, olivia, id, "oscar", { canEdit: true })).body.issues[0].path).toBe("canView");
  expect((await olivia.post(`/api/pages/${id}/permissions`, { userId: "nobody", canView: true })).status).toBe(404);
  expect((await grant(w, olivia, id, "oscar", { canView: true })).status).toBe(201);
  expect((await grant(w, olivia, id, "oscar", { canView: true, canEdit: true })).status).toBe(200);
  expect((await olivia.delete(`/api/pages/${id}/permissions`, { userId: w.ids.vera })).status).toBe(200);
});

test("lists the owner separately, and the source of each right from the nearest page up", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const leaf = await page(olivia, w.drive, "leaf", top);
  await grant(w, olivia, top, "oscar", { canView: true });
  await grant(w, olivia, leaf, "vera", { canView: true, canEdit: true });
  const { body } = await olivia.get(`/api/pages/${leaf}/permissions`);
  expect(body.owner.id).toBe(w.ids.olivia);
  const by = new Map(body.permissions.map((row: { userId: string }) => [row.userId, row]));
  expect(by.get(w.ids.oscar)).toMatchObject({ inheritedFrom: top, canEdit: false });
  expect(by.get(w.ids.vera)).toMatchObject({ inheritedFrom: null, canEdit: true });
  expect(by.get(w.ids.edna)).toMatchObject({ inheritedFrom: w.drive, canEdit: true });
  expect(by.get(w.ids.adam)).toMatchObject({ inheritedFrom: w.drive, canDelete: true });
  expect(by.has(w.ids.olivia)).toBe(false);
});

test("leaves ancestors that the caller cannot view out of the list of grants", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const leaf = await page(olivia, w.drive, "leaf", top);
  await grant(w, olivia, top, "vera", { canView: true });
  await grant(w, olivia, leaf, "oscar", { canView: true });
  const sourceFor = async (client: Client): Promise<string | null> => {
    const { body } = await client.get(`/api/pages/${leaf}/permissions`);
    return body.permissions.find(({ userId }: { userId: string }) => userId === w.ids.vera).inheritedFrom;
  };
  expect(await sourceFor(olivia)).toBe(top);
  expect(await sourceFor(w.as("oscar"))).toBe(w.drive);
});

test("leaves ancestors that the caller cannot view out of breadcrumbs", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "Secret plans");
  const leaf = await page(olivia, w.drive, "leaf", await page(olivia, w.drive, "middle", top));
  await grant(w, olivia, leaf, "oscar", { canView: true });
  const crumbs = await w.as("oscar").get(`/api/pages/${leaf}/breadcrumbs`);
  expect(crumbs.body.map((crumb: { title: string }) => crumb.title)).toEqual(["leaf"]);
  const full = await olivia.get(`/api/pages/${leaf}/breadcrumbs`);
  expect(full.body.map((crumb: { title: string }) => crumb.title)).toEqual(["Secret plans", "middle", "leaf"]);
});

test("returns identical bytes for a hidden and a missing page", async () => {
  const w = await world();
  const hidden = await page(w.as("oscar"), w.otherDrive, "hidden");
  const vera = w.as("vera");
  const ask = async (id: string): Promise<string> => {
    const replies = await Promise.all([
      vera.get(`/api/pages/${id}`),
      vera.get(`/api/pages/${id}/children`),
      vera.get(`/api/pages/${id}/breadcrumbs`),
      vera.get(`/api/pages/${id}/permissions`),
      vera.get(`/api/pages/${id}/permissions/check`),
      vera.patch(`/api/pages/${id}`, { title: "x" }),
      vera.delete(`/api/pages/${id}`),
      vera.post("/api/pages", { driveId: w.drive, title: "x", type: "FOLDER", parentId: id }),
    ]);
    return JSON.stringify(replies.map(({ status, body }) => [status, { ...body, requestId: "" }]));
  };
  expect(await ask(hidden)).toBe(await ask("0190f0f0-0000-7000-8000-000000000000"));
});

test("rejects a write when the right is revoked between the check and the write", async () => {
  const w = await world();
  const id = await page(w.as("olivia"), w.drive, "page");
  const edna = w.as("edna");
  await edna.patch(`/api/pages/${id}`, { content: "before" });
  const writes = Array.from({ length: 12 }, (_, i) =>
    edna.patch(`/api/pages/${id}`, { content: `after ${i}`, title: `t${i}` }),
  );
  await d1`delete from drive_members where drive_id = ${w.drive} and user_id = ${w.ids.edna}`.run();
  const replies = await Promise.all(writes);
  const now = await w.as("olivia").get(`/api/pages/${id}`);
  const accepted = replies.filter((reply) => reply.status === 200).map((reply) => reply.body.revision);
  // Acknowledged edits are kept, others left no trace, and the room agrees with the database.
  expect(now.body.revision).toBe(Math.max(2, ...accepted));
  expect(replies.every((reply) => [200, 404, 409].includes(reply.status))).toBe(true);
  const later = await w.as("olivia").patch(`/api/pages/${id}`, { content: `${now.body.content}\nmore` });
  expect(later.body.content).toBe(`${now.body.content}\nmore`);
});
