/** SQL that reads connections: one row per pair, smaller id first. A block is visible only to the person who made it. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { hasBlocked } from "../../db/blocks.ts";
import { connections, rejectedRequests } from "../../db/schema/people.ts";
import { users } from "../../db/schema/users.ts";
import { first, many, orNull, rowsOf, sql, whole, type Query, type RowOf, type SQL } from "../../db/sql.ts";
import { callerId } from "../../permissions/credential.ts";
import type { PersonConnection } from "./contract.ts";

/** `connections`, or only the caller's. */
const c = alias(connections, "c");

const callerCte = (caller: Caller): SQL => sql`me (id) as materialized (select ${callerId(caller)})`;

/** Requires `me (id)`, the caller's connection, and the other person's `users` row. */
const storedColumns = {
  id: c.id,
  status: c.status,
  otherId: users.id,
  name: users.name,
  image: users.image,
  isRequester: sql<0 | 1>`${c.requesterId} = me.id`,
  blockedByMe: sql<0 | 1>`(${c.blockedBy} is me.id or ${c.alsoBlocked})`,
  blockedBy: c.blockedBy,
  alsoBlocked: c.alsoBlocked,
  message: c.message,
  requestedAt: c.requestedAt,
  acceptedAt: c.acceptedAt,
};

const theOther = sql`case ${c.lowId} when me.id then ${c.highId} else ${c.lowId} end`;
const isVisible = sql`(${c.status} <> 'blocked' or ${c.blockedBy} = me.id or ${c.alsoBlocked} = 1)`;

/** The state of a connection when it was read, for a guard that it is unchanged. */
export type ReadState = {
  readonly id: string;
  readonly status: string;
  readonly blockedBy: string | null;
  readonly alsoBlocked: number;
};

export type StoredConnection = {
  readonly connection: PersonConnection;
  readonly blockedByMe: boolean;
  readonly read: ReadState;
};

const toStoredConnection = ({
  otherId: id,
  name,
  image,
  blockedBy,
  alsoBlocked,
  blockedByMe,
  ...row
}: RowOf<typeof storedColumns>): StoredConnection => ({
  connection: {
    ...row,
    user: { id, name, image },
    isRequester: row.isRequester === 1,
    requestedAt: toIso(row.requestedAt),
    acceptedAt: toIsoOrNull(row.acceptedAt),
  },
  blockedByMe: blockedByMe === 1,
  read: { id: row.id, status: row.status, blockedBy, alsoBlocked },
});

/** Newest first, by id, which sorts by time. */
export const listConnections = (
  caller: Caller,
  status: string,
  after: string | null,
  limit: number,
): Query<StoredConnection[]> =>
  many(
    rowsOf(
      storedColumns,
      (columns) => sql`
        with ${callerCte(caller)},
        mine as (
          select c.*
          from me
          cross join ${connections} c on ${c.lowId} = me.id
          union all
          select c.*
          from me
          cross join ${connections} c on ${c.highId} = me.id)
        select ${columns}
        from me
        cross join mine ${c}
        cross join ${users} on ${users.id} = ${theOther}
        where ${c.status} = ${status}
          and ${isVisible}
          and (${after} is null or ${c.id} < ${after})
        order by ${c.id} desc
        limit ${whole(limit)}`,
    ),
    toStoredConnection,
  );

export const findConnection = (caller: Caller, id: string): Query<StoredConnection | null> =>
  first(
    rowsOf(
      storedColumns,
      (columns) => sql`
        with ${callerCte(caller)}
        select ${columns}
        from me
        cross join ${connections} ${c}
        cross join ${users} on ${users.id} = ${theOther}
        where ${c.id} = ${id}
          and (${c.lowId} = me.id or ${c.highId} = me.id)
          and ${isVisible}`,
    ),
    toStoredConnection,
  );

/** Requires `me (id)`, `users`, and the caller's connection with them, if any. */
const other = {
  id: users.id,
  name: users.name,
  image: users.image,
  connectionId: orNull(connections.id),
  status: orNull(connections.status),
  blockedBy: connections.blockedBy,
  alsoBlocked: orNull(connections.alsoBlocked),
  hasBlockedMe: sql<0 | 1>`${hasBlocked(sql`${users.id}`, sql`me.id`)}`,
  rejectedAt: orNull(rejectedRequests.rejectedAt),
};

export type OtherUser = RowOf<typeof other>;

/** A user to connect with or to block. */
export const findOtherUser = (caller: Caller, userId: string): Query<OtherUser | null> =>
  first(
    rowsOf(
      other,
      (columns) => sql`
        with ${callerCte(caller)}
        select ${columns}
        from me
        cross join ${users}
        left join ${connections}
          on ${connections.lowId} = min(me.id, ${users.id})
          and ${connections.highId} = max(me.id, ${users.id})
        left join ${rejectedRequests}
          on ${rejectedRequests.requesterId} = me.id
          and ${rejectedRequests.otherId} = ${users.id}
        where ${users.id} = ${userId}
          and ${users.suspendedAt} is null`,
    ),
  );
