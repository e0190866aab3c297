/** Accepting suggestions: the page is edited once, and each suggestion is closed once. */
import { expect, test, vi } from "vitest";
import { grant, makePage, world, type Person, type World } from "../support/world.ts";
import { COMMENT, VIEW } from "../../src/kernel/rights.ts";
import { d1 } from "../support/d1.ts";
import { list, threadsOf } from "./requests.ts";

vi.setConfig({ testTimeout: 60_000 });

const TEXT = "# Plan\n\nWe meet on Monday.\n\nBring your notes.\n";

async function start() {
  const w = await world();
  const pageId = await makePage(w, { content: TEXT });
  const suggest = async (words: string, replacement: string): Promise<string> => {
    const target = { kind: "quote", quote: words };
    const { status, body } = await w.as("cora").post(threadsOf(pageId), { target, replacement });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };
  const accept = (threadIds: string[] | "all", more: object = {}, person: Person = "edna") =>
    w.as(person).post(`/api/pages/${pageId}/suggestions/accept`, { threadIds, ...more });
  const text = async (): Promise<string> => (await w.as("vera").get(`/api/pages/${pageId}`)).body.content;
  return { w, pageId, suggest, accept, text };
}

const write = async (w: World, pageId: string, content: string): Promise<void> => {
  expect((await w.as("olivia").patch(`/api/pages/${pageId}`, { content })).status).toBe(200);
};

test("accepts one suggestion or all in one edit, and closes them", async () => {
  const { w, pageId, suggest, accept, text } = await start();
  const [day, notes, bring] = [
    await suggest("Monday", "Friday"),
    await suggest("your notes", "everything"),
    await suggest("Plan", "Our plan"),
  ];
  const first = await accept([day]);
  expect(first).toMatchObject({ status: 200, body: { outcomes: [{ id: day, result: "accepted" }] } });
  expect(await text()).toBe(TEXT.replace("Monday", "Friday"));
  const { body } = await accept("all");
  expect(body.revision).toBe(first.body.revision + 1);
  expect(new Set(body.outcomes.map(({ id, result }: { id: string; result: string }) => `${result} ${id}`))).toEqual(
    new Set([`accepted ${notes}`, `accepted ${bring}`]),
  );
  expect(await text()).toBe("# Our plan\n\nWe meet on Friday.\n\nBring everything.\n");
  const closed = await list(w.as("vera"), pageId, "?state=resolved");
  expect(closed).toMatchObject({ counts: { open: 0, resolved: 3 } });
  for (const thread of closed.threads)
    expect(thread.closed).toMatchObject({ as: "accepted", by: { id: w.ids.edna }, revision: expect.any(Number) });
  const [version] = (await w.as("vera").get(`/api/pages/${pageId}/versions`)).body.versions;
  expect(version.author.id).toBe(w.ids.edna);
  const reopened = await w.as("edna").patch(`${threadsOf(pageId)}/${day}`, { isResolved: false });
  expect(reopened.status).toBe(409);
});

test("lets users accept who may edit, and rejects those whose right is withdrawn", async () => {
  const { w, pageId, suggest, accept, text } = await start();
  const id = await suggest("Monday", "Friday");
  expect([(await accept([id], {}, "cora")).status, (await accept([id], {}, "oscar")).status]).toEqual([403, 404]);
  await grant(pageId, w.ids.edna, VIEW | COMMENT);
  expect((await accept([id])).status).toBe(403);
  expect(await text()).toBe(TEXT);
  expect((await accept([id, "unknown"], {}, "dora")).status).toBe(404);
});

test("asks for a decision about words that have changed, and takes them once they were seen", async () => {
  const { w, pageId, suggest, accept, text } = await start();
  const id = await suggest("We meet on Monday", "We meet on Friday");
  await write(w, pageId, TEXT.replace("on Monday", "at noon on Monday"));
  const { body } = await accept([id]);
  expect(body.outcomes).toMatchObject([{ id, result: "differs", now: expect.stringContaining("noon") }]);
  expect((await list(w.as("vera"), pageId)).counts.open).toBe(1);
  const [{ now }] = body.outcomes;
  expect((await accept([id], { words: { [id]: now } })).body.outcomes).toEqual([{ id, result: "accepted" }]);
  expect(await text()).toContain("Friday");
});

test("edits the page once when two users accept the same suggestions at the same time", async () => {
  const { w, pageId, suggest, accept, text } = await start();
  const ids = [await suggest("Monday", "Friday"), await suggest("# Plan", "# Plan of plans")];
  const both = await Promise.all([accept(ids), accept("all", {}, "dora")]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await text()).toBe(TEXT.replace("Monday", "Friday").replace("# Plan", "# Plan of plans"));
  expect((await list(w.as("vera"), pageId)).counts).toMatchObject({ open: 0, resolved: 2 });
});

test("recognizes and closes suggestions whose acceptance was interrupted before they were closed", async () => {
  const { w, pageId, suggest, accept, text } = await start();
  const changed = await suggest("Monday", "Friday");
  await suggest("notes", "long notes");
  await suggest("Bring ", "");
  await accept("all");
  const after = await text();
  // As if D1 had not been reached after the edit.
  await d1`update comment_threads set closed_at = null, closed_as = null where page_id = ${pageId}`.run();
  expect((await list(w.as("vera"), pageId)).counts.open).toBe(3);
  const { body } = await accept("all");
  expect(body.outcomes.map(({ result }: { result: string }) => result)).toEqual(["already", "already", "already"]);
  expect([await text(), (await list(w.as("vera"), pageId)).counts.open]).toEqual([after, 0]);
  const again = await accept([changed]);
  expect(again.body.outcomes).toEqual([{ id: changed, result: "already" }]);
});

test("accepts no rejected suggestion", async () => {
  const { w, pageId, suggest, accept, text } = await start();
  const id = await suggest("Monday", "Friday");
  await w.as("edna").post(`/api/pages/${pageId}/suggestions/reject`, { threadIds: [id] });
  expect((await accept([id])).body.outcomes).toEqual([{ id, result: "refused", reason: "not_open" }]);
  expect(await text()).toBe(TEXT);
});

test("notifies the creator of the page of a suggestion", async () => {
  const { w, suggest } = await start();
  const threadId = await suggest("Monday", "Friday");
  const { notifications } = (await w.as("olivia").get("/api/notifications")).body;
  expect(notifications).toMatchObject([{ type: "SUGGESTION", threadId, title: "New suggestion" }]);
});
