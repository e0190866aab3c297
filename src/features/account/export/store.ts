/** SQL for the account itself, and for the drives and files exported with it. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import { VIEW } from "../../../kernel/rights.ts";
import { drives } from "../../../db/schema/drives.ts";
import { blobs, files } from "../../../db/schema/files.ts";
import { storageUsage, users } from "../../../db/schema/users.ts";
import { first, many, rowsOf, sql, whole, type Query, type RowOf, type SQL } from "../../../db/sql.ts";
import { callerId } from "../../../permissions/credential.ts";
import { rightsOnMany, hasRightsOnLivePage } from "../../../permissions/bulk-rights.ts";
import { flag, iso, object } from "./json-store.ts";

const d = alias(drives, "d");
const u = alias(users, "u");

export type About = { readonly json: string; readonly image: string | null };

const about = () => ({
  image: u.image,
  json: object({
    id: u.id,
    name: u.name,
    email: u.loginEmail,
    unprovenEmail: sql`nullif(${u.email}, ${u.loginEmail})`,
    role: u.role,
    provider: u.provider,
    username: u.username,
    displayName: u.displayName,
    bio: u.bio,
    discoverable: flag(u.discoverable),
    createdAt: iso(u.createdAt),
    updatedAt: iso(u.updatedAt),
    suspendedAt: iso(u.suspendedAt),
    storage: sql`(
      select json_object('bytes', bytes, 'files', files)
      from ${storageUsage}
      where user_id = ${u.id})`,
  }),
});

export const findAbout = (userId: SQL | string): Query<About | null> =>
  first(
    rowsOf(
      about(),
      (columns) => sql`select ${columns} from ${users} u
        where ${u.id} = ${userId}
          and ${u.deletedAt} is null`,
    ),
  );

const drive = { id: drives.id, name: drives.name };

export const listLiveDrives = (caller: Caller): Query<RowOf<typeof drive>[]> =>
  many(
    rowsOf(
      drive,
      (columns) => sql`select ${columns} from ${drives}
        where owner_id = ${callerId(caller)}
          and trashed_at is null
        order by name, id
        limit 1000`,
    ),
  );

const b = alias(blobs, "b");

const file = {
  id: files.id,
  filename: files.filename,
  size: files.size,
  sha256: b.sha256,
  generation: files.generation,
  staged: b.staged,
  /** True for a file on a page in another user's drive that the caller may currently see. */
  isShown: sql<number>`coalesce((
    select ${hasRightsOnLivePage(VIEW, "h")} and ${d.ownerId} <> ${files.createdBy}
    from held h
    cross join ${drives} d on ${d.id} = h.drive_id
    where h.root = ${files.pageId}), 0)`,
};

export type OwnFile = Omit<RowOf<typeof file>, "staged" | "isShown"> & {
  readonly staged: boolean;
  readonly isShown: boolean;
};

const FILES_PER_BATCH = 100;

/** Files that the caller uploaded, ordered by id. */
export const listOwnFiles = (caller: Caller, after: string): Query<OwnFile[]> => {
  const some = (column: SQL): SQL =>
    sql`(
      select ${column} from ${files}
      where created_by = ${callerId(caller)}
        and id > ${after}
      order by id
      limit ${whole(FILES_PER_BATCH)})`;
  return many(
    rowsOf(
      file,
      (
        columns,
      ) => sql`with recursive ${rightsOnMany(callerId(caller), sql`(select distinct value from ${some(sql`page_id as value`)})`)}
        select ${columns}
        from ${some(sql`id`)} s
        cross join ${files} on ${files.id} = s.id
        cross join ${blobs} b on ${b.generation} = ${files.generation}
        order by ${files.id}`,
    ),
    (row) => ({ ...row, staged: row.staged === 1, isShown: row.isShown === 1 }),
  );
};
