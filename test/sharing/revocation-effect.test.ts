/** The preview of revoking a right matches exactly what the user loses afterwards. */
import { expect, test } from "vitest";
import { makePage, type Client, type Person, type World, world } from "../support/world.ts";

const page = (client: Client, driveId: string, title: string, parentId: string | null = null): Promise<string> =>
  makePage(client, { driveId, title, parentId });

const grant = (w: World, pageId: string, person: Person, flags: object) =>
  w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId: w.ids[person], ...flags });

const effect = async (w: World, by: Person, pageId: string, person: Person) =>
  (await w.as(by).get(`/api/pages/${pageId}/permissions/${w.ids[person]}/effect`)).body;

test("counts live descendants down to the next grant", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const [first, second] = [await page(olivia, w.drive, "first", top), await page(olivia, w.drive, "second", top)];
  await page(olivia, w.drive, "leaf", first);
  await page(olivia, w.drive, "under its own grant", second);
  await olivia.delete(`/api/pages/${await page(olivia, w.drive, "gone", top)}`);
  await grant(w, top, "oscar", { canView: true });
  expect(await effect(w, "olivia", top, "oscar")).toMatchObject({ rights: { canView: false }, pagesBelow: 4 });
  await grant(w, second, "oscar", { canView: true });
  expect(await effect(w, "olivia", top, "oscar")).toMatchObject({ pagesBelow: 2 });
});

test("counts no lost pages when the user keeps the right to view through an ancestor", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  await page(olivia, w.drive, "leaf", top);
  await grant(w, top, "vera", { canView: true, canEdit: true });
  expect(await effect(w, "olivia", top, "vera")).toMatchObject({ rights: { canView: true, canEdit: false }, pagesBelow: 0 }); // oxfmt-ignore
});

test("does not count pages that the caller cannot see", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const hidden = await page(olivia, w.drive, "hidden", top);
  await page(olivia, w.drive, "under it", hidden);
  await page(olivia, w.drive, "seen", top);
  await grant(w, top, "oscar", { canView: true });
  await grant(w, hidden, "sara", {});
  expect(await effect(w, "olivia", top, "oscar")).toMatchObject({ pagesBelow: 3 });
  expect(await effect(w, "sara", top, "oscar")).toMatchObject({ pagesBelow: 1 });
});

test("counts the pages that a member can see in the drive when they leave it", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const hidden = await page(olivia, w.drive, "hidden");
  await page(olivia, w.drive, "under it", hidden);
  await page(olivia, w.drive, "seen");
  await grant(w, hidden, "vera", {});
  const path = `/api/drives/${w.drive}/members/${w.ids.vera}/effect`;
  expect((await olivia.get(path)).body).toEqual({ pages: 1 });
  expect((await w.as("vera").get(path)).body).toEqual({ pages: 1 });
  expect((await w.as("edna").get(path)).status).toBe(403);
  expect((await olivia.get(path.replace(w.ids.vera, w.ids.oscar))).status).toBe(404);
});

test("shares a page by verified email, only for callers who may share it", async () => {
  const w = await world();
  const top = await page(w.as("olivia"), w.drive, "top");
  const path = `/api/pages/${top}/permissions`;
  const email = `${w.ids.oscar}@example.com`;
  expect((await w.as("vera").post(path, { email, canView: true })).status).toBe(403);
  const shared = await w.as("olivia").post(path, { email: ` ${email.toUpperCase()} `, canView: true });
  expect([shared.status, shared.body.userId, shared.body.user.email]).toEqual([201, null, email]);
  expect((await w.as("oscar").get(`/api/pages/${top}`)).status).toBe(200);
  expect((await w.as("olivia").post(path, { email: "nobody@example.com", canView: true })).status).toBe(201);
  expect((await w.as("olivia").post(path, { email, userId: w.ids.oscar, canView: true })).status).toBe(400);
  expect((await w.as("olivia").post(path, { email: `${w.ids.olivia}@example.com`, canView: true })).status).toBe(400);
});
