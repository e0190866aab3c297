/** SQL for drives: reads return what the caller may see, writes are values for a batch. */
import { readDriveLocation } from "../../kernel/drive-location.ts";
import { and, eq, gte, lt } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull, type Instant } from "../../kernel/clock.ts";
import { unpackRights, type Rights } from "../../kernel/rights.ts";
import { drives, driveMembers } from "../../db/schema/drives.ts";
import { pages } from "../../db/schema/pages.ts";
import { mcpTokenDrives, mcpTokens } from "../../db/schema/tokens.ts";
import { users } from "../../db/schema/users.ts";
import {
  aliased,
  builder,
  first,
  many,
  rowsOf,
  sql,
  write,
  type Named,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { type Authorized, writeUnder } from "../../permissions/authorized.ts";
import { callerId, callerCte, prepareForCaller } from "../../permissions/credential.ts";
import type { Drive } from "./contract.ts";
import { callerDrives, MAY_VIEW_DRIVE } from "../../permissions/caller-drives.ts";

const t = alias(mcpTokens, "t");
const d = alias(drives, "d");

const access = {
  id: d.id,
  ownerId: d.ownerId,
  slug: d.slug,
  name: d.name,
  role: sql<Drive["role"]>`mine.role`,
  rights: sql<Rights>`mine.rights`,
  trashedAt: d.trashedAt,
  location: d.location,
  pageCount: sql<number>`max(0, ${d.pageCount} - mine.hidden)`,
  createdAt: d.createdAt,
  updatedAt: d.updatedAt,
};

/** A drive with one caller's role and rights on it. */
export type DriveAccess = RowOf<typeof access>;

const prepareAccessList = (more: SQL) =>
  prepareForCaller((userId) =>
    rowsOf(
      access,
      (columns) => sql`with recursive ${callerCte(userId)}, ${callerDrives(null)}
        select ${columns}
        from mine
        cross join ${drives} d on ${d.id} = mine.id
        where ${MAY_VIEW_DRIVE}${more}
        order by ${d.name}, ${d.id}`,
    ),
  );

const liveDriveAccess = prepareAccessList(sql` and ${d.trashedAt} is null`);
const allDriveAccess = prepareAccessList(sql``);

/** The caller's live drives by name, optionally with their own trashed ones. */
export const listDriveAccess = (caller: Caller, withTrashed: boolean): Query<DriveAccess[]> =>
  many((withTrashed ? allDriveAccess : liveDriveAccess)(caller, {}));

const accessById = prepareForCaller((userId, { driveId }: Named<"driveId">) =>
  rowsOf(
    access,
    (columns) => sql`with recursive ${callerCte(userId)}, ${callerDrives(sql`${driveId}`)}
      select ${columns}
      from mine
      cross join ${drives} d on ${d.id} = mine.id
      where ${MAY_VIEW_DRIVE}`,
  ),
);

/** Null unless the drive is the caller's own, or a live one of which they are a member with the view right. */
export const findDriveAccess = (caller: Caller, driveId: string): Query<DriveAccess | null> =>
  first(accessById(caller, { driveId }));

/** Live pages of a drive that a member sees; null for a user who is not a member. */
export const countPagesOf = (driveId: string, userId: string): Query<number | null> =>
  first(
    rowsOf(
      { role: access.role, pageCount: access.pageCount },
      (columns) => sql`with recursive ${callerCte(sql`${userId}`)}, ${callerDrives(driveId)}
        select ${columns}
        from mine
        cross join ${drives} d on ${d.id} = mine.id
        where mine.role <> 'owner'`,
    ),
    ({ pageCount }) => pageCount,
  );

export const toDrive = (drive: DriveAccess): Drive => ({
  id: drive.id,
  name: drive.name,
  slug: drive.slug,
  ownerId: drive.ownerId,
  role: drive.role,
  rights: unpackRights(drive.rights),
  isTrashed: drive.trashedAt !== null,
  trashedAt: toIsoOrNull(drive.trashedAt),
  pageCount: drive.pageCount,
  location: readDriveLocation(drive.location),
  createdAt: toIso(drive.createdAt),
  updatedAt: toIso(drive.updatedAt),
});

/** Slugs of the caller's drives that equal `base` or start with `base-`: "." is the character after "-". */
export const listSlugs = (caller: Caller, base: string): Query<string[]> =>
  many(
    builder
      .select(aliased({ slug: drives.slug }))
      .from(drives)
      .where(and(eq(drives.ownerId, callerId(caller)), gte(drives.slug, base), lt(drives.slug, `${base}.`))),
    ({ slug }) => slug,
  );

type NewDrive = Pick<typeof drives.$inferInsert, "id" | "ownerId" | "name" | "slug" | "location"> & { now: Instant };

export const insertDrive = ({ now, ...drive }: NewDrive): Write<number> =>
  write(builder.insert(drives).values({ ...drive, createdAt: now, updatedAt: now }));

/** Inserts every new user's first drive; does nothing unless the user row was inserted. */
export const insertPersonalDrive = (id: string, userId: string, now: Instant): Write<number> =>
  write(sql`insert into ${drives} (id, owner_id, name, slug, created_at, updated_at)
    select ${id}, id, 'Personal', 'personal', ${now}, ${now} from ${users}
    where id = ${userId}`);

type OnDrive = { readonly id: string };

export const renameDrive = (allowed: Authorized<"drive.rename", OnDrive>, name: string, now: Instant): Write<number> =>
  updateTarget(allowed, { name, updatedAt: now });

export const trashDrive = (allowed: Authorized<"drive.trash", OnDrive>, now: Instant): Write<number> =>
  updateTarget(allowed, { trashedAt: now, updatedAt: now });

export const restoreDrive = (allowed: Authorized<"drive.restore", OnDrive>, now: Instant): Write<number> =>
  updateTarget(allowed, { trashedAt: null, updatedAt: now });

const updateTarget = (
  allowed: Authorized<"drive.rename" | "drive.trash" | "drive.restore", OnDrive>,
  changes: Partial<typeof drives.$inferInsert>,
): Write<number> =>
  writeUnder(allowed, write(builder.update(drives).set(changes).where(eq(drives.id, allowed.target.id))));

/** Selects the ids of all pages of a drive. */
export const pagesOf = (driveId: string): SQL => sql`select id from ${pages} where drive_id = ${driveId}`;

/**
 * Deletes a drive and its pages; texts, grants and members follow by cascade. Token scopes are found through the tokens
 * of the owner and the members; an id left in a former member's token is never reused.
 */
export function deleteDrive(allowed: Authorized<"drive.purge", OnDrive>): Write<number>[] {
  const driveId = allowed.target.id;
  return [
    write(sql`delete from ${mcpTokenDrives}
    where drive_id = ${driveId}
      and token_id in (
        select ${t.id} from ${mcpTokens} t
        where ${t.userId} in (
          select owner_id from ${drives} where id = ${driveId}
          union
          select user_id from ${driveMembers} where drive_id = ${driveId}))`),
    write(builder.delete(pages).where(eq(pages.driveId, driveId))),
    write(builder.delete(drives).where(eq(drives.id, driveId))),
  ].map((statement) => writeUnder(allowed, statement));
}
