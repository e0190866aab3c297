/** Stores many small worlds in one database, steps them together, and compares SQL results with the model. */
import { env } from "cloudflare:workers";
import { rightsOn } from "../../src/permissions/ancestors.ts";
import { callerId } from "../../src/permissions/credential.ts";
import { nothingHiddenBelow } from "../../src/permissions/bulk-guards.ts";
import { rightsOnMany } from "../../src/permissions/bulk-rights.ts";
import { listLevel, listSubtree, listTrashed, type PageListing } from "../../src/features/drives/listing-store.ts";
import { findDriveAccess } from "../../src/features/drives/store.ts";
import { mayActOnPage } from "../../src/permissions/conditions.ts";
import { loadPageWithChildren } from "../../src/features/pages/store.ts";

import type { Caller } from "../../src/kernel/caller.ts";
import { EVERYTHING, VIEW, includesRights, type Rights } from "../../src/kernel/rights.ts";
import { createDb } from "../../src/platform/db.ts";
import { many, sql, write, type Query, type SQL, type AnyQuery, type Write } from "../../src/db/sql.ts";
import { CREATOR, MAX_LEVELS, Model, type Page } from "./model.ts";
import { pick, randomFrom } from "./steps.ts";
import { listAncestors } from "../../src/features/pages/ancestor-store.ts";

export const db = createDb(env.DB);
export const NOW = 1_700_000_000_000;
const FAR = 4_000_000_000_000;

export const callerOf = (user: string): Caller => ({
  kind: "session",
  tokenHash: `hash ${user}`,
  client: { ip: "", userAgent: "" },
});

export const seedUsers = (users: readonly string[]): Write<number>[] =>
  users.flatMap((user) => [
    write(sql`insert into users (id, name, email, login_email, created_at, updated_at)
      values (${user}, ${user}, ${`${user}@example.com`}, ${`${user}@example.com`}, ${NOW}, ${NOW})`),
    write(sql`insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent)
      values (${callerOf(user).tokenHash}, ${`session ${user}`}, ${user}, 0, ${NOW}, ${FAR}, ${FAR}, ${FAR}, 'test', '', '')`),
  ]);

/** Two drives with one owner each and some pages; an occasional world has a branch down to the deepest level. */
export function makeWorld(name: string, seed: number, users: readonly string[]): Model {
  const random = randomFrom(seed);
  const model = new Model();
  for (const at of [0, 1]) {
    const id = `${name}${"ab"[at]}`;
    model.drives.set(id, { id, owner: users[at] ?? "", trashed: false, members: new Map() });
    const count = at === 0 && random(150) === 0 ? MAX_LEVELS : 2 + random(3);
    for (let n = 0; n < count; n += 1) {
      const before = model.within(id);
      const parent = count === MAX_LEVELS ? before.at(-1) : pick([undefined, ...before], random(8));
      const page = { drive: id, parent: parent?.id ?? null, position: random(4), trashed: false };
      model.pages.set(`${id}${n}`, { id: `${id}${n}`, ...page, grants: new Map() });
    }
  }
  return model;
}

export function seedWorlds(models: readonly Model[]): Write<number>[] {
  const drives = models.flatMap((model) => [...model.drives.values()].map(({ id, owner }) => [id, owner, model.within(id).length])); // oxfmt-ignore
  const pages = models.flatMap((model) => [...model.pages.values()].map((page) => [page.id, page.drive, page.parent, page.position])); // oxfmt-ignore
  return [
    write(sql`insert into drives (id, owner_id, name, slug, page_count, created_at, updated_at)
      select value ->> 0, value ->> 1, '', value ->> 0, value ->> 2, ${NOW}, ${NOW} from json_each(${JSON.stringify(drives)})`),
    write(sql`insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
      select value ->> 0, value ->> 1, value ->> 2, '', 'DOCUMENT', value ->> 3, ${CREATOR}, ${NOW}, ${NOW} from json_each(${JSON.stringify(pages)})`),
  ];
}

/** Empties the tables that store the worlds. */
export const clear: Write<number>[] = [
  write(sql`delete from pages where drive_id in (select id from drives)`),
  write(sql`delete from drives where id >= ''`),
];

/** A query and the result that the model expects. */
export type ExpectedResult = {
  readonly of: string;
  readonly query: AnyQuery<unknown>;
  readonly is: (answer: unknown) => unknown;
  readonly should: unknown;
};

export const claim = <T>(of: string, query: Query<T>, is: (answer: T) => unknown, should: unknown): ExpectedResult => ({
  of,
  query,
  is: is as (answer: unknown) => unknown, // receives only the result of `query`
  should,
});

/** Facts about pages, sorted so that row order does not matter. */
const inOrder = (facts: readonly (readonly [unknown, string])[]): string[] =>
  facts.map((fact) => fact.join(": ")).toSorted();

const bit = (value: boolean): number => (value ? 1 : 0);
/** One fact per page of these worlds, with the values that `tell` returns. */
const ofPages = (models: readonly Model[], tell: (model: Model, page: Page) => readonly unknown[]): string[] =>
  inOrder(models.flatMap((model) => [...model.pages.values()].map((page) => [page.id, tell(model, page).join()])));

const asRead = <R>(statement: SQL): Query<R[]> => many(statement as SQL<R>);

const idsIn = (models: readonly Model[]): string[] => models.flatMap((model) => [...model.pages.keys()]);

type RightsRow = { root: string; drive_id: string; rights: number; admin: number; trashed: number; drive_trashed: number; depth: number }; // oxfmt-ignore

/** The user's rights on every page of these worlds, and the state of each page. */
export const claimOfHeld = (models: readonly Model[], user: string): ExpectedResult =>
  claim(
    `manyHeld of ${user}`,
    asRead<RightsRow>(sql`with recursive ${rightsOnMany(callerId(callerOf(user)), idsIn(models))} select * from held`),
    (rows) => inOrder(rows.map(({ root, ...held }) => [root, [held.drive_id, held.rights, held.admin, held.trashed, held.drive_trashed, held.depth].join()])), // oxfmt-ignore
    ofPages(models, (model, { id, drive }) => [
      drive,
      model.rights(user, id),
      bit(model.rules(user, drive)),
      bit(model.inTrash(id)),
      bit(model.drive(drive).trashed),
      model.pathToRoot(id).length,
    ]),
  );

/** Whether the user may delete everything below each page, and below all of a world's pages at once. */
export const claimsOfBelow = (models: readonly Model[], user: string): ExpectedResult[] =>
  models.flatMap((model) => {
    const pages = [...model.pages.values()].filter((page) => (model.rights(user, page.id) & 9) === 9);
    const ask = (of: readonly Page[]): SQL => sql`select ${nothingHiddenBelow(callerOf(user), idsOf(of))} as ok`;
    const answer = (rows: { ok: number }[]): number | undefined => rows[0]?.ok;
    return [...pages.map((page) => [page]), ...(pages.length > 1 ? [pages] : [])].map((of) =>
      claim(
        `descendants of ${of.map(({ id }) => id).join(" and ")} for ${user}`,
        asRead<{ ok: number }>(ask(of)),
        answer,
        bit(of.every(({ id }) => model.deletes(user, id))),
      ),
    );
  });

/** The SQL fragments that authorize a single page, run for every page. */
export const claimOfRights = (models: readonly Model[], user: string, needed: Rights): ExpectedResult =>
  claim(
    `rightsOn and mayActOnPage of ${user}`,
    asRead<{ id: string; rights: number; may: number }>(
      sql`select j.value as id, ${rightsOn(sql`j.value`, sql`${user}`)} as rights,
          ${mayActOnPage({ caller: callerOf(user), now: NOW, idleSince: -1 }, sql`j.value`, needed, { state: "live" })} as may
        from json_each(${JSON.stringify(idsIn(models))}) j`,
    ),
    (rows) => inOrder(rows.map(({ id, rights, may }) => [id, [rights, may].join()])),
    ofPages(models, (model, { id }) => {
      const rights = model.rights(user, id);
      return [rights, bit(includesRights(rights, needed) && model.isLive(id))];
    }),
  );

const idsOf = (pages: readonly Page[]): string[] => pages.map(({ id }) => id);
const shown = (json: string | null): string[] =>
  (JSON.parse(json ?? "[]") as { id: string; hasChildren: boolean }[]).map(({ id, hasChildren }) => `${id} ${hasChildren}`); // oxfmt-ignore

/** Every listing for this user: trees, levels, trash, breadcrumbs, and page counts of drives. */
export function claimsOfListings(model: Model, user: string): ExpectedResult[] {
  const caller = callerOf(user);
  const withChildren = (pages: readonly Page[]): string[] =>
    pages.map(({ id, drive }) => `${id} ${model.children(user, { drive, parent: id }).length > 0}`);
  const listed = ({ json }: PageListing): string[] => shown(json);
  const ofDrives = [...model.drives.values()].flatMap((drive) => {
    const range = { driveId: drive.id, parentId: null, after: [], limit: 500 };
    const tree = withChildren(model.tree(user, { drive: drive.id, parent: null }));
    const rights = model.root(user, drive.id);
    const isKnown = includesRights(rights, VIEW) && (!drive.trashed || drive.owner === user);
    return [
      claim(`subtree of ${drive.id} for ${user}`, listSubtree(caller, { ...range, depth: MAX_LEVELS }), listed, tree),
      claim(
        `trash of ${drive.id} for ${user}`,
        listTrashed(caller, { driveId: drive.id, after: null, limit: 500 }),
        (trash) => listed(trash).toSorted(),
        withChildren(model.trash(user, drive.id)).toSorted(),
      ),
      claim(
        `sight of ${drive.id} for ${user}`,
        findDriveAccess(caller, drive.id),
        (sight) => sight && [sight.rights, sight.pageCount],
        isKnown ? [rights, model.count(user, drive.id)] : null,
      ),
    ];
  });
  const ofEach = [...model.pages.values()].flatMap(({ id, drive }) => {
    const children = withChildren(model.children(user, { drive, parent: id }));
    const range = { driveId: drive, parentId: id, after: [], limit: 500 };
    return [
      claim(`children of ${id} for ${user}`, loadPageWithChildren(caller, id), (branch) => branch?.children.map((page) => `${page.id} ${page.hasChildren}`), children), // oxfmt-ignore
      claim(`level under ${id} for ${user}`, listLevel(caller, range), listed, children),
      claim(
        `breadcrumbs of ${id} for ${user}`,
        listAncestors(caller, id),
        (crumbs) => {
          let rights = model.root(user, drive);
          return crumbs
            .filter(({ grant }) =>
              includesRights((rights = model.rules(user, drive) ? EVERYTHING : (grant ?? rights)), VIEW),
            )
            .map((crumb) => crumb.id);
        },
        idsOf(model.crumbs(user, id)),
      ),
    ];
  });
  return [...ofDrives, ...ofEach];
}

type Kept = { id: string; drive: string; parent: string | null; position: number; trashed: number; count: number };

/** Every page's location and trash state, and the live page count stored on its drive. */
export const claimOfRows = (models: readonly Model[]): ExpectedResult =>
  claim(
    "pages as they are",
    asRead<Kept>(
      sql`select p.id, d.id as drive, p.parent_id as parent, p.position, p.trashed_at is not null as trashed, d.page_count as count
        from json_each(${JSON.stringify(models.flatMap((model) => [...model.drives.keys()]))}) j cross join drives d on d.id = j.value
        cross join pages p on p.drive_id = d.id`,
    ),
    (rows) => inOrder(rows.map(({ id, ...kept }) => [id, [kept.drive, kept.parent, kept.position, kept.trashed, kept.count].join()])), // oxfmt-ignore
    ofPages(models, (model, { drive, parent, position, trashed }) => [
      drive,
      parent,
      position,
      bit(trashed),
      model.live(drive).length,
    ]),
  );
