/** Whose connections have to be proved again when access changes: the rooms of pages and the hubs of people. */
import { alias } from "drizzle-orm/sqlite-core";
import { onlineUsers, openPages } from "../db/schema/live.ts";
import { pages } from "../db/schema/pages.ts";
import { all, join, jsonList, rowsOf, sql, type Query, type SQL } from "../db/sql.ts";
import { walkUp } from "./ancestors.ts";
import { SOMEBODY_IS_ONLINE } from "./online-viewers.ts";

const p = alias(pages, "p");

/** What a change of access is about. Ids. */
export type AccessTargets = {
  /** Whoever has one of them open, or a page below. */
  readonly pages: readonly string[];
  readonly drives: readonly string[];
  /** Whatever they have open, and their hubs. */
  readonly users: readonly string[];
  /** Each selects ids of users, as they are before the change. */
  readonly usersOf: readonly SQL[];
};

/** Ids of pages whose rooms, and of users whose hubs, have connections to prove again; and whether anybody is connected at all. */
export type AffectedConnections = {
  readonly rooms: readonly string[];
  readonly hubs: readonly string[];
  readonly isAnyoneOnline: boolean;
};

/**
 * Goes up from what is open, in the drives of the pages: there is a row for each person and page that is open, while below a
 * page there may be a hundred thousand others.
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

/** `userIds` in brackets. */
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

/** Asked before the change: what is deleted with its pages is not there afterwards. Null affects nobody's connection. */
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
