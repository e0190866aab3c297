/** Rows that are read for a page of rows of a large folder, and for the caller's tasks. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { d1 } from "../support/d1.ts";
import { grant, makePage, world, type World } from "../support/world.ts";
import { call, postJson } from "../flows/sign-in.ts";
import { measure } from "../cost/meter.ts";

const PAGES = 10_000;
const FOLDER = `---
properties:
  Status:
    - To do
    - Doing
    - Done
  Due: date
  Budget: number
  Rare: checkbox
---
`;

let w: World;
let folder: string;

/** As many pages as no folder can have, so that the cost does not depend on the number. */
beforeAll(async () => {
  w = await world();
  folder = await makePage(w, { type: "FOLDER", content: FOLDER });
  const pages = d1`with recursive n (i) as (select 0 union all select i + 1 from n where i < ${PAGES - 1})
    insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
    select ${folder} || '-' || printf('%05d', (i * 7919) % 10007), ${w.drive}, ${folder}, 'Page ' || i, 'DOCUMENT', i, ${w.ids.olivia}, 1, 1 from n`;
  const values = (key: string, value: string, condition = "1") =>
    env.DB.prepare(
      `insert into page_values (page_id, key, n, parent_id, value, shown)
       select id, ?1, 0, ?2, v, null from (select id, i, ${value} as v from (select id, cast(position as integer) as i from pages where parent_id = ?2)) where ${condition}`,
    ).bind(key, folder);
  await env.DB.batch([
    pages,
    values("status", "case i % 20 when 0 then 'doing' when 1 then 'to do' when 2 then 'review' else 'done' end"),
    values("due", "date('2026-01-01', (i * 31 % 700) || ' days')", "i % 5 > 0"),
    values("budget", "i % 977"),
    values("rare", "1", "i % 500 = 0"),
  ]);
  // Every hundredth page is withheld from Vera.
  for (let n = 0; n < 20; n += 1) await grant(`${folder}-${String(n).padStart(5, "0")}`, w.ids.vera, 0);
}, 120_000);

async function costOf(request: object): Promise<{ rows: number; trips: number; found: number }> {
  const { status, body, waited } = await measure(() =>
    postJson(
      `/api/pages/${folder}/rows`,
      { today: "2026-12-01", limit: 50, ...request },
      { Authorization: `Bearer ${w.session("vera")}` },
    ),
  );
  expect(status, body).toBe(200);
  const { rows } = JSON.parse(body) as { rows: unknown[] };
  return { rows: waited.rowsRead, trips: waited.trips, found: rows.length };
}

/** The values of fifty pages, the pages, and the caller's grants on them are five rows each. */
test.each<readonly [string, object, number]>([
  ["sorted by date, without those that are done", { query: "Status != Done", sort: ["Due"] }, 1150],
  ["from the middle, backwards", { query: "Status != Done and Due <= today", sort: ["-Due"] }, 1300],
  ["sorted by number, and then by date", { query: "Status = Done", sort: ["Budget", "Due"] }, 1350],
  ["of a month", { query: "Due >= 2026-12-01 and Due < 2027-01-01", sort: ["Due"] }, 600],
  ["sorted by choice", { sort: ["Status"] }, 1250],
  ["filtered by a rare value", { query: "Rare and Status != Done", sort: ["Due"] }, 400],
  ["in the order of the tree", {}, 350],
])("reads few rows of ten thousand pages %s", async (_, request, budget) => {
  const { rows, trips, found } = await costOf(request);
  expect(trips).toBe(2);
  expect(found).toBeGreaterThan(15);
  expect(rows).toBeLessThanOrEqual(budget);
});

test("the next pages cost as much as the first", async () => {
  const ask = async (cursor?: string) => {
    const request = { query: "Status != Done", sort: ["Due"], limit: 20, cursor };
    const { body, waited } = await measure(() =>
      postJson(`/api/pages/${folder}/rows`, request, { Authorization: `Bearer ${w.session("vera")}` }),
    );
    return { next: (JSON.parse(body) as { nextCursor: string }).nextCursor, rows: waited.rowsRead };
  };
  const first = await ask();
  let last = first;
  for (let n = 0; n < 10; n += 1) last = await ask(last.next);
  expect(last.rows).toBeLessThanOrEqual(first.rows * 1.5);
});

test("the caller's tasks cost the same however many tasks others have", async () => {
  const list = await makePage(w, { type: "TASK_LIST", content: Array.from({ length: 60 }, (_, n) => `- [ ] Task ${n} @[V](user:${w.ids.vera}) due:2026-12-01`).join("\n") }); // oxfmt-ignore
  await d1`with recursive n (i) as (select 0 union all select i + 1 from n where i < 20000)
    insert into task_people (user_id, is_done, due, page_id, key, source) select 'u' || (i % 100), 0, '2026-12-01', ${list}, i, 'x' from n`.run();
  const { status, waited } = await measure(() =>
    call("/api/tasks?limit=50", { headers: { Authorization: `Bearer ${w.session("vera")}` } }),
  );
  expect(status).toBe(200);
  expect(waited.trips).toBe(1);
  expect(waited.rowsRead).toBeLessThanOrEqual(900);
});
