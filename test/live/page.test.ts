/** The client library against the real room: two people, a tool, and the effect of rights and the trash on an open page. */
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connectHub, type HubEvent } from "../../src/live-client/hub.ts";
import type { LivePage } from "../../src/live-client/page.ts";
import { makePage, world } from "../support/world.ts";
import { environment, type OpenPage, openAs, openAsTool, upgrade } from "./live-pages.ts";
import { nightly } from "../support/nightly.ts";

const read = (page: LivePage): string => page.text.toJSON();
const reaches = (page: LivePage, ...states: string[]) => expect.poll(() => page.status.state).toBeOneOf(states);
const sees = (page: LivePage, text: string) => expect.poll(() => read(page)).toBe(text);
const close = (...pages: OpenPage[]) => Promise.all(pages.map(({ page }) => page.close()));

test("shows two users and a tool each other's text, names and selections, and includes all text in a read at once", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "one two" });
  const { raw } = await w.token("edna");
  const [ann, bob, tool] = [openAs(w, "olivia", pageId), openAs(w, "edna", pageId), openAsTool(raw, pageId)];
  for (const { page } of [ann, bob, tool]) await reaches(page, "connected");
  for (const { page } of [ann, bob, tool]) await expect.poll(() => page.people.length).toBe(3);
  ann.page.text.insert(3, " and a half");
  ann.page.setCursor(14);
  await reaches(ann.page, "saved");
  for (const { page } of [bob, tool]) await sees(page, "one and a half two");
  expect((await w.as("vera").get(`/api/pages/${pageId}`)).body.content).toBe("one and a half two");
  const state = () => bob.page.awareness.getStates().get(ann.page.doc.clientID);
  await expect.poll(() => state()?.["cursor"] ?? null).not.toBeNull();
  expect(state()?.["user"]).toMatchObject({ id: w.ids.olivia, name: "olivia", tool: null });
  expect(ann.page.people.filter(({ tool: name }) => name === "test")).toHaveLength(1);
  await ann.page.close();
  await expect.poll(() => bob.page.people.length).toBe(2);
  await close(bob, tool);
});

test("shows a joining user the cursors of those present", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "one two" });
  const [ann, bob] = [openAs(w, "olivia", pageId), openAs(w, "edna", pageId)];
  await expect.poll(() => ann.page.people.length).toBe(2);
  ann.page.setCursor(4);
  await expect.poll(() => bob.page.awareness.getStates().get(ann.page.doc.clientID)?.["cursor"] ?? null).not.toBeNull();
  const late = openAs(w, "dora", pageId);
  await expect
    .poll(() => late.page.awareness.getStates().get(ann.page.doc.clientID)?.["cursor"] ?? null)
    .not.toBeNull();
  await close(ann, bob, late);
});

test("sends text typed offline once after the connection is back", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "start" });
  const [ann, bob] = [openAs(w, "olivia", pageId), openAs(w, "edna", pageId)];
  for (const { page } of [ann, bob]) await reaches(page, "connected");
  ann.hold();
  ann.page.text.insert(5, " typed");
  await expect.poll(() => ann.page.status.state).toBe("saving");
  ann.drop();
  ann.page.text.insert(11, " offline");
  await w.as("olivia").patch(`/api/pages/${pageId}`, { content: "> first\nstart", baseRevision: 1 });
  await reaches(ann.page, "saved");
  for (const { page } of [ann, bob]) await sees(page, "> first\nstart typed offline");
  await close(ann, bob);
});

nightly("wakes an evicted room with the next keystroke, with everyone still present", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "" });
  const [ann, bob] = [openAs(w, "olivia", pageId), openAs(w, "edna", pageId)];
  for (const { page } of [ann, bob]) await expect.poll(() => page.people.length).toBe(2);
  for (let n = 0; n < 5; n += 1) {
    ann.page.text.insert(ann.page.text.length, `a${n} `);
    await reaches(ann.page, "saved");
    await evictDurableObject(env.PAGE_ROOM.getByName(pageId));
    bob.page.text.insert(bob.page.text.length, `b${n} `);
    await reaches(bob.page, "saved");
  }
  await sees(ann.page, read(bob.page));
  expect(read(bob.page).split(" ")).toHaveLength(11);
  await close(ann, bob);
});

test("shows everything to a user who can only view, and keeps their typing aside", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "text" });
  const [ann, vera] = [openAs(w, "olivia", pageId), openAs(w, "vera", pageId)];
  await reaches(vera.page, "read-only");
  vera.page.text.insert(4, " by Vera");
  await expect
    .poll(() => vera.page.unsaved().map(({ text, refused }) => [text, refused]))
    .toEqual([[" by Vera", "read_only"]]);
  await reaches(vera.page, "read-only");
  ann.page.text.insert(0, "New ");
  await sees(vera.page, "New text");
  await close(ann, vera);
});

test("ends editing when rights are revoked, and keeps unsaved text available", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "text" });
  const [ann, edna] = [openAs(w, "olivia", pageId), openAs(w, "edna", pageId)];
  for (const { page } of [ann, edna]) await reaches(page, "connected");
  edna.hold();
  edna.page.text.insert(4, " unsaved");
  const { status } = await w.as("olivia").delete(`/api/drives/${w.drive}/members/${w.ids.edna}`);
  expect(status).toBeLessThan(300);
  await reaches(edna.page, "lost");
  expect(edna.page.status).toMatchObject({ lostBy: 4403, hasUnsaved: true });
  expect(edna.page.unsaved()).toMatchObject([{ text: " unsaved", page: "text unsaved" }]);
  expect(read(ann.page)).toBe("text");
  await close(ann, edna);
});

test("forwards changes of other users through the hub", async () => {
  const w = await world();
  const token = async () => (await w.as("edna").get<{ url: string; token: string }>("/api/auth/socket-token")).body;
  const hub = connectHub({ socket: upgrade, token, environment });
  const events: HubEvent[] = [];
  hub.on("event", (event) => events.push(event));
  await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: "hello", unread: 0 }));
  const made = await makePage(w, { content: "new" });
  await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: "tree", pages: [made] }));
  hub.close();
});

test("closes a page for its viewers when it is trashed", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "text" });
  const ann = openAs(w, "edna", pageId);
  await reaches(ann.page, "connected");
  await w.as("olivia").delete(`/api/pages/${pageId}`);
  await reaches(ann.page, "lost");
  expect(ann.page.status.lostBy).toBe(4404);
  await ann.page.close();
});
