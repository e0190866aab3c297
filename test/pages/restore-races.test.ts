/** Races between restore and purge: whichever wins, everything stays or everything goes, without leftovers. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { restoreDrive } from "../../src/features/drives/service.ts";
import { restorePage as restoreOnePage } from "../../src/features/pages/tree/service.ts";
import type { Caller } from "../../src/kernel/caller.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { type Client, type Reply, type World, freshId, world, makeDrive } from "../support/world.ts";
import { nightly } from "../support/nightly.ts";
import { writable, type WritableDb } from "../../src/platform/db.ts";
import { interceptedDb } from "../support/intercepted-db.ts";
import { d1 } from "../support/d1.ts";

const ROUNDS = 15;

let w: World;
let olivia: Client;
beforeAll(async () => {
  w = await world();
  olivia = w.as("olivia");
});

type TestPages = { drive: string; top: string; middle: string; leaf: string };

/** A drive with pages top > middle > leaf, each with text, a grant and a message; the leaf has a room. */
async function plant(): Promise<TestPages> {
  const drive = await makeDrive(w);
  const node = (title: string, children: object[] = []) => ({ title, type: "CHANNEL", content: title, children });
  const structure = [node("top", [node("middle", [node("leaf")])])];
  const made = await olivia.post("/api/pages/bulk/create-structure", { driveId: drive, structure });
  const ids: string[] = made.body.createdPages.map(({ id }: { id: string }) => id);
  const [top = "", middle = "", leaf = ""] = ids;
  await env.DB.batch(
    ids.flatMap((id) => [
      d1`insert into page_grants (page_id, user_id, rights, granted_by, created_at) values (${id}, ${w.ids.vera}, 1, '', 1)`,
      d1`insert into messages (id, page_id, user_id, role, content, created_at) values (${freshId("message")}, ${id}, ${w.ids.vera}, 'user', '', 1)`,
    ]),
  );
  await olivia.patch(`/api/pages/${leaf}`, { content: "words" });
  expect(await hasRoom(leaf)).toBe(true);
  return { drive, top, middle, leaf };
}

const hasRoom = async (id: string): Promise<boolean> =>
  (await env.PAGE_ROOM.getByName(id).versions(9, null, 0)) !== null;

const count = (text: string, ...params: string[]) =>
  env.DB.prepare(text)
    .bind(...params)
    .first<number>("n");

/** Checks that no row references a missing row. */
async function expectNoOrphans(): Promise<void> {
  const orphans = {
    "pages without their parent": `select count(*) as n from pages p where p.parent_id is not null
      and not exists (select 1 from pages a where a.id = p.parent_id and a.drive_id = p.drive_id)`,
    "pages without a drive": "select count(*) as n from pages where drive_id not in (select id from drives)",
    "members without a drive": "select count(*) as n from drive_members where drive_id not in (select id from drives)",
    ...Object.fromEntries(
      ["page_contents", "page_grants", "messages", "message_reads", "mentions", "files", "token_pages"].map((table) => [
        table,
        `select count(*) as n from ${table} where page_id not in (select id from pages)`,
      ]),
    ),
    "wrong counts": `select count(*) as n from drives d where d.page_count <> (
      with recursive live (id) as (
        select id from pages where drive_id = d.id and parent_id is null and trashed_at is null
        union select p.id from live join pages p on p.parent_id = live.id and p.trashed_at is null)
      select count(*) from live)`,
  };
  const found: Record<string, number | null> = {};
  for (const [what, text] of Object.entries(orphans)) found[what] = await count(text);
  expect(found).toEqual(Object.fromEntries(Object.keys(orphans).map((what) => [what, 0])));
}

/** Checks that jobs empty the rooms of purged pages and leave the other rooms intact. */
async function expectRooms(leaves: readonly string[]): Promise<void> {
  await vi.waitFor(async () => expect(await count("select count(*) as n from jobs_outbox")).toBe(0), 15_000);
  for (const leaf of leaves) {
    const isThere = (await count("select count(*) as n from pages where id = ?", leaf)) === 1;
    await vi.waitFor(async () => expect(await hasRoom(leaf)).toBe(isThere), 15_000);
  }
}

type Race = {
  readonly prepare: (place: TestPages) => Promise<unknown>;
  readonly restore: (place: TestPages) => Promise<Reply>;
  readonly purge: (place: TestPages) => Promise<Reply>;
  /** Answers a restore may give besides 200, which means it came first or restored to the root. */
  readonly refused: readonly string[];
};

const restorePage = (id: string) => olivia.post(`/api/pages/${id}/restore`);
const trash = (id: string) => olivia.delete(`/api/pages/${id}`);
const purge = (id: string) => olivia.delete(`/api/trash/${id}`);

const RACES: Record<string, Race> = {
  "a page while the same page is purged": {
    prepare: ({ top }) => trash(top),
    restore: ({ top }) => restorePage(top),
    purge: ({ top }) => purge(top),
    refused: ["not_found"],
  },
  "a page while its ancestor is purged": {
    prepare: ({ top }) => trash(top),
    restore: ({ leaf }) => restorePage(leaf),
    purge: ({ top }) => purge(top),
    refused: ["not_found"],
  },
  "a separately deleted page while its parent is purged": {
    prepare: async ({ top, leaf }) => [await trash(leaf), await trash(top)],
    restore: ({ leaf }) => restorePage(leaf),
    purge: ({ middle }) => purge(middle),
    refused: ["not_found"],
  },
  "an ancestor while one of its pages is purged": {
    prepare: ({ top }) => trash(top),
    restore: ({ top }) => restorePage(top),
    purge: ({ middle }) => purge(middle),
    refused: [],
  },
  "a drive while the same drive is purged": {
    prepare: ({ drive }) => olivia.delete(`/api/drives/${drive}`),
    restore: ({ drive }) => olivia.post(`/api/drives/${drive}/restore`),
    purge: ({ drive }) => olivia.delete(`/api/trash/drives/${drive}`),
    refused: ["not_found"],
  },
  "a drive and its page while both are purged": {
    prepare: async ({ drive, top }) => [await trash(top), await olivia.delete(`/api/drives/${drive}`)],
    restore: async ({ drive, leaf }) => {
      const restored = await olivia.post(`/api/drives/${drive}/restore`);
      return restored.status === 200 ? restorePage(leaf) : restored;
    },
    purge: async ({ drive, top }) => {
      const purged = await olivia.delete(`/api/trash/drives/${drive}`);
      return purged.status === 200 ? purged : purge(top);
    },
    refused: ["not_found"],
  },
};

nightly.each(Object.entries(RACES))(
  "keeps the tree consistent when restoring %s",
  { timeout: 120_000 },
  async (_, race) => {
    const leaves: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await plant();
      leaves.push(place.leaf);
      await race.prepare(place);
      // Alternate which request is sent first.
      const [restored, purged] =
        round % 2 === 0
          ? await Promise.all([race.restore(place), race.purge(place)])
          : await Promise.all([race.purge(place), race.restore(place)]).then(([a, b]) => [b, a] as const);
      if (restored.status !== 200) expect(race.refused).toContain(restored.body["code"]);
      if (purged.status !== 200) expect(["not_trashed", "conflict"]).toContain(purged.body["code"]);
      // At least one of them succeeded.
      expect([restored.status, purged.status]).toContain(200);
    }
    await expectNoOrphans();
    await expectRooms(leaves);
  },
);

/** Runs `restore` as Olivia, with `meanwhile` between its reads and its writes. */
async function interrupted<T>(restore: (deps: Deps, caller: Caller) => Promise<T>, meanwhile: () => Promise<unknown>) {
  const deps = createDeps(env, { waitUntil: () => undefined });
  let trips = 0;
  const batch: WritableDb["write"] = async (queries) => {
    trips += 1;
    if (trips === 2) await meanwhile();
    return writable(deps.db).write(queries);
  };
  const tokenHash = hashToken("session", w.session("olivia"));
  const caller: Caller = { kind: "session", tokenHash, client: { ip: "192.0.2.9", userAgent: "test" } };
  return restore({ ...deps, db: interceptedDb(deps.db, batch) }, caller);
}

test("returns not_found for a page or drive that is purged while it is being restored", async () => {
  const one = await plant();
  await trash(one.top);
  const page = interrupted(
    (deps, caller) => restoreOnePage(deps, caller, one.leaf),
    () => purge(one.top),
  );
  await expect(page).rejects.toMatchObject({ code: "not_found" });
  const other = await plant();
  await olivia.delete(`/api/drives/${other.drive}`);
  const drive = interrupted(
    (deps, caller) => restoreDrive(deps, caller, other.drive),
    () => olivia.delete(`/api/trash/drives/${other.drive}`),
  );
  await expect(drive).rejects.toMatchObject({ code: "not_found" });
  await expectNoOrphans();
});

test("restores a page at the root when its parent is trashed during the restore", async () => {
  const place = await plant();
  await trash(place.leaf);
  const restored = await interrupted(
    (deps, caller) => restoreOnePage(deps, caller, place.leaf),
    () => trash(place.top),
  );
  expect(restored).toMatchObject({ restoredToRoot: true, parentId: null, isTrashed: false });
  expect((await purge(place.top)).status).toBe(200);
  expect((await olivia.get(`/api/pages/${place.leaf}`)).body).toMatchObject({ content: "words", parentId: null });
  await expectNoOrphans();
});
