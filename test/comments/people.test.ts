/** What becomes of a user's comments with their account, with the page, and with the drive's quota. */
import { expect, test, vi } from "vitest";
import { unzip } from "../transfer/archives.ts";
import { download } from "../transfer/client.ts";
import { act, mailsOf } from "../flows/account.ts";
import { signIn, type SignedIn } from "../flows/sign-in.ts";
import { expectRightCounts, heldBy, leave } from "../quotas/drives.ts";
import { dumpDatabase } from "../security/canary.ts";
import { addMember, bearer, freshId, makeDrive, makePage, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";
import { comment, list, reply, texts, threadsOf } from "./requests.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Ada comments on a page of Bob's, resolves a thread of his, reacts, and follows another. */
async function commented(): Promise<{ ada: SignedIn; bob: SignedIn; pageId: string }> {
  const [ada, bob] = [await signIn(), await signIn()];
  const team = await makeDrive(bearer(bob.token), "Team");
  await addMember(bearer(bob.token), ada.id, { driveId: team, canView: true, canEdit: true });
  const pageId = await makePage(bearer(bob.token), { driveId: team });
  const [first, second] = [
    await comment(bearer(bob.token), pageId, "by Bob"),
    await comment(bearer(bob.token), pageId, "also by Bob"),
  ];
  await comment(bearer(ada.token), pageId, "by Ada");
  await reply(bearer(ada.token), pageId, first.id, "reply by Ada");
  const at = (id: string): string => `${threadsOf(pageId)}/${id}`;
  await bearer(ada.token).put(`${at(first.id)}/comments/${first.id}/reactions/${encodeURIComponent("🎉")}`);
  await bearer(ada.token).patch(at(second.id), { isResolved: true, follows: true });
  return { ada, bob, pageId };
}

test("exports a user's threads, comments and reactions, and none by others", async () => {
  const { ada, pageId } = await commented();
  const files = unzip((await download(ada.token, "/api/account/export")).bytes);
  const listOf = (name: string): unknown => JSON.parse(files[name] ?? "");
  expect(listOf("comment-threads.json")).toMatchObject([{ pageId, kind: "comment", target: "page" }]);
  expect(listOf("comments.json")).toMatchObject([
    { pageId, content: "by Ada" },
    { pageId, content: "reply by Ada" },
  ]);
  expect(listOf("comment-reactions.json")).toMatchObject([{ emoji: "🎉" }]);
  expect(Object.values(files).join("\n")).not.toContain("by Bob");
});

test("keeps the comments of an erased user without anything that identifies them", async () => {
  const { ada, bob, pageId } = await commented();
  const [name, email] = [freshId("Countess"), ada.email];
  await act(ada.token, "/api/account", { method: "PATCH", body: { name } });
  const plan = (await act(ada.token, "/api/account/deletion")).body["drives"] as { id: string }[];
  const drives = plan.map(({ id }) => ({ driveId: id, action: "delete" }));
  const { status, jobs } = await act(ada.token, "/api/account", { method: "DELETE", body: { drives } });
  expect(status).toBe(200);
  await mailsOf(jobs);
  const all = await list(bearer(bob.token), pageId, "?state=all");
  expect(texts(all)).toEqual(["by Ada", "also by Bob", "by Bob"]);
  const [own, closed, answered] = all.threads;
  expect(own).toMatchObject({ user: null, agent: null, comments: [{ user: null }] });
  expect(closed.closed).toMatchObject({ as: "resolved", by: null });
  expect(answered.comments).toMatchObject([{ reactions: [] }, { content: "reply by Ada", user: null }]);
  const [{ results: threads }, { results: words }, { results: readers }] = await Promise.all([
    d1`select * from comment_threads where page_id = ${pageId}`.all(),
    d1`select * from comments where page_id = ${pageId}`.all(),
    d1`select * from comment_readers where user_id = ${ada.id}`.all(),
  ]);
  expect([threads.length, words.length, readers.length]).toEqual([3, 4, 0]);
  const stored = JSON.stringify([threads, words]) + JSON.stringify(all);
  for (const trace of [name, ada.id, email]) expect(stored).not.toContain(trace);
  expect(await dumpDatabase()).not.toContain(email);
});

test("counts the words of threads toward the quota of the drive, and rejects those that exceed it", async () => {
  const w = await world();
  const [pageId, other] = [await makePage(w, { content: "words" }), await makePage(w)];
  const before = (await heldBy(w.drive))?.text ?? 0;
  const { id } = await comment(w.as("edna"), pageId, "ö".repeat(100));
  const { id: second } = await reply(w.as("edna"), pageId, id, "x".repeat(50));
  await comment(w.as("edna"), other, "y".repeat(7));
  expect((await heldBy(w.drive))?.text).toBe(before + 257);
  const at = `${threadsOf(pageId)}/${id}`;
  await w.as("edna").patch(`${at}/comments/${second}`, { content: "x" });
  expect((await heldBy(w.drive))?.text).toBe(before + 208);
  await leave(w.ids.olivia, { text: 10 });
  const refused = [
    await w.as("edna").post(threadsOf(pageId), { target: { kind: "page" }, content: "x".repeat(11) }),
    await w.as("edna").post(`${at}/comments`, { content: "x".repeat(11) }),
    await w.as("edna").patch(`${at}/comments/${second}`, { content: "x".repeat(12) }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [413, "quota_exceeded"]));
  const fits = await w.as("edna").post(threadsOf(pageId), { target: { kind: "page" }, content: "x".repeat(10) });
  expect(fits.status).toBe(201);
  await w.as("edna").delete(`${at}/comments/${second}`);
  await expectRightCounts();
  await w.as("edna").delete(at);
  await expectRightCounts();
});

test("moves a page with its threads, leaves them in the trash with it, and deletes them with it", async () => {
  const w = await world();
  const pageId = await makePage(w);
  const { id } = await comment(w.as("olivia"), pageId, "stays");
  await w.as("olivia").put(`${threadsOf(pageId)}/${id}/comments/${id}/reactions/${encodeURIComponent("🎉")}`);
  const target = await makeDrive(w, "Other");
  await w.as("olivia").post("/api/pages/bulk/move", { pageIds: [pageId], targetDriveId: target });
  expect(texts(await list(w.as("olivia"), pageId))).toEqual(["stays"]);
  expect((await heldBy(target))?.text).toBe(5);
  await expectRightCounts();
  await w.as("olivia").delete(`/api/pages/${pageId}`);
  expect(texts(await list(w.as("olivia"), pageId))).toEqual(["stays"]);
  expect((await w.as("olivia").delete(`/api/trash/${pageId}`)).status).toBe(200);
  const left = await d1`select
    (select count(*) from comment_threads where id = ${id}) + (select count(*) from comments where id = ${id})
    + (select count(*) from comment_reactions where comment_id = ${id})
    + (select count(*) from comment_readers where thread_id = ${id}) as n`.first("n");
  expect([left, (await heldBy(target))?.text]).toEqual([0, 0]);
  await expectRightCounts();
});
