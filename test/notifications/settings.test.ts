/** Disabled kinds of notification are not written, and users are not notified of their own actions. */
import { expect, test } from "vitest";
import { makePage, type Person, type World, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const told = async (w: World, person: Person): Promise<string[]> =>
  (await w.as(person).get("/api/notifications")).body.notifications.map(({ type }: { type: string }) => type);

const turnOff = (w: World, person: Person, ...off: string[]) =>
  w.as(person).put("/api/notifications/settings", { off });

const newPage = (w: World, content = ""): Promise<string> => makePage(w, { title: "Plan", content });

test("stores disabled notification types in a fixed order, and rejects types that cannot be disabled", async () => {
  const w = await world();
  expect((await w.as("edna").get("/api/notifications/settings")).body).toEqual({ off: [] });
  expect((await turnOff(w, "edna", "ACCESS_REQUEST", "MENTION", "MENTION")).body).toEqual({
    off: ["MENTION", "ACCESS_REQUEST"],
  });
  expect((await w.as("edna").get("/api/notifications/settings")).body).toEqual({ off: ["MENTION", "ACCESS_REQUEST"] });
  expect((await w.as("vera").get("/api/notifications/settings")).body).toEqual({ off: [] });
  for (const off of [["SECURITY"], ["NONE"], "MENTION"])
    expect((await w.as("edna").put("/api/notifications/settings", { off })).status).toBe(400);
});

test("skips disabled notification types, and resumes when they are enabled again", async () => {
  const w = await world();
  await turnOff(w, "oscar", "PAGE_SHARED", "CONNECTION_REQUEST");
  await turnOff(w, "edna", "MENTION");
  const id = await newPage(w, `@[edna](user:${w.ids.edna}) @[vera](user:${w.ids.vera})`);
  expect([await told(w, "edna"), await told(w, "vera")]).toEqual([[], ["MENTION"]]);
  const share = (canEdit: boolean) =>
    w.as("olivia").post(`/api/pages/${id}/permissions`, { userId: w.ids.oscar, canView: true, canEdit });
  await share(false);
  await w.as("olivia").post("/api/connections", { userId: w.ids.oscar });
  expect(await told(w, "oscar")).toEqual([]);
  await share(true);
  expect(await told(w, "oscar")).toEqual(["PERMISSION_UPDATED"]);
  await turnOff(w, "edna");
  await w.as("olivia").patch(`/api/pages/${id}`, { content: "Nobody." });
  await w.as("olivia").patch(`/api/pages/${id}`, { content: `@[edna](user:${w.ids.edna})` });
  expect(await told(w, "edna")).toEqual(["MENTION"]);
  const { body } = await w.as("oscar").get("/api/notifications?countOnly");
  expect([body.totalCount, body.unreadCount]).toEqual([1, 1]);
});

test("notifies no user of their own mentions, tasks, shares, messages and members", async () => {
  const w = await world();
  const me = `@[edna](user:${w.ids.edna})`;
  const id = await newPage(w);
  const edna = w.as("edna");
  await edna.patch(`/api/pages/${id}`, { content: `- [ ] mine ${me}` });
  const tool = await w.token("edna");
  await tool.client.post("/api/mcp/documents", {
    pageId: id,
    operation: "replace",
    startLine: 1,
    content: `again ${me}`,
  });
  await edna.post(`/api/pages/${id}/messages`, { content: `to ${me}` });
  await w.as("adam").patch(`/api/drives/${w.drive}/members/${w.ids.adam}`, { role: "member", canView: true });
  await w.as("vera").delete(`/api/drives/${w.drive}/members/${w.ids.vera}`);
  expect([await told(w, "edna"), await told(w, "adam"), await told(w, "vera")]).toEqual([[], [], []]);
  const { results } = await d1`select user_id from notifications where user_id = actor_id`.all();
  expect(results).toEqual([]);
});
