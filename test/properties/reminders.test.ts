/** Reminders of tasks: a notification for each assigned user, once, on the day on which the reminder begins. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { remindPeople } from "../../src/features/properties/index.ts";
import { addDays } from "../../src/formats/tasks/recurrence.ts";
import { writable } from "../../src/platform/db.ts";
import { d1 } from "../support/d1.ts";
import { interceptedDb } from "../support/intercepted-db.ts";
import { measure } from "../cost/meter.ts";
import { call } from "../flows/sign-in.ts";
import { grant, makePage, world, type Person, type World } from "../support/world.ts";

const DAY = "2030-03-05";
const BEFORE = addDays(DAY, -1);
const NEXT = addDays(DAY, 1);

let w: World;
beforeEach(async () => {
  await d1`delete from task_people`.run();
  w = await world();
});

const depsOn = (day: string): Deps => createDeps(env, createExecutionContext(), Date.parse(`${day}T09:00:00Z`));
const remindOn = (day: string): Promise<void> => remindPeople(depsOn(day));
const at = (person: Person): string => `@[${person}](user:${w.ids[person]})`;

const listOf = (content: string, page: { parentId?: string; title?: string } = {}): Promise<string> =>
  makePage(w, { type: "TASK_LIST", title: "Plan", content, ...page });

const write = async (pageId: string, content: string): Promise<void> => {
  expect((await w.as("olivia").patch(`/api/pages/${pageId}`, { content })).status).toBe(200);
};

type Notice = { type: string; title: string; message: string; pageId: string; driveId: string; actorId: string | null };

/** Other notifications are those of being assigned. */
const noticesOf = async (person: Person): Promise<Notice[]> =>
  (await w.as(person).get("/api/notifications")).body.notifications.filter(({ type }: Notice) => type === "REMINDER");
const remindedOf = async (person: Person): Promise<string[]> =>
  (await noticesOf(person)).map(({ title }) => title).toSorted();

test("notifies each assigned user once, on the day in UTC on which the reminder begins", async () => {
  const pageId = await listOf(
    [
      `- [ ] Call **us** !high due:${addDays(DAY, 7)} remind:1w ${at("edna")} ${at("vera")} ${at("edna")}`,
      `- [ ] Water ${at("edna")} due:${DAY} remind:2h`,
      `- [ ] Due without a reminder ${at("edna")} due:${DAY}`,
      `- [ ] Reminder without a date ${at("edna")} remind:0d`,
      `- [ ] No calendar has it ${at("edna")} due:2030-02-31 remind:0d`,
    ].join("\n"),
  );
  await d1`update users set language = 'de' where id = ${w.ids.vera}`.run();
  await remindPeople(createDeps(env, createExecutionContext(), Date.parse(`${BEFORE}T23:59:59Z`)));
  expect([await remindedOf("edna"), await remindedOf("vera")]).toEqual([[], []]);
  await remindPeople(createDeps(env, createExecutionContext(), Date.parse(`${DAY}T00:00:00Z`)));
  await remindOn(DAY);
  await remindOn(NEXT);
  expect(await remindedOf("edna")).toEqual(["Call **us**", "Water"]);
  expect(await remindedOf("olivia")).toEqual([]);
  expect(await noticesOf("vera")).toMatchObject([
    {
      title: "Call **us**",
      message: `Erinnerung: fällig am ${addDays(DAY, 7)} in „Plan“.`,
      pageId,
      driveId: w.drive,
      actorId: null,
    },
  ]);
});

test("an edit that keeps the reminder sends nothing again, and a new task with the same day is sent", async () => {
  const task = (words: string, box = " "): string => `- [${box}] ${words} due:${DAY} remind:0d ${at("edna")}`;
  const pageId = await listOf(task("Call"));
  await remindOn(DAY);
  for (const content of [
    task("Call them"),
    `# Plan\n\n${task("Call them #phone !high")}`,
    `# Plan\n\n${task("Call them #phone !high", "x")}`,
    `# Plan\n\n${task("Call them #phone !high")}`,
    `# Plan\n\n- [ ] Call them due:${NEXT} remind:1d ${at("edna")}`,
  ]) {
    await write(pageId, content);
    await remindOn(DAY);
  }
  expect(await remindedOf("edna")).toEqual(["Call"]);
  await write(pageId, `- [ ] Call them due:${NEXT} remind:1d ${at("edna")}\n${task("Call back")}`);
  await remindOn(DAY);
  expect(await remindedOf("edna")).toEqual(["Call", "Call back"]);
  // Another user is assigned, who was not reminded.
  await write(pageId, `${task("Call back")} ${at("vera")}`);
  await remindOn(DAY);
  expect([await remindedOf("edna"), await remindedOf("vera")]).toEqual([["Call", "Call back"], ["Call back"]]);
});

test("a reminder that moves to a later day is sent on that day again, as that of a recurring task is", async () => {
  const pageId = await listOf(`- [ ] Call due:${DAY} remind:0d ${at("edna")}`);
  await remindOn(DAY);
  await write(pageId, `- [ ] Call again due:${addDays(DAY, 9)} remind:1d ${at("edna")}`);
  await remindOn(NEXT);
  await remindOn(addDays(DAY, 7));
  expect(await remindedOf("edna")).toEqual(["Call"]);
  await remindOn(addDays(DAY, 8));
  await remindOn(addDays(DAY, 9));
  expect(await remindedOf("edna")).toEqual(["Call", "Call again"]);
});

test("a reminder is sent a day late, and not later", async () => {
  await listOf(`- [ ] Late due:${DAY} remind:0d ${at("edna")}\n- [ ] Over due:${BEFORE} remind:0d ${at("edna")}`);
  await remindOn(NEXT);
  expect(await remindedOf("edna")).toEqual(["Late"]);
});

test("sends nothing for done tasks and pages in the trash, and not to users who may not see the page or do not want it", async () => {
  const everyone = (["adam", "edna", "vera", "cora", "sara", "dora", "oscar"] as const).map(at).join(" ");
  const task = (words: string): string => `- [ ] ${words} due:${DAY} remind:0d ${everyone}`;
  const pageId = await listOf(`${task("Call")}\n- [x] Done due:${DAY} remind:0d ${everyone}`);
  const folder = await makePage(w, { type: "FOLDER" });
  await listOf(task("Below the trash"), { parentId: folder });
  const trashed = await listOf(task("In the trash"));
  await w.as("olivia").delete(`/api/pages/${folder}`);
  await w.as("olivia").delete(`/api/pages/${trashed}`);
  await grant(pageId, w.ids.edna, 0);
  await w.as("vera").put(`/api/notifications/muted/pages/${pageId}`);
  await w.as("cora").put(`/api/notifications/muted/drives/${w.drive}`);
  await w.as("sara").put("/api/notifications/settings", { off: ["REMINDER"] });
  await d1`delete from drive_members where user_id = ${w.ids.dora}`.run();
  await remindOn(DAY);
  // What was withheld is not sent afterwards.
  await d1`delete from page_grants where page_id = ${pageId}`.run();
  await w.as("vera").delete(`/api/notifications/muted/pages/${pageId}`);
  await w.as("olivia").post(`/api/pages/${trashed}/restore`);
  await remindOn(DAY);
  const others = await Promise.all((["edna", "vera", "cora", "sara", "dora", "oscar"] as const).map(remindedOf));
  expect(others).toEqual([[], [], [], [], [], []]);
  expect(await remindedOf("adam")).toEqual(["Call"]);
});

test("two runs that found the same reminders send each once", async () => {
  await listOf(`- [ ] Call due:${DAY} remind:0d ${at("edna")} ${at("vera")}`);
  let found = 0;
  let proceed: () => void = () => undefined;
  const both = new Promise<void>((done) => (proceed = done));
  const overlapping = (): Deps => {
    const deps = depsOn(DAY);
    const db = interceptedDb(deps.db, async (queries) => {
      found += 1;
      if (found === 2) proceed();
      await both;
      return writable(deps.db).write(queries);
    });
    return { ...deps, db };
  };
  await Promise.all([remindPeople(overlapping()), remindPeople(overlapping())]);
  expect(found).toBe(2);
  expect([await remindedOf("edna"), await remindedOf("vera")]).toEqual([["Call"], ["Call"]]);
});

test("sends at most 500 reminders per run, and the others in the next one", async () => {
  const pageId = await listOf("No tasks");
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 510)
    insert into task_people (user_id, is_done, due, page_id, key, source, remind_on)
    select ${w.ids.edna}, 0, ${DAY}, ${pageId}, i, 'Task ' || i, ${DAY} from n`.run();
  const total = async () => (await w.as("edna").get("/api/notifications?countOnly=true")).body.totalCount;
  await remindOn(DAY);
  expect(await total()).toBe(500);
  await remindOn(DAY);
  expect(await total()).toBe(510);
});

test("a run reads no more than a row of tasks that are not due, were reminded, or have no reminder", async () => {
  const tasks = Array.from({ length: 50 }, (_, n) => `- [ ] T${n} due:${DAY} ${at("edna")}\n- [ ] R${n} due:${DAY} remind:0d ${at("edna")}\n- [ ] L${n} due:2031-01-01 remind:1d ${at("edna")}\n- [x] D${n} due:${DAY} remind:0d ${at("edna")}`); // oxfmt-ignore
  await listOf(tasks.join("\n"));
  await remindOn(DAY);
  expect(await remindedOf("edna")).toHaveLength(50);
  const { waited } = await measure(async () => {
    await remindOn(DAY);
    return new Response();
  });
  // D1 counts the search of an index as a row.
  expect([waited.trips, waited.rowsRead, waited.rowsWritten]).toEqual([1, 1, 0]);
});

test("each reminder reads as many rows when many are sent at once", async () => {
  const sent = async (count: number): Promise<number> => {
    const lines = Array.from({ length: count }, (_, n) => `- [ ] T${n} due:${DAY} remind:0d ${at("edna")}`);
    await listOf(lines.join("\n"));
    const { waited } = await measure(async () => {
      await remindOn(DAY);
      return new Response();
    });
    return waited.rowsRead / count;
  };
  const few = await sent(10);
  expect(await sent(90)).toBeLessThanOrEqual(few * 1.2);
});

test("an edit of a task writes the same rows whether or not other tasks of the list were reminded", async () => {
  const headers = { Authorization: `Bearer ${w.session("olivia")}`, "Content-Type": "application/json" };
  const rowsOf = async (reminder: string): Promise<number[]> => {
    const lines = Array.from({ length: 30 }, (_, n) => `- [ ] T${n} due:${DAY} ${at("edna")} ${n > 0 ? reminder : ""}`);
    const pageId = await listOf(lines.join("\n"));
    await remindOn(DAY);
    const edited = async (words: string) => {
      await d1`delete from search_dirty`.run();
      const content = [words, ...lines.slice(1)].join("\n");
      const { status, waited } = await measure(() =>
        call(`/api/pages/${pageId}`, { method: "PATCH", headers, body: JSON.stringify({ content }) }),
      );
      expect(status).toBe(200);
      return [waited.trips, waited.rowsWritten];
    };
    await edited(`- [ ] First ${at("edna")}`);
    return edited(`- [ ] Other ${at("edna")}`);
  };
  expect(await rowsOf("remind:0d")).toEqual(await rowsOf(""));
});
