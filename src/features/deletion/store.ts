/** SQL of the commit that deletes an account: what it owns, and what ends at that instant. */
import type { Instant } from "../../kernel/clock.ts";
import { DELETED_USER } from "../../kernel/person.ts";
import { first, jsonList, many, sql, whole, write, type Query, type SQL, print } from "../../db/sql.ts";
import { MOST_DRIVES, type OwnedDrive } from "./contract.ts";
import type { Transfer } from "./rules.ts";

/** Admins shown of one drive. */
const MOST_ADMINS = 50;

type OwnedRow = {
  id: string;
  name: string;
  trashed_at: number | null;
  page_count: number;
  members: number;
  admins: string;
};

const canTakeOver = sql`m.role = 'admin' and u.suspended_at is null`;

/** One more than may be decided about tells that there are too many. */
export const listOwned = (userId: SQL): Query<OwnedDrive[]> =>
  many<OwnedRow, OwnedDrive>(
    sql`select d.id, d.name, d.trashed_at, d.page_count,
        (select count(*) from drive_members where drive_id = d.id) as members,
        (select json_group_array(json_object('id', id, 'name', name, 'image', image)) from (
          select u.id, u.name, u.image from drive_members m cross join users u on u.id = m.user_id
          where m.drive_id = d.id and ${canTakeOver} order by u.name, u.id limit ${whole(MOST_ADMINS)})) as admins
      from drives d where d.owner_id = ${userId} order by d.name, d.id limit ${whole(MOST_DRIVES + 1)}`,
    (row) => ({
      id: row.id,
      name: row.name,
      isTrashed: row.trashed_at !== null,
      pageCount: row.page_count,
      memberCount: row.members,
      admins: JSON.parse(row.admins) as OwnedDrive["admins"], // built just above
    }),
  );

/** `id > ''` has SQLite search the index of administrators. */
const isOtherAdministrator = (userId: SQL): SQL =>
  sql`exists (select 1 from users where role = 'admin' and suspended_at is null and id > '' and id <> ${userId})`;

export const isLastAdministrator = (userId: SQL): Query<boolean> => ({
  ...print(sql`select 1 from users where id = ${userId} and role = 'admin' and not ${isOtherAdministrator(userId)}`),
  read: (rows) => rows.length > 0,
});

/** The account as an administrator finds it; null when there is none, or it is being deleted. */
export const findAccount = (userId: string): Query<{ email: string } | null> =>
  first<{ login_email: string }, { email: string }>(
    sql`select login_email from users where id = ${userId} and deleted_at is null`,
    (row) => ({ email: row.login_email }),
  );

/** The proven address. */
export const findOwnAddress = (userId: SQL): Query<string> => ({
  ...print(sql`select login_email from users where id = ${userId}`),
  read: ([row]) => (typeof row?.["login_email"] === "string" ? row["login_email"] : ""),
});

/** A transfer as it could be made: whether the other is an admin there, and which of their slugs are near the drive's. */
export type Target = Transfer & { readonly isAdmin: boolean; readonly slug: string; readonly taken: readonly string[] };

const isAdminOf = (driveId: SQL, userId: SQL): SQL =>
  sql`exists (select 1 from drive_members m cross join users u on u.id = m.user_id
    where m.drive_id = ${driveId} and m.user_id = ${userId} and ${canTakeOver})`;

const DRIVE = sql`json_extract(j.value, '$.driveId')`;
const TO = sql`json_extract(j.value, '$.toUserId')`;

export const findTargets = (transfers: readonly Transfer[]): Query<Target[]> =>
  many<{ drive_id: string; to_id: string; is_admin: number; slug: string; taken: string }, Target>(
    sql`select d.id as drive_id, ${TO} as to_id, ${isAdminOf(DRIVE, TO)} as is_admin, d.slug,
        (select json_group_array(slug) from drives o where o.owner_id = ${TO} and o.slug >= d.slug and o.slug < d.slug || '.') as taken
      from json_each(${JSON.stringify(transfers)}) j cross join drives d on d.id = ${DRIVE}`,
    (row) => ({
      driveId: row.drive_id,
      toUserId: row.to_id,
      isAdmin: row.is_admin === 1,
      slug: row.slug,
      taken: JSON.parse(row.taken) as string[], // built just above
    }),
  );

/** A guard's condition: the account is there, owns these drives and no others, and is not the last to administer. */
export const mayBeDeleted = (userId: string, driveIds: readonly string[]): SQL =>
  sql`exists (select 1 from users where id = ${userId} and deleted_at is null and (role <> 'admin' or ${isOtherAdministrator(sql`${userId}`)}))
    and (select count(*) from drives where owner_id = ${userId}) = ${driveIds.length}
    and not exists (select 1 from drives where owner_id = ${userId} and id not in ${jsonList(driveIds)})`;

/** A guard's condition: whoever takes a drive over is still an admin of it. */
export const canAllTakeOver = (transfers: readonly Transfer[]): SQL =>
  sql`not exists (select 1 from json_each(${JSON.stringify(transfers)}) j where not ${isAdminOf(DRIVE, TO)})`;

export type HandedOver = Transfer & { readonly slug: string };

/** The new owner is no member any more, and needs no grants. */
export const handOver = (drives: readonly HandedOver[], now: Instant): Query<number>[] => {
  if (drives.length === 0) return [];
  const list = JSON.stringify(drives);
  return [
    write(sql`update drives set owner_id = t.owner, slug = t.slug, updated_at = ${now} from (
        select ${DRIVE} as id, ${TO} as owner, json_extract(j.value, '$.slug') as slug from json_each(${list}) j) t
      where drives.id = t.id`),
    write(
      sql`delete from drive_members where (drive_id, user_id) in (select ${DRIVE}, ${TO} from json_each(${list}) j)`,
    ),
    write(sql`delete from page_grants where (page_id, user_id) in (
      select g.page_id, g.user_id from json_each(${list}) j cross join page_grants g on g.user_id = ${TO}
        cross join pages p on p.id = g.page_id where p.drive_id = ${DRIVE})`),
  ];
};

/** Out of everybody's sight at once, in the trash of an account that nobody can open; the job removes what is in them. */
export const hideDrives = (driveIds: readonly string[], now: Instant): Query<number>[] => {
  if (driveIds.length === 0) return [];
  const list = jsonList(driveIds);
  return [
    write(sql`update drives set trashed_at = ${now}, updated_at = ${now} where id in ${list}`),
    write(sql`delete from mcp_token_drives where (token_id, drive_id) in (
      select x.token_id, x.drive_id from drive_members m cross join mcp_tokens t on t.user_id = m.user_id
        cross join mcp_token_drives x on x.token_id = t.id and x.drive_id = m.drive_id where m.drive_id in ${list})`),
    write(sql`delete from drive_members where drive_id in ${list}`),
  ];
};

/** Every way to sign in, every session, and every tie to other people. */
export const endAccount = (userId: string, email: string, now: Instant): Query<number>[] => [
  ...OWN_TABLES.map((table) => write(sql`delete from ${table} where user_id = ${userId}`)),
  write(sql`delete from connections where low_id = ${userId}`),
  write(sql`delete from connections where high_id = ${userId}`),
  write(sql`delete from magic_links where email = ${email}`),
  // Tool tokens are refused from now on, like those of anybody who is suspended, and go with the rest.
  write(sql`update users set name = ${DELETED_USER}, email = '', login_email = 'deleted:' || id, image = null, role = 'user',
      epoch = epoch + 1, suspended_at = ${now}, deleted_at = ${now}, username = null, display_name = null, bio = '',
      discoverable = 0, updated_at = ${now}
    where id = ${userId}`),
];

const OWN_TABLES = [
  sql`sessions`,
  sql`passkeys`,
  sql`identities`,
  sql`devices`,
  sql`email_changes`,
  sql`person_words`,
  sql`page_grants`,
  sql`drive_members`,
];

export const insertDeletion = (userId: string, email: string, byAdmin: boolean, now: Instant): Query<number> =>
  write(sql`insert into account_deletions (user_id, email, by_admin, sent_at, created_at)
    values (${userId}, ${email}, ${byAdmin ? 1 : 0}, ${now}, ${now})`);
