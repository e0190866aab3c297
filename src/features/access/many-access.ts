/** Access to many pages in one statement: the walk up from each, and what the user holds at its foot. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { EVERYTHING, type Rights } from "../../kernel/rights.ts";
import { jsonList, sql, type Sql } from "../../platform/sql.ts";
import { MAX_DEPTH, callerId, callerIsLive } from "./access.ts";

/** `up(root, id, parent_id, drive_id, trashed_at, depth)`: each of the pages and its ancestors. Goes after `with recursive`. */
const manyAncestors = (
  pageIds: readonly string[],
): Sql => sql`up (root, id, parent_id, drive_id, trashed_at, depth) as (
  select p.id, p.id, p.parent_id, p.drive_id, p.trashed_at, 0 from ${jsonList(pageIds)} j cross join pages p on p.id = j.value
  union all
  select up.root, p.id, p.parent_id, p.drive_id, p.trashed_at, up.depth + 1
  from up cross join pages p on p.id = up.parent_id and p.drive_id = up.drive_id where up.depth < ${MAX_DEPTH})`;

/**
 * `held(root, drive_id, rights, admin, trashed, drive_trashed, depth)`: what the user holds on each of the pages, whether
 * they are owner or admin of its drive, whether it or anything above it is in the trash, and how deep it lies. With one
 * row for the nearest grant of each: SQLite takes the other columns from the row that has the minimum.
 */
export const manyHeld = (
  userId: Sql,
  pageIds: readonly string[],
): Sql => sql`who (id) as materialized (select ${userId}),
  ${manyAncestors(pageIds)},
  near (root, rights, depth) as materialized (
    select up.root, g.rights, min(up.depth) from who cross join up cross join page_grants g on g.page_id = up.id and g.user_id = who.id
    group by up.root),
  feet (root, drive_id, trashed, depth) as materialized (
    select root, drive_id, count(trashed_at) > 0, max(depth) + 1 from up group by root),
  held (root, drive_id, rights, admin, trashed, drive_trashed, depth) as (
    select f.root, f.drive_id,
      case when d.owner_id = who.id or m.role = 'admin' then ${EVERYTHING} else coalesce(n.rights, m.rights, 0) end,
      d.owner_id = who.id or coalesce(m.role = 'admin', 0), f.trashed, d.trashed_at is not null, f.depth
    from who cross join feet f cross join drives d on d.id = f.drive_id
      left join drive_members m on m.drive_id = d.id and m.user_id = who.id left join near n on n.root = f.root)`;

/** A token's own limits on a set of drives; a session has none. */
const tokenAllows = (caller: Caller): Sql =>
  caller.kind === "session"
    ? sql``
    : sql` and exists (select 1 from mcp_tokens t where t.token_hash = ${caller.tokenHash} and t.read_only = 0 and (t.scope_mode = 'all'
        or not exists (select 1 from held where drive_id not in (select drive_id from mcp_token_drives x where x.token_id = t.id))))`;

/** A guard: the credential is good, and every one of these pages is live and the caller holds `needed` on it. */
export const callerMayWriteAll = (
  caller: Caller,
  now: Instant,
  idleMs: number,
  pageIds: readonly string[],
  needed: Rights,
): Sql => sql`${callerIsLive(caller, now, idleMs)} and (with recursive ${manyHeld(callerId(caller), pageIds)}
  select count(*) = ${new Set(pageIds).size} and min((rights & ${needed}) = ${needed} and not trashed and not drive_trashed)${tokenAllows(caller)} from held)`;
