/** Bounds on the rows that a search reads, however many grants, memberships and pages the caller has. */
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { measure } from "../cost/meter.ts";
import { ORIGIN, freshId, world } from "../support/world.ts";

/** Rows read by one search in both databases; explained in docs/performance.md. */
const MAX_ROWS = 100_000;

const numbers = (count: number): string =>
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`;

type Seed = readonly [text: string, ...params: (string | number)[]];

async function seedAll(database: D1Database, seeds: readonly Seed[]): Promise<void> {
  for (const [text, ...params] of seeds)
    await database
      .prepare(text)
      .bind(...params)
      .run();
}

/** Rows read by a search over everything, in a drive with many hidden pages, and in one with only some pages shared. */
async function searchWith(times: number): Promise<number[]> {
  const w = await world();
  const own = freshId("own");
  const [vera, olivia] = [w.ids.vera, w.ids.olivia];
  const drive = `insert into drives (id, owner_id, name, slug, created_at, updated_at)`;
  const pages = `insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)`;
  await seedAll(env.DB, [
    // She is a member of many drives and owns many.
    [`${numbers(1_500 * times)} ${drive} select ?1 || i, ?2, 'Many', ?1 || i, 1, 1 from n`, `${own}-d-`, olivia],
    [
      `${numbers(1_500 * times)} insert into drive_members (drive_id, user_id, role, rights, granted_by, created_at)
       select ?1 || i, ?2, 'member', 1, 'x', 1 from n`,
      `${own}-d-`,
      vera,
    ],
    [`${numbers(1_000)} ${drive} select ?1 || i, ?2, 'Own', ?1 || i, 1, 1 from n`, `${own}-o-`, vera],
    // Pages hidden from her individually, a hidden folder with many descendants that have their own grants…
    [
      `${numbers(6_000 * times)} ${pages} select ?1 || i, ?2, null, 'W', 'DOCUMENT', i, 'x', 1, 1 from n`,
      `${own}-w-`,
      w.drive,
    ],
    [
      `${numbers(6_000 * times)} insert into page_grants (page_id, user_id, rights, granted_by, created_at) select ?1 || i, ?2, 0, 'x', 1 from n`,
      `${own}-w-`,
      vera,
    ],
    [
      `${numbers(6_000 * times)} ${pages} select ?1 || i, ?2, ?3, 'B', 'DOCUMENT', i, 'x', 1, 1 from n`,
      `${own}-b-`,
      w.drive,
      `${own}-w-${6_000 * times}`,
    ],
    [
      `${numbers(6_000 * times)} insert into page_grants (page_id, user_id, rights, granted_by, created_at) select ?1 || i, ?2, 0, 'x', 1 from n`,
      `${own}-b-`,
      vera,
    ],
    // …and pages shared with her in a drive of which she is not a member.
    [
      `${numbers(6_000 * times)} ${pages} select ?1 || i, ?2, null, 'G', 'DOCUMENT', i, 'x', 1, 1 from n`,
      `${own}-zg-`,
      w.otherDrive,
    ],
    [
      `${numbers(6_000 * times)} insert into page_grants (page_id, user_id, rights, granted_by, created_at) select ?1 || i, ?2, 1, 'x', 1 from n`,
      `${own}-zg-`,
      vera,
    ],
  ]);
  const { termsOf } = await import("../../src/features/search/word-rules.ts");
  for (const [prefix, driveId] of [
    ["w", w.drive],
    ["b", w.drive],
    ["zg", w.otherDrive],
  ] as const) {
    const terms = termsOf({ title: "Page", content: "a common word of every page", type: "DOCUMENT", driveId });
    await seedAll(env.SEARCH, [
      [
        `${numbers(6_000 * times)} insert into docs (page_id, drive_id, revision, changed_at, title, body)
         select ?1 || i, ?2, 1, 1, ' page ', ' a common word of every page ' from n`,
        `${own}-${prefix}-`,
        driveId,
      ],
      [
        "insert into terms (rowid, tokens) select id, ?2 from docs where page_id >= ?1 and page_id < ?1 || '~'",
        `${own}-${prefix}-`,
        terms,
      ],
    ]);
  }
  const rows: number[] = [];
  for (const where of ["", `&driveId=${w.drive}`, `&driveId=${w.otherDrive}`]) {
    const cost = await measure(() =>
      exports.default.fetch(
        new Request(`${ORIGIN}/api/search?q=common+word+every+page&limit=100${where}`, {
          headers: { Authorization: `Bearer ${w.session("vera")}`, "CF-Connecting-IP": "192.0.2.1" },
        }),
      ),
    );
    expect(cost.status).toBe(200);
    // The extra trip is the typo lookup when nothing was found.
    expect(cost.waited.trips).toBeLessThanOrEqual(4);
    rows.push(cost.waited.rowsRead);
  }
  return rows;
}

test("reads a bounded number of rows, independent of the amount of data", async () => {
  const once = await searchWith(1);
  const twice = await searchWith(2);
  console.log(`rows read: ${once.join(", ")}; with twice as much ${twice.join(", ")}`);
  for (const [i, rows] of once.entries()) {
    expect(rows).toBeLessThanOrEqual(MAX_ROWS);
    expect(twice[i] ?? 0).toBeLessThanOrEqual(rows * 1.05 + 100);
  }
});
