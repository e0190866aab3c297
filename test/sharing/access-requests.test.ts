/** Access requests: they reveal nothing to the requester, notify the owner once, and end when answered. */
import { expect, test } from "vitest";
import { entriesOf } from "../security/audit.ts";
import { makePage, freshId, world, type Person, type World, addMember } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const newPage = (w: World, title = "Plan"): Promise<string> => makePage(w, { title });

const ask = (w: World, person: Person, pageId: string, message?: string) =>
  w.as(person).post(`/api/pages/${pageId}/access-requests`, { message });

const requests = async (w: World, pageId: string, person: Person = "olivia") =>
  (await w.as(person).get(`/api/pages/${pageId}/access-requests`)).body.requests;

const inbox = async (w: World, person: Person) => (await w.as(person).get("/api/notifications")).body.notifications;

test("notifies the owner of an access request with the requester's verified email and message", async () => {
  const w = await world();
  const pageId = await newPage(w);
  expect(await ask(w, "oscar", pageId, " I write\nthe minutes. ")).toMatchObject({
    status: 202,
    body: { success: true },
  });
  const email = `${w.ids.oscar}@example.com`;
  expect(await inbox(w, "olivia")).toMatchObject([
    {
      type: "ACCESS_REQUEST",
      message: `oscar (${email}) requests access to “Plan”: “I write the minutes.”`,
      actorId: w.ids.oscar,
      pageId,
      driveId: w.drive,
      awaitsAnswer: true,
    },
  ]);
  expect(await requests(w, pageId)).toMatchObject([
    { userId: w.ids.oscar, message: "I write the minutes.", user: { name: "oscar", email } },
  ]);
  // Sara may share the page, so she may answer.
  expect(await requests(w, pageId, "sara")).toHaveLength(1);
});

test("returns 202 for a request to an existing page, a trashed page and a missing page alike", async () => {
  const w = await world();
  const pageId = await newPage(w);
  const trashed = await newPage(w);
  await w.as("olivia").delete(`/api/pages/${trashed}`);
  for (const id of [pageId, trashed, freshId("page")]) {
    const { status, body } = await ask(w, "oscar", id);
    expect([status, body]).toEqual([202, { success: true }]);
  }
  expect(await inbox(w, "oscar")).toEqual([]);
  expect(await inbox(w, "olivia")).toHaveLength(1);
  // Users can see audit entries about themselves, so those must reveal nothing either.
  await expect.poll(() => entriesOf("perm.request", ({ userId }) => userId === w.ids.oscar)).toHaveLength(3);
});

test("records one request per user, and none for a user who can already view the page", async () => {
  const w = await world();
  const pageId = await newPage(w);
  await ask(w, "oscar", pageId);
  await ask(w, "oscar", pageId, "Please?");
  await ask(w, "vera", pageId);
  expect(await inbox(w, "olivia")).toHaveLength(1);
  expect(await requests(w, pageId)).toMatchObject([{ userId: w.ids.oscar, message: "" }]);
});

test("drops a request when the requester or the owner has blocked the other", async () => {
  const w = await world();
  const pageId = await newPage(w);
  await w.as("olivia").post("/api/connections/block", { userId: w.ids.oscar });
  await w.as("rupert").post("/api/connections/block", { userId: w.ids.olivia });
  const before = (await inbox(w, "olivia")).length;
  for (const person of ["oscar", "rupert"] as const) expect((await ask(w, person, pageId)).status).toBe(202);
  expect(await requests(w, pageId)).toEqual([]);
  expect((await inbox(w, "olivia")).length).toBe(before);
});

test("closes the request and notifies the requester when access is granted", async () => {
  const w = await world();
  const pageId = await newPage(w);
  await ask(w, "oscar", pageId);
  await w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId: w.ids.oscar, canView: true });
  expect(await requests(w, pageId)).toEqual([]);
  expect(await inbox(w, "olivia")).toMatchObject([{ type: "ACCESS_REQUEST", awaitsAnswer: false }]);
  expect(await inbox(w, "oscar")).toMatchObject([{ type: "PAGE_SHARED", pageId }]);
});

test("hides the page title and the owner in a declined notice, and ignores new requests for a week", async () => {
  const w = await world();
  const pageId = await newPage(w, "Secret");
  await ask(w, "oscar", pageId);
  const path = `/api/pages/${pageId}/access-requests/${w.ids.oscar}`;
  expect((await w.as("vera").delete(path)).status).toBe(403);
  expect((await w.as("olivia").delete(path)).status).toBe(200);
  expect((await w.as("olivia").delete(path)).status).toBe(404);
  const [told] = await inbox(w, "oscar");
  expect(told).toMatchObject({ type: "ACCESS_DECLINED", actorId: null, driveId: null, pageId });
  expect(JSON.stringify(told)).not.toContain("Secret");
  await ask(w, "oscar", pageId);
  expect(await requests(w, pageId)).toEqual([]);
  const longAgo = Date.now() - 8 * 86_400_000;
  await d1`update access_requests set declined_at = ${longAgo} where page_id = ${pageId}`.run();
  await ask(w, "oscar", pageId);
  expect(await requests(w, pageId)).toHaveLength(1);
});

test("closes the request of a user who becomes a drive member", async () => {
  const w = await world();
  const pageId = await newPage(w);
  await ask(w, "oscar", pageId);
  await addMember(w, w.ids.oscar);
  expect(await requests(w, pageId)).toEqual([]);
});
