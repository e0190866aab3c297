/** SQL for the commit that deletes an account: its drives, its credentials and its relations to others. */
import { alias } from "drizzle-orm/sqlite-core";
import { and, eq, isNull } from "drizzle-orm";
import type { Instant } from "../../../kernel/clock.ts";
import { DELETED_USER } from "../../../kernel/person.ts";
import { devices } from "../../../db/schema/devices.ts";
import { driveMembers, drives } from "../../../db/schema/drives.ts";
import { pageGrants, pages } from "../../../db/schema/pages.ts";
import { passkeys } from "../../../db/schema/passkeys.ts";
import { connections } from "../../../db/schema/people.ts";
import { emailChanges, magicLinks, sessions } from "../../../db/schema/sessions.ts";
import { oauthRefreshTokens, oauthRequests } from "../../../db/schema/oauth.ts";
import { mcpTokenDrives, mcpTokens } from "../../../db/schema/tokens.ts";
import { accountDeletions, identities, personWords, users } from "../../../db/schema/users.ts";
import {
  aliased,
  all,
  builder,
  exists,
  first,
  jsonList,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Write,
} from "../../../db/sql.ts";
import type { Query, SQL } from "../../../db/sql.ts";
import { deleteInvitationsOf } from "../../invitations/statements.ts";
import { deleteSignUpLinksOf } from "../../signup/statements.ts";
import { MAX_DRIVE_CHOICES, type OwnedDrive } from "./contract.ts";
import type { DriveHandover } from "./rules.ts";
import { isOtherAdministrator } from "../../../permissions/conditions.ts";

const m = alias(driveMembers, "m");
const u = alias(users, "u");
const o = alias(drives, "o");
const g = alias(pageGrants, "g");
const p = alias(pages, "p");
const x = alias(mcpTokenDrives, "x");
const t = alias(mcpTokens, "t");

/** Maximum admins listed per drive. */
const MAX_ADMINS = 50;

/** Condition over `drive_members m` and `users u`. */
const isRecipientAdmin = sql`${m.role} = 'admin' and ${u.suspendedAt} is null`;

const d = alias(drives, "d");

const owned = {
  id: d.id,
  name: d.name,
  trashedAt: d.trashedAt,
  pageCount: d.pageCount,
  memberCount: sql<number>`(select count(*) from ${driveMembers} where drive_id = ${d.id})`,
  admins: sql<string>`(
    select json_group_array(json_object('id', id, 'name', name, 'image', image))
    from (
      select ${u.id}, ${u.name}, ${u.image}
      from ${driveMembers} m
      cross join ${users} u on ${u.id} = ${m.userId}
      where ${m.driveId} = ${d.id}
        and ${isRecipientAdmin}
      order by ${u.name}, ${u.id}
      limit ${whole(MAX_ADMINS)}))`,
};

/** Returns up to the maximum + 1 drives, so that the caller can tell when there are too many. */
export const listOwned = (userId: SQL | string): Query<OwnedDrive[]> =>
  many(
    rowsOf(
      owned,
      (columns) => sql`select ${columns} from ${drives} d
        where ${d.ownerId} = ${userId}
        order by ${d.name}, ${d.id}
        limit ${whole(MAX_DRIVE_CHOICES + 1)}`,
    ),
    ({ trashedAt, admins, ...drive }) => ({
      ...drive,
      isTrashed: trashedAt !== null,
      admins: JSON.parse(admins) as OwnedDrive["admins"], // built by the query above
    }),
  );

export const isLastAdministrator = (userId: SQL | string): Query<boolean> =>
  exists(sql`select 1 from ${users}
    where id = ${userId}
      and role = 'admin'
      and not ${isOtherAdministrator(userId)}`);

/** The account, for an administrator; null if there is none or it is already being deleted. */
export const findDeletableAccount = (userId: string) =>
  first(
    builder
      .select(aliased({ email: users.loginEmail }))
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt))),
  );

/** The proven address. */
export const findOwnAddress = (userId: SQL): Query<string> =>
  all(
    builder
      .select(aliased({ email: users.loginEmail }))
      .from(users)
      .where(eq(users.id, userId)),
    ([row]) => row?.email ?? "",
  );

/** A possible transfer: whether the recipient is an admin of the drive, and which of their slugs are similar to the drive's. */
export type TransferTarget = DriveHandover & {
  readonly isAdmin: boolean;
  readonly slug: string;
  readonly taken: readonly string[];
};

const isAdminOf = (driveId: SQL, userId: SQL): SQL<number> =>
  sql`exists (
    select 1
    from ${driveMembers} m
    cross join ${users} u on ${u.id} = ${m.userId}
    where ${m.driveId} = ${driveId}
      and ${m.userId} = ${userId}
      and ${isRecipientAdmin})`;

/** Fields of a row `j` in the list of transfers. */
const DRIVE = sql<string>`json_extract(j.value, '$.driveId')`;
const TO = sql<string>`json_extract(j.value, '$.toUserId')`;

const target = {
  driveId: d.id,
  toUserId: TO,
  isAdmin: isAdminOf(DRIVE, TO),
  slug: d.slug,
  taken: sql<string>`(
    select json_group_array(slug) from ${drives} o
    where ${o.ownerId} = ${TO}
      and ${o.slug} >= ${d.slug}
      and ${o.slug} < ${d.slug} || '.')`,
};

export const findTransferTargets = (transfers: readonly DriveHandover[]): Query<TransferTarget[]> =>
  many(
    rowsOf(
      target,
      (columns) => sql`select ${columns}
        from json_each(${JSON.stringify(transfers)}) j
        cross join ${drives} d on ${d.id} = ${DRIVE}`,
    ),
    (row) => ({
      ...row,
      isAdmin: row.isAdmin === 1,
      taken: JSON.parse(row.taken) as string[], // built by the query above
    }),
  );

/** Guard condition: the account exists, owns exactly these drives, and is not the last administrator. */
export const mayBeDeleted = (userId: string, driveIds: readonly string[]): SQL =>
  sql`exists (
    select 1 from ${users}
    where id = ${userId}
      and deleted_at is null
      and (role <> 'admin' or ${isOtherAdministrator(sql`${userId}`)}))
    and (select count(*) from ${drives} where owner_id = ${userId}) = ${driveIds.length}
    and not exists (
      select 1 from ${drives}
      where owner_id = ${userId}
        and id not in ${jsonList(driveIds)})`;

/** Guard condition: every recipient is still an admin of their drive. */
export const recipientsAreAdmins = (transfers: readonly DriveHandover[]): SQL =>
  sql`not exists (
    select 1 from json_each(${JSON.stringify(transfers)}) j
    where not ${isAdminOf(DRIVE, TO)})`;

export type TransferredDrive = DriveHandover & { readonly slug: string };

/** The new owner is no longer a member, and needs no grants. */
export const transferDrives = (handedOver: readonly TransferredDrive[], now: Instant): Write<number>[] => {
  if (handedOver.length === 0) return [];
  const list = JSON.stringify(handedOver);
  return [
    write(sql`update ${drives}
      set owner_id = t.owner, slug = t.slug, updated_at = ${now}
      from (
        select ${DRIVE} as id, ${TO} as owner, json_extract(j.value, '$.slug') as slug
        from json_each(${list}) j) t
      where ${drives.id} = t.id`),
    write(
      sql`delete from ${driveMembers}
        where (drive_id, user_id) in (
          select ${DRIVE}, ${TO} from json_each(${list}) j)`,
    ),
    write(sql`delete from ${pageGrants}
      where (page_id, user_id) in (
        select ${g.pageId}, ${g.userId}
        from json_each(${list}) j
        cross join ${pageGrants} g on ${g.userId} = ${TO}
        cross join ${pages} p on ${p.id} = ${g.pageId}
        where ${p.driveId} = ${DRIVE})`),
  ];
};

/** Hides these drives from everyone at once, in the trash of an account that nobody can open; the job deletes their contents. */
export const hideDrives = (driveIds: readonly string[], now: Instant): Write<number>[] => {
  if (driveIds.length === 0) return [];
  const list = jsonList(driveIds);
  return [
    write(sql`update ${drives} set
        trashed_at = ${now},
        updated_at = ${now}
      where id in ${list}`),
    write(sql`delete from ${mcpTokenDrives}
      where (token_id, drive_id) in (
        select ${x.tokenId}, ${x.driveId}
        from ${driveMembers} m
        cross join ${mcpTokens} t on ${t.userId} = ${m.userId}
        cross join ${mcpTokenDrives} x
          on ${x.tokenId} = ${t.id}
          and ${x.driveId} = ${m.driveId}
        where ${m.driveId} in ${list})`),
    write(sql`delete from ${driveMembers} where drive_id in ${list}`),
  ];
};

/** Removes every way to sign in, every session, and every relation to other people. */
export const deactivateAccount = (userId: string, email: string, now: Instant): Write<number>[] => [
  ...OWN_TABLES.map((table) => write(sql`delete from ${table} where user_id = ${userId}`)),
  write(builder.delete(connections).where(eq(connections.lowId, userId))),
  write(builder.delete(connections).where(eq(connections.highId, userId))),
  write(builder.delete(magicLinks).where(eq(magicLinks.email, email))),
  ...deleteInvitationsOf(userId),
  deleteSignUpLinksOf(userId),
  // MCP tokens are rejected from now on, as for any suspended user; the job deletes them with the rest.
  write(
    builder
      .update(users)
      .set({
        name: DELETED_USER,
        email: "",
        loginEmail: sql`'deleted:' || id`,
        image: null,
        role: "user",
        epoch: sql`epoch + 1`,
        suspendedAt: now,
        deletedAt: now,
        username: null,
        displayName: null,
        bio: "",
        discoverable: 0,
        updatedAt: now,
      })
      .where(eq(users.id, userId)),
  ),
];

const OWN_TABLES = [
  sessions,
  passkeys,
  identities,
  devices,
  emailChanges,
  oauthRequests,
  oauthRefreshTokens,
  personWords,
  pageGrants,
  driveMembers,
];

export const insertDeletion = (userId: string, email: string, byAdmin: boolean, now: Instant): Write<number> =>
  write(
    builder.insert(accountDeletions).values({ userId, email, byAdmin: byAdmin ? 1 : 0, sentAt: now, createdAt: now }),
  );
