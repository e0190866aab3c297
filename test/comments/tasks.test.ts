/** Threads that are resolved by a task. */
import { expect, test, vi } from "vitest";
import { grant, makePage, world, type World } from "../support/world.ts";
import { comment, list, threadsOf } from "./requests.ts";

vi.setConfig({ testTimeout: 60_000 });

const TASKS = "# To do\n\n- [ ] Check the date\n- [x] Done before\n";

async function linked() {
  const w = await world();
  const pageId = await makePage(w, { content: "We meet on Monday.\n" });
  const tasks = await makePage(w, { type: "TASK_LIST", content: TASKS });
  const { revision } = (await w.as("olivia").get(`/api/pages/${tasks}`)).body;
  const { id } = await comment(w.as("cora"), pageId, "when?", { kind: "quote", quote: "Monday" });
  const at = `${threadsOf(pageId)}/${id}`;
  const link = (line: number, page = tasks) =>
    w.as("cora").patch(at, { task: { pageId: page, line, baseRevision: revision } });
  return { w, pageId, tasks, revision, id, at, link };
}

async function writeTasks(w: World, tasks: string, content: string): Promise<void> {
  expect((await w.as("edna").patch(`/api/pages/${tasks}`, { content })).status).toBe(200);
}

test("links a thread to a task, follows its line, and unlinks it", async () => {
  const { w, pageId, tasks, at, link } = await linked();
  expect((await link(3)).body.task).toEqual({ pageId: tasks, line: 3, isDone: false });
  await writeTasks(w, tasks, TASKS.replace("# To do\n", "# To do\n\nSoon:\n"));
  expect((await w.as("vera").get(at)).body.task).toEqual({ pageId: tasks, line: 5, isDone: false });
  expect((await list(w.as("vera"), pageId)).threads[0].task).toEqual({ pageId: tasks, line: null, isDone: false });
  await grant(tasks, w.ids.vera, 0);
  expect((await w.as("vera").get(at)).body.task).toEqual({ pageId: tasks, line: null, isDone: false });
  expect((await w.as("cora").patch(at, { task: null })).body.task).toBeNull();
});

test("links no thread to a line without an open task, or to a page that the caller cannot see", async () => {
  const { w, tasks, at, link } = await linked();
  const refused = [await link(1), await link(4), await link(40)];
  expect(refused.map(({ body }) => body.code)).toEqual(["invalid_request", "conflict", "line_out_of_range"]);
  const sheet = await makePage(w, { type: "SHEET", content: "a,b" });
  expect((await link(1, sheet)).status).toBe(400);
  expect((await link(1, "unknown")).status).toBe(404);
  await grant(tasks, w.ids.cora, 0);
  expect((await link(3)).status).toBe(404);
  expect((await w.as("edna").get(at)).body.task).toBeNull();
});

test("resolves the thread when its task is done", async () => {
  const { w, pageId, tasks, id, link } = await linked();
  await link(3);
  await writeTasks(w, tasks, TASKS.replace("[ ]", "[x]"));
  const seen = await list(w.as("vera"), pageId, "?state=resolved");
  expect(seen.threads).toMatchObject([
    { id, closed: { as: "task", by: { id: w.ids.edna } }, task: { pageId: tasks, isDone: true } },
  ]);
});

test("links a thread on a task's words to that task, and only while it is open", async () => {
  const { w, tasks, revision } = await linked();
  const { id } = await comment(w.as("cora"), tasks, "which?", { kind: "quote", quote: "the date" });
  const at = `${threadsOf(tasks)}/${id}`;
  const task = { pageId: tasks, line: 3, baseRevision: revision };
  await w.as("cora").patch(at, { isResolved: true });
  expect((await w.as("cora").patch(at, { task })).status).toBe(409);
  await w.as("cora").patch(at, { isResolved: false });
  expect((await w.as("cora").patch(at, { task })).body).toMatchObject({ task: { line: 3 }, target: { startLine: 3 } });
  await writeTasks(w, tasks, TASKS.replace("[ ]", "[x]"));
  expect((await list(w.as("vera"), tasks)).counts).toMatchObject({ open: 0, resolved: 1 });
});
