/** SQL of finding people. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { many, sql, whole, type Query, type SQL } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import type { FindUser, FoundUser, Person } from "./contract.ts";

type PersonRow = {
  id: string;
  username: string | null;
  display_name: string | null;
  name: string;
  image: string | null;
  by_email: number;
  email: string;
};

const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  username: row.username,
  displayName: row.display_name,
  name: row.name,
  image: row.image,
  ...(row.by_email === 1 && { email: row.email }),
});

/** Candidates looked at for one search; a word that more people have is too common to find anybody by. */
const MOST_CANDIDATES = 500;

const startsWith = (column: SQL, word: string): SQL => sql`${column} >= ${word} and ${column} < ${`${word}\u{10ffff}`}`;

/**
 * Discoverable people all of whose searched words begin one of their own, or whose proven address is the query. Without
 * the caller; `unconnected` leaves out those with any connection to them, blocks included.
 */
export const searchPeople = (
  caller: Caller,
  words: readonly string[],
  email: string,
  limit: number,
  unconnected: boolean,
): Query<Person[]> => {
  const [first, ...others] = words;
  const byWords =
    first === undefined
      ? sql`select null as id, 0 as by_email where 0`
      : sql`select * from (select distinct w.user_id as id, 0 as by_email from person_words w where ${startsWith(sql`w.word`, first)} ${others.reduce(
          (all, word) =>
            sql`${all} and exists (select 1 from person_words o where o.user_id = w.user_id and ${startsWith(sql`o.word`, word)})`,
          sql``,
        )} limit ${whole(MOST_CANDIDATES)})`;
  return many<PersonRow, Person>(
    sql`with me (id) as materialized (select ${callerId(caller)}),
      found (id, by_email) as (select id, 1 from users where login_email = ${email} union all ${byWords})
      select u.id, u.username, u.display_name, u.name, u.image, max(found.by_email) as by_email, u.login_email as email
      from me cross join found cross join users u on u.id = found.id
      where u.discoverable = 1 and u.suspended_at is null and u.id <> me.id ${
        unconnected
          ? sql`and not exists (select 1 from connections c where c.low_id = min(me.id, u.id) and c.high_id = max(me.id, u.id))`
          : sql`and not exists (select 1 from connections c where c.low_id = min(me.id, u.id) and c.high_id = max(me.id, u.id) and c.status = 'blocked' and c.blocked_by = u.id)`
      }
      group by u.id order by by_email desc, coalesce(u.display_name, u.name), u.id limit ${whole(limit)}`,
    toPerson,
  );
};

type FoundRow = {
  id: string;
  name: string;
  login_email: string;
  image: string | null;
  role: "user" | "admin";
  created_at: number;
  suspended_at: number | null;
};

/** By the proven address, the id or the username; at most one. */
export const findUsers = (by: FindUser): Query<FoundUser[]> =>
  many<FoundRow, FoundUser>(
    sql`select id, name, login_email, image, role, created_at, suspended_at from users where deleted_at is null and ${
      by.email === undefined
        ? by.id === undefined
          ? sql`username = ${by.username ?? ""} and username is not null`
          : sql`id = ${by.id}`
        : sql`login_email = ${by.email}`
    }`,
    (row) => ({
      id: row.id,
      name: row.name,
      email: row.login_email,
      image: row.image,
      role: row.role,
      createdAt: toIso(row.created_at),
      suspendedAt: toIsoOrNull(row.suspended_at),
    }),
  );
