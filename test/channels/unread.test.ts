/** Pages with unread messages, as marked in a drive's page list. */
import { expect, test } from "vitest";
import { makePage, world, type Person, type World } from "../support/world.ts";

const make = (w: World, title: string, type: string, parentId: string | null = null): Promise<string> =>
  makePage(w, { title, type, parentId });

const say = async (w: World, person: Person, pageId: string): Promise<string> =>
  (await w.as(person).post(`/api/pages/${pageId}/messages`, { content: "Hello." })).body.id;

const unread = async (w: World, person: Person): Promise<string[]> =>
  (await w.as(person).get(`/api/drives/${w.drive}/unread`)).body.pageIds.toSorted();

test("marks a channel and a chat unread until the user reads the last message of others", async () => {
  const w = await world();
  const ids = [await make(w, "General", "CHANNEL"), await make(w, "Assistant", "AI_CHAT")];
  await make(w, "Silent", "CHANNEL");
  expect(await unread(w, "vera")).toEqual([]);
  const last = [];
  for (const id of ids) {
    await say(w, "edna", id);
    last.push(await say(w, "edna", id));
  }
  expect(await unread(w, "vera")).toEqual(ids.toSorted());
  expect(await unread(w, "edna")).toEqual([]);
  await w.as("vera").post(`/api/pages/${ids[0]}/messages/read`, { messageId: last[0] });
  expect(await unread(w, "vera")).toEqual([ids[1]]);
  await w.as("edna").delete(`/api/pages/${ids[1]}/messages/${last[1]}`);
  expect(await unread(w, "vera")).toEqual([ids[1]]);
});

test("does not mark muted pages and pages of a muted drive unread", async () => {
  const w = await world();
  const [one, other] = [await make(w, "One", "CHANNEL"), await make(w, "Other", "CHANNEL")];
  for (const id of [one, other]) await say(w, "edna", id);
  await w.as("vera").put(`/api/notifications/muted/pages/${one}`);
  expect(await unread(w, "vera")).toEqual([other]);
  await w.as("vera").put(`/api/notifications/muted/drives/${w.drive}`);
  expect(await unread(w, "vera")).toEqual([]);
  expect(await unread(w, "olivia")).toEqual([one, other].toSorted());
});

test("leaves out pages that the user cannot view and descendants of trashed pages", async () => {
  const w = await world();
  const folder = await make(w, "Folder", "FOLDER");
  const [hidden, below] = [await make(w, "Hidden", "CHANNEL"), await make(w, "Below", "CHANNEL", folder)];
  for (const id of [hidden, below]) await say(w, "edna", id);
  await w.as("olivia").post(`/api/pages/${hidden}/permissions`, {
    userId: w.ids.vera,
    permissions: { canView: false, canEdit: false, canShare: false, canDelete: false },
  });
  expect(await unread(w, "vera")).toEqual([below]);
  await w.as("olivia").delete(`/api/pages/${folder}`);
  expect(await unread(w, "vera")).toEqual([]);
  expect(await unread(w, "dora")).toEqual([hidden]);
  expect((await w.as("oscar").get(`/api/drives/${w.drive}/unread`)).status).toBe(404);
});

test("returns the ancestors of an unread page up to the first one that the user cannot view", async () => {
  const w = await world();
  const top = await make(w, "Top", "FOLDER");
  const middle = await make(w, "Middle", "FOLDER", top);
  const channel = await make(w, "Channel", "CHANNEL", middle);
  const thread = await make(w, "Under a channel", "CHANNEL", channel);
  await make(w, "Beside it", "CHANNEL", top);
  const marks = async (person: Person): Promise<unknown> => {
    const { body } = await w.as(person).get(`/api/drives/${w.drive}/unread`);
    return { unread: body.pageIds.toSorted(), above: body.ancestorIds.toSorted() };
  };
  await say(w, "edna", thread);
  expect(await marks("vera")).toEqual({ unread: [thread], above: [top, middle, channel].toSorted() });
  await say(w, "edna", channel);
  expect(await marks("vera")).toEqual({
    unread: [channel, thread].toSorted(),
    above: [top, middle, channel].toSorted(),
  });
  const share = async (pageId: string, canView: boolean): Promise<void> => {
    const rights = { canView, canEdit: false, canShare: false, canDelete: false };
    const reply = await w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId: w.ids.vera, ...rights });
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  };
  await share(middle, false);
  expect(await marks("vera")).toEqual({ unread: [], above: [] });
  await share(channel, true);
  expect(await marks("vera")).toEqual({ unread: [channel, thread].toSorted(), above: [channel] });
});
