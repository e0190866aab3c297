/** The plans of the hot statements, with statistics of a small and of a large workspace. */
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { endpointsOf } from "./endpoints.ts";
import { measure, searchStatements, statements } from "./meter.ts";
import { faultsOf, usesTree } from "./plans.ts";
import { seed } from "./seed.ts";
import { SIZES } from "./workspace.ts";
import { isNight } from "../support/nightly.ts";
import { newStorage } from "../support/empty-storage.ts";
import { d1 } from "../support/d1.ts";

const sizes = { "1,000": SIZES.S, ...(isNight && { "100,000": SIZES.M }) };

test.each(Object.entries(sizes))(
  "no statement scans a whole table or drive at %s pages",
  async (_, size) => {
    await newStorage();
    await seed(size);
    await d1`analyze`.run();
    await env.SEARCH.prepare("analyze").run();
    // What other files measured was planned for other data.
    statements.clear();
    searchStatements.clear();
    for (const endpoint of endpointsOf("d-1", size.textBytes)) {
      const request = await endpoint.request(1);
      await measure(() => exports.default.fetch(request));
    }
    expect(await faultsOf(statements)).toEqual([]);
    expect(searchStatements.size).toBeGreaterThan(0);
    expect(await faultsOf(searchStatements, false, env.SEARCH)).toEqual([]);
    const downTheTree = [...statements].filter((text) => /parent_id = (below|c)\.id/.test(text.replaceAll('"', "")));
    expect(downTheTree.length).toBeGreaterThan(4);
    for (const text of downTheTree) expect(await usesTree(text), text).toBe(true);
  },
  // A hundred thousand pages are seeded, beside three other files.
  180_000,
);

test("the check detects scans of an aliased table, an index and a drive", async () => {
  const bad = [
    "select * from pages",
    "select p.id from drives d join pages as p on p.title = d.name where d.id = ?",
    'select "p"."id" from "pages" "p" where "p"."title" = ?',
    "select id from users where created_at < ? order by id limit 5",
    "select title from pages indexed by pages_tree where drive_id = ? and title = ?",
  ];
  expect(await faultsOf(bad)).toHaveLength(bad.length);
  const good = [
    "with recursive n (i) as (select 1 union all select i + 1 from n where i < 9) select * from n",
    "select * from pages where id in (select value from json_each(?))",
    "select * from pages p where p.drive_id = ? and p.parent_id = ?",
  ];
  expect(await faultsOf(good)).toEqual([]);
});
