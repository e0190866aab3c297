/** Muting suppresses mentions and file notifications, but not changes of the user's rights or requests to them. */
import { expect, test } from "vitest";
import { makePage, world, type Person, type World } from "../support/world.ts";

const mention = async (w: World, pageId: string, person: Person): Promise<void> => {
  const { revision } = (await w.as("olivia").get(`/api/pages/${pageId}`)).body;
  const content = `Ask @[them](user:${w.ids[person]}). ${revision}`;
  expect((await w.as("olivia").patch(`/api/pages/${pageId}`, { content })).status).toBe(200);
};

const typesTold = async (w: World, person: Person): Promise<string[]> =>
  (await w.as(person).get("/api/notifications")).body.notifications.map(({ type }: { type: string }) => type);

test("sends no mention notification for a muted page to the user who muted it, and still notifies others", async () => {
  const w = await world();
  const [loud, quiet] = [await makePage(w, { title: "Loud" }), await makePage(w, { title: "Quiet" })];
  const vera = w.as("vera");
  expect((await vera.put(`/api/notifications/muted/pages/${quiet}`)).status).toBe(200);
  expect((await vera.put(`/api/notifications/muted/pages/${quiet}`)).status).toBe(200);
  expect((await vera.get("/api/notifications/muted")).body).toEqual({
    pages: [{ id: quiet, title: "Quiet" }],
    drives: [],
  });
  await mention(w, quiet, "vera");
  await mention(w, quiet, "edna");
  await mention(w, loud, "vera");
  expect(await typesTold(w, "vera")).toEqual(["MENTION"]);
  expect(await typesTold(w, "edna")).toEqual(["MENTION"]);
  await vera.delete(`/api/notifications/muted/pages/${quiet}`);
  await w.as("olivia").patch(`/api/pages/${quiet}`, { content: "Nobody." });
  await mention(w, quiet, "vera");
  expect(await typesTold(w, "vera")).toEqual(["MENTION", "MENTION"]);
});

test("sends no notifications for pages of a muted drive, except for changes to the user's rights", async () => {
  const w = await world();
  const pageId = await makePage(w, { title: "Plan" });
  const vera = w.as("vera");
  await vera.put(`/api/notifications/muted/drives/${w.drive}`);
  expect((await vera.get("/api/notifications/muted")).body.drives).toMatchObject([{ id: w.drive }]);
  await mention(w, pageId, "vera");
  expect(await typesTold(w, "vera")).toEqual([]);
  await w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId: w.ids.vera, canView: true, canEdit: true });
  expect(await typesTold(w, "vera")).toEqual(["PAGE_SHARED"]);
});

test("hides a page from the list of muted pages once the user loses access", async () => {
  const w = await world();
  const pageId = await makePage(w, { title: "Plan" });
  const vera = w.as("vera");
  await vera.put(`/api/notifications/muted/pages/${pageId}`);
  await w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId: w.ids.vera });
  expect((await vera.get("/api/notifications/muted")).body).toEqual({ pages: [], drives: [] });
  expect((await vera.put(`/api/notifications/muted/pages/${pageId}`)).status).toBe(404);
});
