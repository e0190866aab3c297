/** SQL for finding users. */
import { and, eq, isNotNull, isNull, type Column } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { hasBlocked } from "../../db/blocks.ts";
import { connections } from "../../db/schema/people.ts";
import { personWords, users } from "../../db/schema/users.ts";
import { aliased, builder, many, rowsOf, sql, whole, type Query, type RowOf, type SQL } from "../../db/sql.ts";
import { callerId } from "../../permissions/credential.ts";
import type { FindUser, FoundUser, Person } from "./contract.ts";

/** Maximum candidates per search; a word shared by more users is too common to be useful. */
const MAX_CANDIDATES = 500;

const startsWith = (column: Column, word: string): SQL =>
  sql`${column} >= ${word} and ${column} < ${`${word}\u{10ffff}`}`;

const other = alias(personWords, "other");

const hasWord = (word: string): SQL => sql`exists (
  select 1 from ${personWords} ${other}
  where ${other.userId} = ${personWords.userId}
    and ${startsWith(other.word, word)})`;

/** Users who have all the words; nobody if there are none. */
const havingWords = ([first, ...others]: readonly string[]): SQL =>
  first === undefined
    ? sql`select null, 0 where 0`
    : sql`
      select *
      from (
        select distinct ${personWords.userId}, 0
        from ${personWords}
        where ${others.reduce((all, word) => sql`${all} and ${hasWord(word)}`, startsWith(personWords.word, first))}
        limit ${whole(MAX_CANDIDATES)})`;

/** Requires `me (id)` and `found (id, by_email)`. */
const person = {
  id: users.id,
  username: users.username,
  displayName: users.displayName,
  name: users.name,
  image: users.image,
  byEmail: sql<0 | 1>`max(found.by_email)`,
  email: users.loginEmail,
};

const toPerson = ({ byEmail, email, ...row }: RowOf<typeof person>): Person => ({
  ...row,
  ...(byEmail === 1 && { email }),
});

/** Requires `me (id)` and `users`: the connection between the two. */
const connectionWithMe = sql`select 1 from ${connections}
  where ${connections.lowId} = min(me.id, ${users.id})
    and ${connections.highId} = max(me.id, ${users.id})`;

const hasBlockedMe = hasBlocked(sql`${users.id}`, sql`me.id`);

/**
 * Discoverable users who have a word starting with each query word, or whose verified address equals the query.
 * Excludes the caller; `unconnected` also excludes users with any connection to the caller, including blocks.
 */
export const searchPeople = (
  caller: Caller,
  words: readonly string[],
  email: string,
  limit: number,
  unconnected: boolean,
): Query<Person[]> =>
  many(
    rowsOf(
      person,
      (columns) => sql`
        with me (id) as materialized (select ${callerId(caller)}),
        found (id, by_email) as (
          select ${users.id}, 1 from ${users} where ${users.loginEmail} = ${email}
          union all
          ${havingWords(words)})
        select ${columns}
        from me
        cross join found
        cross join ${users} on ${users.id} = found.id
        where ${users.discoverable} = 1
          and ${users.suspendedAt} is null
          and ${users.id} <> me.id
          and not ${unconnected ? sql`exists (${connectionWithMe})` : hasBlockedMe}
        group by ${users.id}
        order by max(found.by_email) desc, coalesce(${users.displayName}, ${users.name}), ${users.id}
        limit ${whole(limit)}`,
    ),
    toPerson,
  );

const found = {
  id: users.id,
  name: users.name,
  email: users.loginEmail,
  image: users.image,
  role: users.role,
  createdAt: users.createdAt,
  suspendedAt: users.suspendedAt,
};

/** By verified address, id or username; at most one. */
export const findUsers = (by: FindUser): Query<FoundUser[]> =>
  many(
    builder
      .select(aliased(found))
      .from(users)
      .where(and(isNull(users.deletedAt), isNamedBy(by))),
    (row) => ({ ...row, createdAt: toIso(row.createdAt), suspendedAt: toIsoOrNull(row.suspendedAt) }),
  );

function isNamedBy({ email, id, username = "" }: FindUser): SQL | undefined {
  if (email !== undefined) return eq(users.loginEmail, email);
  if (id !== undefined) return eq(users.id, id);
  return and(eq(users.username, username), isNotNull(users.username));
}
