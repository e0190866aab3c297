/** Listing a drive's whole tree with one scan and by walking gives the same answer. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Person, freshId, world } from "../support/world.ts";

type Shape = { id: string; parent: string | null; position: number; trashed: boolean };

async function plant(driveId: string, shapes: readonly Shape[]): Promise<void> {
  const insert = env.DB.prepare(
    "insert into pages (id, drive_id, parent_id, title, type, position, trashed_at, created_by, created_at, updated_at) values (?, ?, ?, ?, 'FOLDER', ?, ?, 'x', 1, 1)",
  );
  await env.DB.batch(
    shapes.map(({ id, parent, position, trashed }) =>
      insert.bind(id, driveId, parent, `"${id}"`, position, trashed ? 1 : null),
    ),
  );
  await env.DB.prepare("update drives set page_count = ? where id = ?").bind(shapes.length, driveId).run();
}

test("lists the same visible live pages in the same order by scan and by walk", async () => {
  const w = await world();
  const shapes: Shape[] = [];
  let seed = 7;
  // Use the high bits: the low bits of a linear congruential generator repeat quickly.
  const below = (n: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  for (let i = 0; i < 120; i += 1) {
    const parent = i > 3 && below(5) > 0 ? (shapes[below(i)]?.id ?? null) : null;
    // Few positions, so that many tie, and one that needs full precision.
    shapes.push({ id: freshId("p"), parent, position: [1, 2, 2.5, 0.1 + 0.2][below(4)] ?? 1, trashed: below(8) === 0 });
  }
  await plant(w.drive, shapes);
  for (let i = 0; i < 30; i += 1) {
    const rights = [0, 1, 3][below(3)] ?? 0;
    await env.DB.prepare(
      "insert or ignore into page_grants (page_id, user_id, rights, granted_by, created_at) values (?, ?, ?, 'x', 1)",
    )
      .bind(shapes[below(shapes.length)]?.id, w.ids.vera, rights)
      .run();
  }
  const path = `/api/drives/${w.drive}/pages?depth=64&treeLimit=2000`;
  const ask = async (person: Person) => (await w.as(person).get(path)).body;
  const scanned = [await ask("olivia"), await ask("vera"), await ask("edna")];
  // A drive too large for one reply is walked.
  await env.DB.prepare("update drives set page_count = 100000 where id = ?").bind(w.drive).run();
  expect(scanned).toEqual([await ask("olivia"), await ask("vera"), await ask("edna")]);
  expect(scanned[0].pages.length).toBeGreaterThan(scanned[1].pages.length);
  expect(scanned[1].pages.length).toBeGreaterThan(10);
  expect(scanned[2]).toEqual(scanned[0]);
});

test("returns an empty list for an empty drive, and several responses for a large one", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const path = `/api/drives/${w.drive}/pages?depth=64&treeLimit=2000`;
  expect((await olivia.get(path)).body).toEqual({ pages: [], nextCursor: null });
  await plant(
    w.drive,
    Array.from({ length: 9 }, (_, i) => ({ id: freshId("p"), parent: null, position: i, trashed: false })),
  );
  const first = await olivia.get(path.replace("2000", "5"));
  const rest = await olivia.get(`${path.replace("2000", "5")}&cursor=${encodeURIComponent(first.body.nextCursor)}`);
  const all = await olivia.get(path);
  expect([...first.body.pages, ...rest.body.pages]).toEqual(all.body.pages);
  expect(rest.body.nextCursor).toBe(null);
});

test("walks the tree of a drive whose trash exceeds the scan limit", async () => {
  const w = await world();
  const live = freshId("live");
  await plant(w.drive, [{ id: live, parent: null, position: 1, trashed: false }]);
  await env.DB.prepare(
    `insert into pages (id, drive_id, title, type, position, trashed_at, created_by, created_at, updated_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 4100)
     select ?1 || '-gone-' || i, ?1, 'gone', 'FOLDER', i, 1, 'x', 1, 1 from n`,
  )
    .bind(w.drive)
    .run();
  const { body } = await w.as("olivia").get(`/api/drives/${w.drive}/pages?depth=64&treeLimit=2000`);
  expect(body.pages.map((page: { id: string }) => page.id)).toEqual([live]);
});
