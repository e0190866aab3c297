/** The tasks assigned to the caller, from all lists that they may see. */
import { expect, test } from "vitest";
import { COMMENT, VIEW } from "../../src/kernel/rights.ts";
import { d1 } from "../support/d1.ts";
import { grant, makePage, type Client, type Reply, world } from "../support/world.ts";

type Task = { page: { title: string }; line: number | null; source: string; isDone: boolean; canEdit: boolean; due: string | null; priority: string | null }; // oxfmt-ignore

async function tasksOf(by: Client, query = ""): Promise<Task[]> {
  const tasks: Task[] = [];
  for (let cursor: string | null = "", n = 0; cursor !== null; n += 1) {
    const { status, body }: Reply<{ tasks: Task[]; nextCursor: string | null }> = await by.get(
      `/api/tasks?${query}${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    expect(status).toBe(200);
    tasks.push(...body.tasks);
    cursor = body.nextCursor;
    expect(n).toBeLessThan(50);
  }
  return tasks;
}

const words = (tasks: readonly Task[]): string[] => tasks.map(({ source }) => source.split(" @")[0] ?? "");

test("lists the caller's tasks by due date, with the lines in which they are", async () => {
  const w = await world();
  const edna = `@[Edna](user:${w.ids.edna})`;
  const text = `---\nstatuses:\n  todo: To do\n  doing: Doing, amber\n---\n# Plan\n\n- [ ] Later ${edna} due:2026-12-09 !high status:doing #print est:2h\n- [x] Over ${edna}\n- [ ] Same ${edna}\n- [ ] Same ${edna}\n- [ ] Other @[Vera](user:${w.ids.vera})`;
  await makePage(w, { type: "TASK_LIST", title: "First", content: text });
  await makePage(w, { type: "TASK_LIST", title: "Second", content: `- [ ] Soon ${edna} due:2026-12-01` });
  await makePage(w, { type: "DOCUMENT", title: "No list", content: `- [ ] In a document ${edna}` });
  const client = w.as("edna");
  for (const query of ["limit=2", "limit=100"]) {
    const tasks = await tasksOf(client, query);
    expect(words(tasks)).toEqual(["Soon", "Later", "Same", "Same"]);
    expect(tasks.map(({ line }) => line).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 8, 10, 11]);
    expect(tasks[1]).toMatchObject({
      page: { title: "First" },
      line: 8,
      due: "2026-12-09",
      priority: "high",
      isDone: false,
    });
  }
  const { status, labels, estimate } = (await client.get("/api/tasks")).body.tasks[1];
  expect([status, labels, estimate]).toEqual([{ key: "doing", label: "Doing", color: "amber" }, ["print"], "2h"]);
  expect(words(await tasksOf(client, "done"))).toEqual(["Over"]);
  expect(words(await tasksOf(w.as("vera")))).toEqual(["Other"]);
  expect(await tasksOf(w.as("olivia"))).toEqual([]);
});

test("leaves out lists that the caller may not see, that are in the trash, or out of a token's reach", async () => {
  const w = await world();
  const edna = `@[Edna](user:${w.ids.edna})`;
  const hidden = await makePage(w, {
    type: "TASK_LIST",
    title: "Hidden",
    content: `- [ ] Canary ${edna} due:2026-01-01`,
  });
  const folder = await makePage(w, { type: "FOLDER" });
  const below = await makePage(w, {
    type: "TASK_LIST",
    parentId: folder,
    content: `- [ ] Below ${edna} due:2026-01-02`,
  });
  await makePage(w.as("oscar"), { driveId: w.otherDrive, type: "TASK_LIST", content: `- [ ] Foreign ${edna}` });
  const client = w.as("edna");
  expect(words(await tasksOf(client))).toEqual(["Canary", "Below"]);
  await grant(hidden, w.ids.edna, 0);
  expect(JSON.stringify(await tasksOf(client))).not.toContain("Canary");
  expect(words(await tasksOf((await w.token("edna", { drives: [w.drive] })).client))).toEqual(["Below"]);
  expect(await tasksOf((await w.token("edna", { drives: [w.otherDrive] })).client)).toEqual([]);
  await w.as("olivia").delete(`/api/pages/${folder}`);
  expect(await tasksOf(client)).toEqual([]);
  await w.as("olivia").post(`/api/pages/${folder}/restore`);
  await w.as("olivia").patch(`/api/pages/${below}`, { content: `- [x] Below ${edna}` });
  expect(await tasksOf(client)).toEqual([]);
  expect(words(await tasksOf(client, "done"))).toEqual(["Below"]);
});

test("says whether the caller may edit the list of a task", async () => {
  const w = await world();
  const edna = `@[Edna](user:${w.ids.edna})`;
  const seen = await makePage(w, { type: "TASK_LIST", content: `- [ ] Seen ${edna} due:2026-01-01` });
  await makePage(w, { type: "TASK_LIST", content: `- [ ] Edited ${edna} due:2026-01-02` });
  await grant(seen, w.ids.edna, VIEW | COMMENT);
  const rightsOf = async (by: Client) => (await tasksOf(by)).map(({ canEdit }) => canEdit);
  expect(await rightsOf(w.as("edna"))).toEqual([false, true]);
  expect(await rightsOf((await w.token("edna")).client)).toEqual([false, true]);
  expect(await rightsOf((await w.token("edna", { readOnly: true })).client)).toEqual([false, false]);
});

test("many hidden tasks neither end the list nor appear in a cursor", async () => {
  const w = await world();
  const edna = `@[Edna](user:${w.ids.edna})`;
  const first = await makePage(w, { type: "TASK_LIST", content: `- [ ] First ${edna} due:2025-01-01` });
  const hidden = await makePage(w, { type: "TASK_LIST", content: Array.from({ length: 450 }, (_, n) => `- [ ] Canary ${n} ${edna} due:2026-01-01`).join("\n") }); // oxfmt-ignore
  const last = await makePage(w, { type: "TASK_LIST", content: `- [ ] Seen ${edna}` });
  await grant(hidden, w.ids.edna, 0);
  const { body } = await w.as("edna").get("/api/tasks?limit=1");
  expect(JSON.parse(Buffer.from(body.nextCursor, "base64url").toString())[1]).toBe(first);
  const rest = (await w.as("edna").get(`/api/tasks?limit=1&cursor=${body.nextCursor}`)).body;
  expect(rest).toMatchObject({ tasks: [{ page: { id: last } }], nextCursor: null });
  await d1`delete from task_people where page_id = ${last}`.run();
  expect((await w.as("edna").get("/api/tasks")).body).toMatchObject({ tasks: [{ page: { id: first } }], nextCursor: null }); // oxfmt-ignore
});

test("a response looks at a limited number of hidden tasks", async () => {
  const w = await world();
  const edna = `@[Edna](user:${w.ids.edna})`;
  const hidden = await makePage(w, { type: "TASK_LIST" });
  const seen = await makePage(w, { type: "TASK_LIST", content: `- [ ] Seen ${edna}` });
  await grant(hidden, w.ids.edna, 0);
  const hide = (from: number, to: number) => d1`with recursive n (i) as (select ${from} union all select i + 1 from n where i < ${to})
    insert into task_people (user_id, is_done, due, page_id, key, source) select ${w.ids.edna}, 0, '2025-01-01', ${hidden}, i, 'x' from n`.run(); // oxfmt-ignore
  await hide(1, 5000);
  expect((await w.as("edna").get("/api/tasks")).body).toMatchObject({ tasks: [{ page: { id: seen } }] });
  await hide(5001, 5300);
  expect((await w.as("edna").get("/api/tasks")).body).toEqual({ tasks: [], nextCursor: null });
});
