/** SQL of drives: reads return what the caller sees, writes are values for a batch. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull, type Instant } from "../../kernel/clock.ts";
import { VIEW, unpackRights, type Rights } from "../../kernel/rights.ts";
import { first, many, sql, write, type Query } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import { me, mine } from "./access.ts";
import type { Drive } from "./contract.ts";

/** A drive as one caller stands to it. */
export type Sight = {
  readonly id: string;
  readonly ownerId: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Drive["role"];
  readonly rights: Rights;
  readonly trashedAt: Instant | null;
  readonly pageCount: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

type SightRow = {
  id: string;
  owner_id: string;
  slug: string;
  name: string;
  role: Drive["role"];
  rights: number;
  trashed_at: number | null;
  page_count: number;
  created_at: number;
  updated_at: number;
};

const toSight = (row: SightRow): Sight => ({
  id: row.id,
  ownerId: row.owner_id,
  slug: row.slug,
  name: row.name,
  role: row.role,
  rights: row.rights,
  trashedAt: row.trashed_at,
  pageCount: row.page_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const COLUMNS = sql`d.id, d.owner_id, d.slug, d.name, mine.role, mine.rights, d.trashed_at,
  max(0, d.page_count - mine.hidden) as page_count, d.created_at, d.updated_at`;

/** The drives of the caller that are live, by name; with their own trashed ones if asked for. */
export const listSights = (caller: Caller, withTrashed: boolean): Query<Sight[]> =>
  many<SightRow, Sight>(
    sql`with recursive ${me(caller)}, ${mine(null)}
      select ${COLUMNS} from mine cross join drives d on d.id = mine.id
      where (mine.rights & ${VIEW}) = ${VIEW} and (d.trashed_at is null${withTrashed ? sql` or mine.role = 'owner'` : sql``})
      order by d.name, d.id`,
    toSight,
  );

/** Null unless the drive is the caller's own, or a live one they are a member of and may look at. */
export const findSight = (caller: Caller, driveId: string): Query<Sight | null> =>
  first<SightRow, Sight>(
    sql`with recursive ${me(caller)}, ${mine(driveId)}
      select ${COLUMNS} from mine cross join drives d on d.id = mine.id
      where (mine.rights & ${VIEW}) = ${VIEW} and (d.trashed_at is null or mine.role = 'owner')`,
    toSight,
  );

export const toDrive = (sight: Sight): Drive => ({
  id: sight.id,
  name: sight.name,
  slug: sight.slug,
  ownerId: sight.ownerId,
  role: sight.role,
  rights: unpackRights(sight.rights),
  isTrashed: sight.trashedAt !== null,
  trashedAt: toIsoOrNull(sight.trashedAt),
  pageCount: sight.pageCount,
  createdAt: toIso(sight.createdAt),
  updatedAt: toIso(sight.updatedAt),
});

/** Slugs of the caller's drives that are `base` or start with `base-`: "." is the character after "-". */
export const listSlugs = (caller: Caller, base: string): Query<string[]> =>
  many<{ slug: string }, string>(
    sql`select slug from drives where owner_id = ${callerId(caller)} and slug >= ${base} and slug < ${`${base}.`}`,
    (row) => row.slug,
  );

type NewDrive = { id: string; ownerId: string; name: string; slug: string; now: Instant };

export const insertDrive = (drive: NewDrive): Query<number> =>
  write(sql`insert into drives (id, owner_id, name, slug, created_at, updated_at)
    values (${drive.id}, ${drive.ownerId}, ${drive.name}, ${drive.slug}, ${drive.now}, ${drive.now})`);

export const renameDrive = (driveId: string, name: string, now: Instant): Query<number> =>
  write(sql`update drives set name = ${name}, updated_at = ${now} where id = ${driveId}`);

export const setTrashed = (driveId: string, at: Instant | null, now: Instant): Query<number> =>
  write(sql`update drives set trashed_at = ${at}, updated_at = ${now} where id = ${driveId}`);

/**
 * Everything of a drive. Texts, grants and members go with the rows they hang on. Scopes are found through the tokens
 * of those who belong to the drive; what a former member's token still names is an id that never comes back.
 */
export const deleteDrive = (driveId: string): Query<number>[] => [
  write(sql`delete from mcp_token_drives where drive_id = ${driveId} and token_id in (
    select t.id from mcp_tokens t where t.user_id in (
      select owner_id from drives where id = ${driveId}
      union select user_id from drive_members where drive_id = ${driveId}))`),
  write(sql`delete from pages where drive_id = ${driveId}`),
  write(sql`delete from drives where id = ${driveId}`),
];
