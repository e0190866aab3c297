/** Access in SQL: who the caller is and what they may do with a page, as fragments that any statement can embed. */
import type { Placeholder } from "drizzle-orm";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { EVERYTHING, type Rights } from "../../kernel/rights.ts";
import { prepare, sql, type Named, type Printed, type SQL, type SqlParam, type Statement } from "../../db/sql.ts";

/** No tree is deeper; a walk up stops there even if the data were damaged. */
export const MAX_DEPTH = 64;

/**
 * The caller's user id. Says nothing of whether the credential is still good: the `identify` statement in the same
 * batch does, and what this selected is thrown away when it is not.
 */
export const callerId = (caller: Caller): SQL => callerIdBy(caller.kind, caller.tokenHash);

const callerIdBy = (kind: Caller["kind"], tokenHash: string | Placeholder): SQL =>
  kind === "session"
    ? sql`(select user_id from sessions where token_hash = ${tokenHash})`
    : sql`(select user_id from mcp_tokens where token_hash = ${tokenHash})`;

/** `me(id)`: the caller, looked up once. Goes after `with`. */
export const me = (userId: SQL): SQL => sql`me (id) as materialized (select ${userId})`;
export const ME = sql`(select id from me)`;

/** A statement that names its caller by `callerId`: printed once an isolate for each kind of caller, see `prepare`. */
export function prepareForCaller<K extends string, R>(
  write: (callerId: SQL, named: Named<K>) => Statement<R>,
): (caller: Caller, values: Readonly<Record<K, SqlParam>>) => Printed<R> {
  const by = (kind: Caller["kind"]) =>
    prepare<K | "tokenHash", R>((named) => write(callerIdBy(kind, named.tokenHash), named));
  const prepared = { session: by("session"), mcp: by("mcp") };
  return ({ kind, tokenHash }, values) => prepared[kind]({ ...values, tokenHash });
}

/** True while the credential is good: not expired, idle, revoked, suspended or from before a global invalidation. */
export const callerIsLive = (caller: Caller, now: Instant, idleMs: number): SQL =>
  caller.kind === "session"
    ? sql`exists (select 1 from sessions s join users u on u.id = s.user_id where s.token_hash = ${caller.tokenHash} and ${sessionIsLive(now, idleMs)})`
    : sql`exists (select 1 from mcp_tokens t join users u on u.id = t.user_id where t.token_hash = ${caller.tokenHash} and t.revoked_at is null and u.suspended_at is null)`;

/** A guard's condition: the caller is an administrator at this very moment. */
export const callerIsAdmin = (caller: Caller): SQL =>
  sql`exists (select 1 from users where id = ${callerId(caller)} and role = 'admin')`;

/** A guard's condition: a token was made for changing who has access, and for writing in this drive; a session needs no such leave. */
export const callerMayShare = (caller: Caller, driveId: SQL | string): SQL =>
  caller.kind === "session"
    ? sql`1`
    : sql`exists (select 1 from mcp_tokens t where t.token_hash = ${caller.tokenHash} and t.read_only = 0 and t.can_share = 1
        and (t.scope_mode = 'all' or exists (select 1 from mcp_token_drives x where x.token_id = t.id and x.drive_id = ${driveId})))`;

/** Condition over `sessions s join users u`. `idleMs` 0 = no idle timeout. */
export const sessionIsLive = (now: Instant, idleMs: number): SQL =>
  sql`s.expires_at > ${now} and s.epoch = u.epoch and u.suspended_at is null and s.last_seen_at > ${idleMs === 0 ? -1 : now - idleMs}`;

/** `up(id, parent_id, drive_id, trashed_at, depth)`: the page and its ancestors, nearest first. Goes after `with recursive`. */
export const ancestors = (pageId: SQL | string): SQL => sql`up (id, parent_id, drive_id, trashed_at, depth) as (
  select id, parent_id, drive_id, trashed_at, 0 from pages where id = ${pageId}
  union all
  select p.id, p.parent_id, p.drive_id, p.trashed_at, up.depth + 1
  from up cross join pages p on p.id = up.parent_id and p.drive_id = up.drive_id
  where up.depth < ${MAX_DEPTH})`;

/**
 * Effective rights on the page at the foot of `up`: everything for the drive's owner and its admins, else the nearest
 * grant going up, ending at the drive's own. `above` leaves the page's own grant out: what it would inherit.
 */
export const rightsOverUp = (userId: SQL | string, above = false): SQL => sql`coalesce((
  select case when d.owner_id = who.id or m.role = 'admin' then ${EVERYTHING} else coalesce(${nearestGrant(sql`who.id`, above)}, m.rights, 0) end
  from (select ${userId} as id) who cross join up foot on foot.depth = 0 cross join drives d on d.id = foot.drive_id
    left join drive_members m on m.drive_id = d.id and m.user_id = who.id), 0)`;

/** The user's nearest grant going up from the foot of `up`, or from its parent if `above`; null for none. */
export const nearestGrant = (userId: SQL, above = false): SQL => sql`(
  select g.rights from up cross join page_grants g on g.page_id = up.id and g.user_id = ${userId}
  where up.depth >= ${above ? 1 : 0} order by up.depth limit 1)`;

/** 1 for the owner and the admins of a drive, who may do everything in it whatever the grants say; else 0. */
export const driveAdmin = (driveId: SQL | string, userId: SQL): SQL => sql`(
  exists (select 1 from drives where id = ${driveId} and owner_id = ${userId})
  or exists (select 1 from drive_members where drive_id = ${driveId} and user_id = ${userId} and role = 'admin'))`;

/** Effective rights on a page as one value. */
export const rightsOn = (pageId: SQL | string, userId: SQL): SQL =>
  sql`(with recursive ${ancestors(pageId)} select ${rightsOverUp(userId)})`;

/** Rights at the root of a drive. */
export const rightsOnDrive = (driveId: SQL | string, userId: SQL): SQL => sql`coalesce(
  (select ${EVERYTHING} from drives where id = ${driveId} and owner_id = ${userId}),
  (select case role when 'admin' then ${EVERYTHING} else rights end from drive_members where drive_id = ${driveId} and user_id = ${userId}),
  0)`;

/** No page from here to the root is in the trash, nor the drive; false for a page that does not exist. */
export const isLive = (pageId: string | SQL): SQL =>
  sql`(with recursive ${ancestors(pageId)}
    select count(*) > 0 and count(trashed_at) = 0 and not exists (
      select 1 from drives where id = (select drive_id from up where depth = 0) and trashed_at is not null) from up)`;

/** A guard's condition: the credential is good and holds `needed` on the page at this very moment. */
export const callerHolds = (caller: Caller, now: Instant, idleMs: number, pageId: string, needed: Rights): SQL =>
  sql`${callerIsLive(caller, now, idleMs)} and (${rightsOn(pageId, callerId(caller))} & ${needed}) = ${needed}`;

/** As `callerHolds`, at the root of a drive. */
export const callerHoldsDrive = (caller: Caller, now: Instant, idleMs: number, driveId: string, needed: Rights): SQL =>
  sql`${callerIsLive(caller, now, idleMs)} and (${rightsOnDrive(driveId, callerId(caller))} & ${needed}) = ${needed}`;
