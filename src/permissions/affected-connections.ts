/** Finds the page rooms and user hubs whose connections must be rechecked when access changes. */
import { alias } from "drizzle-orm/sqlite-core";
import { onlineUsers, openPages } from "../db/schema/live.ts";
import { pages } from "../db/schema/pages.ts";
import { all, join, jsonList, rowsOf, sql, type Query, type SQL } from "../db/sql.ts";
import { walkUp } from "./ancestors.ts";
import { SOMEBODY_IS_ONLINE } from "./online-viewers.ts";

const p = alias(pages, "p");

/** Ids of the targets of an access change. */
export type AccessTargets = {
  /** Affects everyone who has one of these pages, or a page below it, open. */
  readonly pages: readonly string[];
  readonly drives: readonly string[];
  /** Affects whatever these users have open, and their hubs. */
  readonly users: readonly string[];
  /** Subqueries that select user ids, evaluated before the change. */
  readonly usersOf: readonly SQL[];
};

/** Page ids of the rooms and user ids of the hubs that must recheck; and whether anyone is connected at all. */
export type AffectedConnections = {
  readonly rooms: readonly string[];
  readonly hubs: readonly string[];
  readonly isAnyoneOnline: boolean;
};

/**
 * Walks up from the open pages in the same drives: few pages are open, while a page may have a hundred thousand
 * descendants.
 */
const roomsBelow = (pageIds: readonly string[]): SQL => sql`select 'room', root
  from (
    with recursive ${walkUp(
      sql`from (select distinct page_id from ${openPages}) o
        cross join ${pages} p on ${p.id} = o.page_id
        where ${p.driveId} in (select drive_id from ${pages} where id in ${jsonList(pageIds)})`,
      { hasRoot: true },
    )}
    select root from up
    where id in ${jsonList(pageIds)})`;

const roomsInDrives = (driveIds: readonly string[]): SQL => sql`select 'room', ${p.id}
  from (select distinct page_id from ${openPages}) o
  cross join ${pages} p on ${p.id} = o.page_id
  where ${p.driveId} in ${jsonList(driveIds)}`;

/** `userIds` is parenthesized. */
const roomsOf = (userIds: SQL): SQL =>
  sql`select 'room', page_id from ${openPages} where user_id in ${userIds}
    union
    select 'hub', user_id from ${onlineUsers} where user_id in ${userIds}`;

const affectedBy = (about: AccessTargets): SQL[] => [
  ...(about.users.length === 0 ? [] : [roomsOf(jsonList(about.users))]),
  ...about.usersOf.map((each) => roomsOf(sql`(${each})`)),
  ...(about.pages.length === 0 ? [] : [roomsBelow(about.pages)]),
  ...(about.drives.length === 0 ? [] : [roomsInDrives(about.drives)]),
];

const connection = { kind: sql<"online" | "room" | "hub">`'online'`, id: sql<string>`''` };

/** Runs before the change, because rows deleted with their pages are gone afterwards. Null affects no connections. */
export const findAffectedConnections = (about: AccessTargets | null): Query<AffectedConnections> => {
  const affected = about ? affectedBy(about) : [];
  const found = rowsOf(connection, (columns) =>
    join([sql`select ${columns} where ${SOMEBODY_IS_ONLINE}`, ...affected], sql` union `),
  );
  return all(found, (rows) => ({
    isAnyoneOnline: rows.some(({ kind }) => kind === "online"),
    rooms: rows.filter(({ kind }) => kind === "room").map(({ id }) => id),
    hubs: rows.filter(({ kind }) => kind === "hub").map(({ id }) => id),
  }));
};
