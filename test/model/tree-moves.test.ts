/** Many concurrent changes to two trees: the result is a forest, no page is lost, and the counts are correct. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { many, sql, write } from "../../src/db/sql.ts";
import { world, type Client, type Reply, addMember } from "../support/world.ts";
import { MAX_LEVELS, Model, type Page } from "./model.ts";
import { NOW, db } from "./database.ts";
import { pick, randomFrom } from "./steps.ts";

const PAGES = 60;
const CHANGES = env.PROOFS ? 1_000 : 400;
const ROUNDS = env.PROOFS ? Math.ceil(Number(env.PROOFS) / 2_500) : 1;

type Row = { id: string; drive: string; parent: string | null; position: number; trashed: number };

async function readForest(drives: readonly string[]): Promise<Model> {
  const model = new Model();
  for (const id of drives) model.drives.set(id, { id, owner: "", trashed: false, members: new Map() });
  const rows = await db.one(
    many(
      sql<Row>`select id, drive_id as drive, parent_id as parent, position, trashed_at is not null as trashed from pages
        where drive_id in (select value from json_each(${JSON.stringify(drives)}))`,
    ),
  );
  for (const row of rows) model.pages.set(row.id, { ...row, trashed: row.trashed === 1, grants: new Map() });
  return model;
}

/** Length of each page's parent chain; fails on a cycle. */
function heights(model: Model): Map<string, number> {
  const height = new Map<string, number>();
  for (const page of model.pages.values()) {
    let steps = 1;
    for (let up: Page | undefined = page; up !== undefined && up.parent !== null; up = model.pages.get(up.parent)) {
      steps += 1;
      expect(steps, `${page.id} is in a cycle or nested too deeply`).toBeLessThanOrEqual(2 * MAX_LEVELS);
    }
    height.set(page.id, steps);
  }
  return height;
}

const countsOf = async (model: Model): Promise<Record<string, unknown>> => {
  const rows = await db.one(
    many(
      sql<{
        id: string;
        page_count: number;
      }>`select id, page_count from drives where id in (select value from json_each(${JSON.stringify([...model.drives.keys()])}))`,
      (row) => [row.id, row.page_count] as const,
    ),
  );
  return Object.fromEntries(rows);
};

const liveOf = (model: Model): Record<string, number> =>
  Object.fromEntries([...model.drives.keys()].map((id) => [id, model.live(id).length]));

/** A random structural change to pages that other requests change at the same time. */
function changeSome(
  client: Client,
  ids: readonly string[],
  drives: readonly string[],
  random: (below: number) => number,
): Promise<Reply> {
  const some = (): string => pick(ids, random(1000)) ?? "";
  const parent = (): string | null => (random(5) === 0 ? null : some());
  const changes: (() => Promise<Reply>)[] = [
    () => client.post("/api/pages/reorder", { pageId: some(), parentId: parent(), position: random(9) }),
    () => client.post("/api/pages/reorder", { pageId: some(), parentId: some(), position: random(9) }),
    () => client.post("/api/pages/reorder", { pageId: some(), parentId: some(), position: random(9) }),
    () => client.post("/api/pages/bulk/move", { pageIds: [...new Set([some(), some()])], targetDriveId: pick(drives, random(9)), targetParentId: parent() }), // oxfmt-ignore
    () => client.post("/api/pages/bulk/move", { pageIds: [some()], targetDriveId: pick(drives, random(9)) }),
    () => client.delete(`/api/pages/${some()}`),
    () => client.post("/api/pages/bulk/delete", { pageIds: [...new Set([some(), some()])] }),
    () => client.post(`/api/pages/${some()}/restore`),
    () => client.post(`/api/pages/${some()}/restore`),
    () => client.post(`/api/pages/${some()}/restore`),
    () => (random(4) === 0 ? client.delete(`/api/trash/${some()}`) : client.get(`/api/pages/${some()}/breadcrumbs`)),
  ];
  return pick(changes, random(1000))?.() ?? expect.unreachable();
}

test.each(Array.from({ length: ROUNDS }, (_, i) => 1 + i))(
  `keeps a tree with all pages but the purged ones after ${CHANGES} concurrent moves, deletions and restores (%i)`,
  { timeout: 300_000 },
  async (seed) => {
    const random = randomFrom(seed);
    const w = await world();
    const drives = [w.drive, w.otherDrive];
    const ids = Array.from({ length: PAGES }, (_, i) => `${w.drive}-${i}`);
    const rows = ids.map((id, i) => [id, drives[i % 2], i < 20 ? null : ids[i - 20], i]);
    await addMember(w.as("oscar"), w.ids.olivia, { driveId: w.otherDrive, role: "admin" });
    await db.write([
      write(sql`insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
        select value ->> 0, value ->> 1, value ->> 2, 'Page', 'DOCUMENT', value ->> 3, '', ${NOW}, ${NOW} from json_each(${JSON.stringify(rows)})`),
      write(sql`update drives set page_count = ${PAGES / 2} where id in (${w.drive}, ${w.otherDrive})`),
      // Records the pages whose rooms are purged, in the batch that deletes them.
      write(sql`create table if not exists told_gone (id text primary key)`),
      write(sql`create trigger if not exists gone after insert on jobs_outbox when new.job ->> 'kind' = 'rooms.purge' begin
        insert into told_gone select value from json_each(new.job, '$.pageIds'); end`),
    ]);
    const client = w.as("olivia");
    const replies = await Promise.all(Array.from({ length: CHANGES }, () => changeSome(client, ids, drives, random)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.filter((status) => status === 200 || status === 204).length).toBeGreaterThan(CHANGES / 10);

    const model = await readForest(drives);
    const gone = await db.one(many(sql<{ id: string }>`select id from told_gone where id >= ${w.drive} and id < ${`${w.drive}.`}`, (row) => row.id)); // oxfmt-ignore
    expect([...model.pages.keys(), ...gone].toSorted()).toEqual(ids.toSorted());
    heights(model);
    for (const page of model.pages.values()) {
      const parent = page.parent === null ? undefined : model.pages.get(page.parent);
      // Only a trashed page may outlive its parent.
      if (page.parent !== null && parent === undefined) expect(page.trashed, `${page.id} has no parent`).toBe(true);
      if (parent !== undefined) expect(parent.drive, `${page.id} is in another drive than its parent`).toBe(page.drive);
    }
    expect(await countsOf(model)).toEqual(liveOf(model));

    // Everything in the trash can be restored.
    for (const { id } of [...model.pages.values()].filter((page) => model.inTrash(page.id))) {
      expect([200, 409], id).toContain((await client.post(`/api/pages/${id}/restore`)).status);
    }
    const restored = await readForest(drives);
    expect([...restored.pages.keys()].filter((id) => restored.inTrash(id))).toEqual([]);
    expect(Math.max(...heights(restored).values())).toBeLessThanOrEqual(MAX_LEVELS);
    const counts = await countsOf(restored);
    expect(counts).toEqual(liveOf(restored));
    expect(Number(counts[w.drive]) + Number(counts[w.otherDrive])).toBe(PAGES - gone.length);
  },
);
