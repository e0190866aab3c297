/** Calls that wait for the asker. */
import { expect, test } from "vitest";
import { entriesOf } from "../security/audit.ts";
import { answers, say, tool } from "../support/model-script.ts";
import { makeDrive, makePage, world } from "../support/world.ts";
import { answerTo, approvalOf, ask, contentOf, decide, makeChat, messagesOf } from "./harness.ts";

const trashing = (page: string) => answers(tool("trash_pages", { pageIds: [page] }), say("Done."));

test("trashes a page only after the asker has approved that call, and records it", async () => {
  const w = await world();
  const [chat, page] = [await makeChat(w), await makePage(w, { title: "Old" })];
  const { runId } = await ask(w.as("dora"), chat, trashing(page));
  const approval = await approvalOf(w.as("dora"), chat, runId);
  expect(approval).toMatchObject({ tool: "trash_pages", reasons: ["trash"], pageIds: [page] });
  expect((await w.as("dora").get(`/api/pages/${page}`)).body.isTrashed).toBe(false);
  // Others see that it waits, but not for what.
  const seen = (await w.as("vera").get(`/api/pages/${chat}/runs/${runId}`)).body;
  expect([seen.state, seen.approval]).toEqual(["waiting", null]);
  expect((await decide(w.as("olivia"), chat, runId, approval, "once")).status).toBe(403);
  expect((await decide(w.as("dora"), chat, runId, { ...approval, hash: "another" }, "once")).status).toBe(409);
  expect((await decide(w.as("dora"), chat, runId, approval, "once")).status).toBe(200);
  expect((await answerTo(w.as("dora"), chat, runId)).run.calls).toEqual([
    { tool: "trash_pages", state: "done", pageIds: [page] },
  ]);
  expect((await w.as("dora").get(`/api/pages/${page}`)).body.isTrashed).toBe(true);
  expect((await decide(w.as("dora"), chat, runId, approval, "once")).status).toBe(409);
  const [entry] = await entriesOf("agent.approved");
  expect(entry).toMatchObject({ userId: w.ids.dora, entry: { d: { run: runId, tool: "trash_pages" } } });
});

test("tells the model of a refusal, and changes nothing", async () => {
  const w = await world();
  const [chat, page] = [await makeChat(w), await makePage(w)];
  const { runId } = await ask(w.as("dora"), chat, trashing(page));
  const approval = await approvalOf(w.as("dora"), chat, runId);
  expect((await decide(w.as("dora"), chat, runId, approval, "no")).status).toBe(200);
  const answer = await answerTo(w.as("dora"), chat, runId);
  expect([answer.content, answer.run.calls[0].state]).toEqual(["Done.", "declined"]);
  const entries = await entriesOf("agent.declined", ({ userId }) => userId === w.ids.dora);
  expect(entries).toMatchObject([{ entry: { d: { run: runId, tool: "trash_pages", reasons: "trash" } } }]);
  expect((await w.as("dora").get(`/api/pages/${page}`)).body.isTrashed).toBe(false);
});

test("asks again if the text has changed since the asker saw the diff", async () => {
  const w = await world();
  const chat = await makeChat(w, { approval: "writes" });
  const page = await makePage(w, { content: "one\ntwo" });
  const edit = { page, baseRevision: 1, edits: [{ op: "replace", startLine: 1, content: "ONE" }] };
  const { runId } = await ask(w.as("edna"), chat, answers(tool("edit_page", edit), say("Done.")));
  const first = await approvalOf(w.as("edna"), chat, runId);
  expect(first).toMatchObject({ reasons: ["every_write"] });
  expect(first.diffs[0].diff).toContain("-one\n+ONE");
  await w.as("olivia").patch(`/api/pages/${page}`, { content: "one\ntwo\nthree" });
  await w.as("olivia").patch(`/api/pages/${page}`, { content: "zero\none\ntwo\nthree" });
  await decide(w.as("edna"), chat, runId, first, "once");
  await expect.poll(async () => (await approvalOf(w.as("edna"), chat, runId)).hash).not.toBe(first.hash);
  await decide(w.as("edna"), chat, runId, await approvalOf(w.as("edna"), chat, runId), "once");
  await answerTo(w.as("edna"), chat, runId);
  expect(await contentOf(w, page)).toBe("zero\nONE\ntwo\nthree");
});

test("asks before anything outside the drive, and may then use that drive for this answer", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const other = await makeDrive(w);
  const page = await makePage(w, { driveId: other, content: "elsewhere" });
  const { runId } = await ask(
    w.as("olivia"),
    chat,
    answers(tool("fetch", { id: page }), tool("fetch", { id: page }), say("Done.")),
  );
  const approval = await approvalOf(w.as("olivia"), chat, runId);
  expect(approval.reasons).toContain("other_drive");
  expect(approval.driveIds).toEqual([other]);
  await decide(w.as("olivia"), chat, runId, approval, "once");
  const answer = await answerTo(w.as("olivia"), chat, runId);
  expect(answer.run.calls.map(({ state }: { state: string }) => state)).toEqual(["done", "done"]);
});

test("stops a running, a waiting and a queued run", async () => {
  const w = await world();
  const [chat, page] = [await makeChat(w), await makePage(w)];
  const slow = await ask(w.as("edna"), chat, answers(say("word ".repeat(400), 20)));
  const queued = await ask(w.as("edna"), chat, answers(say("never")));
  const stop = (runId: string, by: "vera" | "edna" | "dora") =>
    w.as(by).post(`/api/pages/${chat}/runs/${runId}/cancel`);
  expect((await stop(slow.runId, "vera")).status).toBe(403);
  expect((await stop(queued.runId, "edna")).status).toBe(200);
  await expect
    .poll(async () => (await w.as("vera").get(`/api/pages/${chat}/runs/${slow.runId}`)).body.steps?.[0]?.text ?? "")
    .toContain("word");
  expect((await stop(slow.runId, "dora")).status).toBe(200);
  const answer = await answerTo(w.as("edna"), chat, slow.runId);
  expect([answer.run.state, answer.content.startsWith("word")]).toEqual(["cancelled", true]);
  expect(await answerTo(w.as("edna"), chat, queued.runId)).toBeNull();
  const waiting = await ask(w.as("dora"), chat, trashing(page));
  await approvalOf(w.as("dora"), chat, waiting.runId);
  expect((await stop(waiting.runId, "dora")).status).toBe(200);
  await answerTo(w.as("dora"), chat, waiting.runId);
  expect((await messagesOf(w.as("dora"), chat)).runs).toEqual([]);
});
