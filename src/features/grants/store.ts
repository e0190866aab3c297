/** SQL of page permissions: a page's own grant replaces what it would inherit. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { EVERYTHING, VIEW, unpackRights, type Rights } from "../../kernel/rights.ts";
import { first, many, sql, write, type Query, type SQL } from "../../db/sql.ts";
import { MAX_DEPTH, ancestors, callerId, nearestGrant, rightsOverUp } from "../access/access.ts";
import { knownEmail } from "../people/access.ts";
import type { Grant, GrantList } from "./contract.ts";

const ME = sql`(select id from me)`;
const me = (caller: Caller) => sql`me (id) as materialized (select ${callerId(caller)})`;
/** The address of `u`, in the drive of that page, for the caller; of those who were invited, to whoever invited them. */
const email = (driveId: SQL): SQL => knownEmail(ME, driveId, sql`i.granted_by = ${ME}`);

type GrantRow = {
  user_id: string;
  rights: number;
  granted_by: string;
  created_at: number;
  source: string | null;
  name: string;
  email: string | null;
  image: string | null;
};

const toGrant = (row: GrantRow): Grant => ({
  userId: row.user_id,
  ...unpackRights(row.rights),
  grantedBy: row.granted_by,
  grantedAt: toIso(row.created_at),
  inheritedFrom: row.source,
  user: { id: row.user_id, name: row.name, email: row.email, image: row.image },
});

/** One row a person, the nearest grant alone: the page's own, one from above, or the drive's membership. */
export const listGrants = (caller: Caller, pageId: string): Query<Grant[]> =>
  many<GrantRow, Grant>(
    sql`with recursive ${me(caller)}, ${ancestors(pageId)},
      given (user_id, rights, granted_by, created_at, source, depth) as (
        select g.user_id, g.rights, g.granted_by, g.created_at, case up.depth when 0 then null else up.id end, up.depth
        from up cross join page_grants g on g.page_id = up.id
        union all
        select m.user_id, case m.role when 'admin' then ${EVERYTHING} else m.rights end, m.granted_by, m.created_at, m.drive_id,
          case m.role when 'admin' then -1 else 1000 end
        from up cross join drive_members m on m.drive_id = up.drive_id where up.depth = 0)
      select given.user_id, given.rights, given.granted_by, given.created_at, given.source, u.name,
        ${email(sql`(select drive_id from up where depth = 0)`)} as email, u.image, min(given.depth)
      from given cross join users u on u.id = given.user_id group by given.user_id order by u.name, u.id`,
    toGrant,
  );

export const findOwner = (caller: Caller, pageId: string): Query<GrantList["owner"] | null> =>
  first<GrantList["owner"], GrantList["owner"]>(
    sql`with ${me(caller)} select u.id, u.name, ${email(sql`d.id`)} as email, u.image
        from pages p cross join drives d on d.id = p.drive_id cross join users u on u.id = d.owner_id
        where p.id = ${pageId}`,
    (row) => row,
  );

export type Subject = {
  readonly person: GrantList["owner"];
  readonly own: Rights | null;
  /** What they would hold without it. */
  readonly inherited: Rights;
  readonly isOwner: boolean;
};

/** The person a grant is about, and what the page itself grants them now. */
export const findSubject = (caller: Caller, pageId: string, userId: string): Query<Subject | null> =>
  first<GrantList["owner"] & { rights: number | null; inherited: number; is_owner: number }, Subject>(
    sql`with recursive ${me(caller)}, ${ancestors(pageId)}
        select u.id, u.name, ${email(sql`(select drive_id from up where depth = 0)`)} as email, u.image, g.rights, ${rightsOverUp(userId, true)} as inherited,
          exists (select 1 from pages p cross join drives d on d.id = p.drive_id where p.id = ${pageId} and d.owner_id = u.id) as is_owner
        from users u left join page_grants g on g.page_id = ${pageId} and g.user_id = u.id where u.id = ${userId} and u.deleted_at is null`,
    (row) => ({
      person: { id: row.id, name: row.name, email: row.email, image: row.image },
      own: row.rights,
      inherited: row.inherited,
      isOwner: row.is_owner === 1,
    }),
  );

type NewGrant = { pageId: string; userId: string; rights: Rights; grantedBy: string; now: Instant };

export const putGrant = (grant: NewGrant): Query<number> =>
  write(sql`insert into page_grants (page_id, user_id, rights, granted_by, created_at)
    values (${grant.pageId}, ${grant.userId}, ${grant.rights}, ${grant.grantedBy}, ${grant.now})
    on conflict (page_id, user_id) do update set rights = excluded.rights, granted_by = excluded.granted_by, created_at = excluded.created_at`);

export const deleteGrant = (pageId: string, userId: string): Query<number> =>
  write(sql`delete from page_grants where page_id = ${pageId} and user_id = ${userId}`);

/**
 * Before the rights of the other on the page become `rights`: wherever the granter is kept from some of what lies below,
 * the other's rights change in those bits alone that the granter holds there. Neither do they come to hold more than the
 * granter by that, nor lose what is not the granter's to take. Below a grant of their own they take nothing from here.
 */
export const passOnLimits = (grant: NewGrant): Query<number> =>
  write(sql`insert into page_grants (page_id, user_id, rights, granted_by, created_at)
    with recursive ${ancestors(grant.pageId)},
      other (id, before) as materialized (select m.id, coalesce(${nearestGrant(sql`m.id`)}, (select rights from drive_members
        where drive_id = (select drive_id from up where depth = 0) and user_id = m.id and role = 'member'), 0)
        from (select ${grant.userId} as id) m),
      kept (page_id, rights) as (
        select g.page_id, (g.rights & ${grant.rights}) | (other.before & ~g.rights) from other cross join page_grants g
        where g.user_id = ${grant.grantedBy} and g.page_id <> ${grant.pageId} and g.rights <> ${EVERYTHING}
          and (with recursive ${ancestors(sql`g.page_id`)}
            select min(case when up.id = ${grant.pageId} then up.depth end)
              <= coalesce(min(case when o.user_id is not null then up.depth end), ${MAX_DEPTH})
            from up left join page_grants o on o.page_id = up.id and o.user_id = other.id))
    select page_id, ${grant.userId}, case when rights & ${VIEW} then rights else 0 end, ${grant.grantedBy}, ${grant.now} from kept
    where rights <> ${grant.rights}
    on conflict (page_id, user_id) do nothing`);
