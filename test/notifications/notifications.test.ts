/** Notifications: created in the same batch as their cause, visible only to their recipient, with a stored unread count. */
import { expect, test } from "vitest";
import { makePage, world, type Client, type Person, type World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const newPage = (w: World, title: string): Promise<string> => makePage(w, { title });

const share = (w: World, pageId: string, person: Person, flags: object) =>
  w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId: w.ids[person], ...flags });

const inbox = async (client: Client, query = "") => (await client.get(`/api/notifications${query}`)).body;

test("notifies a user when a page is shared, the share changes and it ends, newest first", async () => {
  const w = await world();
  const pageId = await newPage(w, "Plan");
  await share(w, pageId, "oscar", { canView: true });
  await share(w, pageId, "oscar", { canView: true, canEdit: true });
  await w.as("olivia").delete(`/api/pages/${pageId}/permissions`, { userId: w.ids.oscar });
  const { notifications, totalCount, unreadCount } = await inbox(w.as("oscar"));
  expect([totalCount, unreadCount]).toEqual([3, 3]);
  expect(notifications.map(({ type, message }: { type: string; message: string }) => [type, message])).toEqual([
    ["PERMISSION_REVOKED", "olivia removed your access to “Plan”."],
    ["PERMISSION_UPDATED", "olivia changed your access to “Plan”."],
    ["PAGE_SHARED", "olivia shared “Plan” with you."],
  ]);
  expect(notifications[0]).toMatchObject({ read: false, pageId, driveId: w.drive, actorId: w.ids.olivia });
});

test("reports a revoked grant as a change when the user keeps access, and as revoked otherwise", async () => {
  const w = await world();
  const pageId = await newPage(w, "Plan");
  for (const person of ["edna", "oscar"] as const) {
    await share(w, pageId, person, { canView: true });
    await w.as("olivia").delete(`/api/pages/${pageId}/permissions`, { userId: w.ids[person] });
  }
  const typesOf = async (person: Person): Promise<string[]> =>
    (await inbox(w.as(person))).notifications.map(({ type }: { type: string }) => type);
  // Edna is a member of the drive; Oscar is not.
  expect(await typesOf("edna")).toEqual(["PERMISSION_UPDATED", "PAGE_SHARED"]);
  expect(await typesOf("oscar")).toEqual(["PERMISSION_REVOKED", "PAGE_SHARED"]);
  expect((await w.as("edna").get(`/api/pages/${pageId}`)).status).toBe(200);
  expect((await w.as("oscar").get(`/api/pages/${pageId}`)).status).toBe(404);
});

test("sends no notification for a rejected grant", async () => {
  const w = await world();
  const pageId = await newPage(w, "Plan");
  const refused = await w.as("vera").post(`/api/pages/${pageId}/permissions`, { userId: w.ids.oscar, canView: true });
  expect(refused.status).toBe(403);
  expect(await inbox(w.as("oscar"))).toEqual({ notifications: [], totalCount: 0, unreadCount: 0 });
});

test("does not name a page that the user never could view when it is hidden again", async () => {
  const w = await world();
  const pageId = await newPage(w, "Secret plan");
  await share(w, pageId, "oscar", {});
  await share(w, pageId, "oscar", {});
  expect((await inbox(w.as("oscar"))).totalCount).toBe(0);
  await share(w, pageId, "edna", {});
  expect((await inbox(w.as("edna"))).notifications[0].type).toBe("PERMISSION_REVOKED");
});

test("notifies a new member with the drive and who added them", async () => {
  const w = await world();
  await w.as("olivia").post(`/api/drives/${w.drive}/members`, { userId: w.ids.oscar, canView: true });
  const { notifications } = await inbox(w.as("oscar"));
  expect(notifications).toHaveLength(1);
  expect(notifications[0]).toMatchObject({
    type: "DRIVE_MEMBER_ADDED",
    message: "olivia added you to the drive “Team”.",
    driveId: w.drive,
    pageId: null,
  });
});

test("keeps counts correct after marking read, marking all read and deleting, also when repeated", async () => {
  const w = await world();
  const oscar = w.as("oscar");
  for (const title of ["A", "B", "C"]) await share(w, await newPage(w, title), "oscar", { canView: true });
  const { notifications } = await inbox(oscar);
  const [newest, middle] = notifications;
  for (const _ of [1, 2]) expect((await oscar.post(`/api/notifications/${newest.id}/read`)).status).toBe(200);
  expect(await inbox(oscar, "?countOnly=true")).toEqual({ notifications: [], totalCount: 3, unreadCount: 2 });
  expect((await oscar.delete(`/api/notifications/${middle.id}`)).status).toBe(200);
  expect((await oscar.delete(`/api/notifications/${middle.id}`)).status).toBe(404);
  expect(await inbox(oscar, "?countOnly=1")).toMatchObject({ totalCount: 2, unreadCount: 1 });
  await oscar.post("/api/notifications/read-all");
  await oscar.post("/api/notifications/read-all");
  expect(await inbox(oscar, "?limit=1&offset=1")).toMatchObject({ notifications: [{ read: true }], unreadCount: 0 });
  await oscar.delete(`/api/notifications/${newest.id}`);
  expect(await inbox(oscar)).toMatchObject({ totalCount: 1, unreadCount: 0 });
});

test("rejects reading, marking and deleting another user's notifications", async () => {
  const w = await world();
  await share(w, await newPage(w, "A"), "oscar", { canView: true });
  const [mine] = (await inbox(w.as("oscar"))).notifications;
  expect((await w.as("edna").post(`/api/notifications/${mine.id}/read`)).status).toBe(404);
  expect((await w.as("edna").delete(`/api/notifications/${mine.id}`)).status).toBe(404);
  await w.as("edna").post("/api/notifications/read-all");
  expect(await inbox(w.as("oscar"))).toMatchObject({ totalCount: 1, unreadCount: 1 });
});

test.each(["limit=0", "limit=101", "limit=x", "offset=-1", "countOnly=maybe"])(
  "rejects the query %s",
  async (query) => {
    const w = await world();
    expect((await w.as("edna").get(`/api/notifications?${query}`)).status).toBe(400);
  },
);

test("accepts any offset, and returns an empty list past the end", async () => {
  const w = await world();
  await share(w, await newPage(w, "A"), "oscar", { canView: true });
  for (const offset of ["1", "10001", "9007199254740991"]) {
    const { status, body } = await w.as("oscar").get(`/api/notifications?offset=${offset}`);
    expect([status, body]).toEqual([200, { notifications: [], totalCount: 1, unreadCount: 1 }]);
  }
});

test("keeps the newest 10,000 notifications of a user", async () => {
  const w = await world();
  await d1`insert into notifications (id, user_id, type, title, message, read_at, created_at)
      select ${w.ids.oscar} || value, ${w.ids.oscar}, 'SECURITY', '', '', iif(value = 10000, null, 1), value from (with recursive n (value) as (
        select 10000 union all select value + 1 from n where value < 19999) select value from n)`.run();
  expect(await inbox(w.as("oscar"), "?offset=9999")).toMatchObject({
    notifications: [{ id: `${w.ids.oscar}10000` }],
    totalCount: 10_000,
    unreadCount: 1,
  });
  await d1`insert into notifications (id, user_id, type, title, message, created_at) values ('z-' || ${w.ids.oscar}, ${w.ids.oscar}, 'SECURITY', '', '', 1)`.run();
  const kept = await inbox(w.as("oscar"), "?limit=1");
  expect(kept).toMatchObject({ notifications: [{ id: `z-${w.ids.oscar}` }], totalCount: 10_000, unreadCount: 1 });
  const { notifications } = await inbox(w.as("oscar"), "?offset=9999");
  expect(notifications).toMatchObject([{ id: `${w.ids.oscar}10001` }]);
});

test("reads rows in proportion to the page shown when a user has 5,000 notifications", async () => {
  const w = await world();
  await d1`insert into notifications (id, user_id, type, title, message, created_at)
      select 'n' || value, ${w.ids.vera}, 'SECURITY', '', '', value from (with recursive n (value) as (
        select 10000 union all select value + 1 from n where value < 14999) select value from n)`.run();
  const seen = await inbox(w.as("vera"), "?limit=2");
  expect([seen.totalCount, seen.unreadCount]).toEqual([5_000, 5_000]);
  expect(seen.notifications.map(({ id }: { id: string }) => id)).toEqual(["n14999", "n14998"]);
});

test("writes a notification in the recipient's language, not the actor's", async () => {
  const w = await world();
  const pageId = await newPage(w, "Plan");
  for (const [person, language] of [
    ["oscar", "de"],
    ["edna", "ar"],
  ] as const) {
    await w.as(person).patch("/api/account/preferences", { language, appearance: "system" });
    await share(w, pageId, person, { canView: true });
    await w.as("olivia").patch(`/api/pages/${pageId}`, { content: `Ask @[${person}](user:${w.ids[person]}).` });
  }
  const told = async (person: Person) =>
    (await inbox(w.as(person))).notifications.map(({ title, message }: Record<string, string>) => [title, message]);
  expect(await told("oscar")).toEqual([
    ["Du wurdest erwähnt", "olivia hat dich in „Plan“ erwähnt."],
    ["Mit dir geteilt", "olivia hat „Plan“ mit dir geteilt."],
  ]);
  expect(await told("edna")).toEqual([
    ["تمت الإشارة إليك", "أشار إليك olivia في «Plan»."],
    ["تمت المشاركة معك", "شارك olivia معك «Plan»."],
  ]);
});
