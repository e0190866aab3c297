/** The index of properties and tasks equals the stored texts, whichever way a page was written, moved or removed. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { sweepProperties } from "../../src/features/properties/index.ts";
import { indexedPage } from "../../src/features/properties/rules.ts";
import { reindexProperties } from "../../src/features/properties/statements.ts";
import type { PageType } from "../../src/kernel/page-type.ts";
import { d1 } from "../support/d1.ts";
import { makePage, type World, world } from "../support/world.ts";
import { call } from "../flows/sign-in.ts";
import { measure } from "../cost/meter.ts";

type Stored = { id: string; type: PageType; parent_id: string | null; content: string | null };

/** Compares the index of all pages of the drives with their texts. */
async function expectEqual(w: World): Promise<void> {
  const { results: pages } = await d1`select p.id, p.type, p.parent_id, c.content from pages p
    left join page_contents c on c.page_id = p.id where p.drive_id in (${w.drive}, ${w.otherDrive})`.all<Stored>();
  expect(pages.length).toBeGreaterThan(0);
  const expected = pages.map(({ id, type, parent_id: parent, content }) => ({ id, parent: parent ?? "", ...indexedPage(type, content ?? "") })); // oxfmt-ignore
  const { results: values } = await d1`select v.page_id, v.parent_id, v.key, v.n, v.value, v.shown from page_values v
    join pages p on p.id = v.page_id where p.drive_id in (${w.drive}, ${w.otherDrive})`.all();
  expect(values.map((row) => JSON.stringify(row)).toSorted()).toEqual(
    expected
      .flatMap(({ id, parent, values: rows }) =>
        rows.map(({ key, n, value, shown }) =>
          JSON.stringify({ page_id: id, parent_id: parent, key, n, value, shown }),
        ),
      )
      .toSorted(),
  );
  const { results: people } =
    await d1`select t.page_id, t.user_id, t.is_done, t.due, t.key, t.source, t.remind_on from task_people t
    join pages p on p.id = t.page_id where p.drive_id in (${w.drive}, ${w.otherDrive})`.all();
  expect(people.map((row) => JSON.stringify(row)).toSorted()).toEqual(
    expected
      .flatMap(({ id, people: rows }) =>
        rows.map(({ userId, isDone, due, key, source, remindOn }) =>
          JSON.stringify({
            page_id: id,
            user_id: userId,
            is_done: Number(isDone),
            due,
            key,
            source,
            remind_on: remindOn,
          }),
        ),
      )
      .toSorted(),
  );
}

const matter = (lines: string): string => `---\n${lines}\n---\nText.\n`;
const countOf = async (pageId: string): Promise<number> =>
  (await d1`select count(*) as n from page_values where page_id = ${pageId}`.first<number>("n")) ?? -1;

test("the index equals the texts after creation, edits, moves, the trash, restoring and purging", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const folder = await makePage(w, { type: "FOLDER", content: matter("properties:\n  Due: date\nkind: team") });
  const page = await makePage(w, { parentId: folder, content: matter("Status: Done\nTags: [a, b]\nDue: 2026-12-01") });
  const list = await makePage(w, { type: "TASK_LIST", content: `- [ ] Book @[Edna](user:${w.ids.edna}) due:2026-12-01 remind:1w\n- [x] Pay @[Edna](user:${w.ids.edna}) @[Vera](user:${w.ids.vera})` }); // oxfmt-ignore
  await makePage(w, { type: "CODE", content: matter("Status: Done") });
  await expectEqual(w);
  expect(await countOf(page)).toBe(4);

  await olivia.patch(`/api/pages/${page}`, { content: matter("Status: Doing\nTags: [b]") });
  await olivia.patch(`/api/pages/${list}`, {
    content: `New line\n\n- [x] Book @[Edna](user:${w.ids.edna}) due:2026-12-01`,
  });
  await expectEqual(w);
  expect(await countOf(page)).toBe(2);

  const other = await makePage(w, { type: "FOLDER", title: "Other" });
  await olivia.post("/api/pages/reorder", { pageId: page, parentId: other, position: 1 });
  await expectEqual(w);
  await olivia.post("/api/pages/bulk/move", { pageIds: [page], targetDriveId: w.drive, targetParentId: null });
  await expectEqual(w);
  await olivia.post("/api/pages/reorder", { pageId: page, parentId: folder, position: 1 });

  await olivia.delete(`/api/pages/${page}`);
  await olivia.delete(`/api/pages/${folder}`);
  await expectEqual(w);
  // Its parent is in the trash, so it returns to the root.
  await olivia.post(`/api/pages/${page}/restore`);
  await expectEqual(w);
  expect(await d1`select distinct parent_id from page_values where page_id = ${page}`.first("parent_id")).toBe("");
  await olivia.delete(`/api/pages/${page}`);
  await olivia.delete(`/api/trash/${page}`);
  await olivia.delete(`/api/pages/${list}`);
  await olivia.delete(`/api/trash/${list}`);
  await expectEqual(w);
  expect(await countOf(page)).toBe(0);
});

test("the index equals the texts after bulk creation, bulk edits and tools' edits", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const created = await olivia.post("/api/pages/bulk/create-structure", {
    driveId: w.drive,
    structure: [
      {
        title: "F",
        type: "FOLDER",
        content: "",
        children: [{ title: "A", type: "DOCUMENT", content: matter("Status: Done") }],
      },
    ],
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  await expectEqual(w);
  const page = await makePage(w, { content: matter("Status: Done\nDue: 2026-12-01") });
  const { status, body } = await olivia.post("/api/pages/bulk/update-content", {
    updates: [{ pageId: page, operation: "replace", content: matter("Status: Doing") }],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await expectEqual(w);
  expect(await countOf(page)).toBe(1);
});

test("an edit writes only the rows that differ, and none for a page without properties", async () => {
  const w = await world();
  const lines = Array.from({ length: 30 }, (_, n) => `p${n}: v${n}`).join("\n");
  const withMany = await makePage(w, { content: matter(lines) });
  const without = await makePage(w, { content: "Text.\n" });
  const headers = { Authorization: `Bearer ${w.session("olivia")}`, "Content-Type": "application/json" };
  const written = async (pageId: string, content: string): Promise<{ trips: number; rows: number }> => {
    // Waiting for the search index is one more row.
    await d1`delete from search_dirty`.run();
    const { status, waited } = await measure(() =>
      call(`/api/pages/${pageId}`, { method: "PATCH", headers, body: JSON.stringify({ content }) }),
    );
    expect(status).toBe(200);
    return { trips: waited.trips, rows: waited.rowsWritten };
  };
  const words = (text: string, properties = lines): string => matter(properties).replace("Text.", text);
  // Their rooms start with the first edit. All texts have one length, because their bytes are counted.
  await written(without, "First words.");
  await written(withMany, words("First words."));
  const plain = await written(without, "Other words.");
  expect(await written(withMany, words("Other words."))).toEqual(plain);
  // The row, and its place in the index.
  const changed = await written(withMany, words("Other words.", lines.replace("v7", "w7")));
  expect(changed).toEqual({ trips: plain.trips, rows: plain.rows + 2 });
});

test("the sweep indexes texts that were stored without an index, in bounded steps, twice", async () => {
  const w = await world();
  const pages = [];
  for (let n = 0; n < 3; n += 1) pages.push(await makePage(w, { content: matter(`n: ${n}`) }));
  const list = await makePage(w, { type: "TASK_LIST", content: `- [ ] Book @[Edna](user:${w.ids.edna})` });
  const forget = () => env.DB.batch([d1`delete from page_values`, d1`delete from task_people`]);
  const deps = createDeps(env, createExecutionContext());
  await forget();
  await d1`delete from property_index`.run();
  await sweepProperties(deps);
  await expectEqual(w);
  await forget();
  await sweepProperties(deps);
  expect(await countOf(pages[0] ?? "")).toBe(0);
  await sweepProperties({ ...deps, now: deps.now + 3_700_000 });
  await expectEqual(w);
  await forget();
  await sweepProperties({ ...deps, now: deps.now + 9_000_000 });
  expect(await countOf(list)).toBe(0);
});

test("rows of many long lists are indexed with short parameters", async () => {
  const w = await world();
  const people = Array.from({ length: 10 }, (_, n) => `@[P](user:${n})`).join(" ");
  const content = Array.from({ length: 100 }, (_, n) => `- [ ] ${n} ${people} ${"x".repeat(320)}`).join("\n");
  const lists: { id: string; type: PageType; content: string }[] = [];
  for (let n = 0; n < 9; n += 1)
    lists.push({ id: await makePage(w, { type: "TASK_LIST", content }), type: "TASK_LIST", content });
  const lengths = reindexProperties(lists).flatMap(({ params }) => params.map((param) => String(param).length));
  expect(lengths.reduce((sum, length) => sum + length)).toBeGreaterThan(3_000_000);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(510_000);
  await env.DB.batch([d1`delete from page_values`, d1`delete from task_people`, d1`delete from property_index`]);
  await sweepProperties(createDeps(env, createExecutionContext()));
  await expectEqual(w);
});
