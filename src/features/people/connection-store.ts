/** SQL of connections: one row a pair, the smaller id first. A block is seen by the person who made it alone. */
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull, type Instant } from "../../kernel/clock.ts";
import { connections } from "../../db/schema/people.ts";
import { users } from "../../db/schema/users.ts";
import {
  builder,
  first,
  many,
  orNull,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { callerId } from "../../permissions/credential.ts";
import type { PersonConnection } from "./contract.ts";

/** `connections`, or the caller's own of them. */
const c = alias(connections, "c");

const callerCte = (caller: Caller): SQL => sql`me (id) as materialized (select ${callerId(caller)})`;

/** Over `me (id)`, a connection of theirs and the other one's `users`. */
const storedColumns = {
  id: c.id,
  status: c.status,
  otherId: users.id,
  name: users.name,
  image: users.image,
  isRequester: sql<0 | 1>`${c.requesterId} = me.id`,
  blockedBy: c.blockedBy,
  message: c.message,
  requestedAt: c.requestedAt,
  acceptedAt: c.acceptedAt,
};

const theOther = sql`case ${c.lowId} when me.id then ${c.highId} else ${c.lowId} end`;
const isVisible = sql`(${c.status} <> 'blocked' or ${c.blockedBy} = me.id)`;

export type StoredConnection = PersonConnection & { readonly blockedByMe: boolean };

const toStoredConnection = ({
  otherId: id,
  name,
  image,
  blockedBy,
  ...row
}: RowOf<typeof storedColumns>): StoredConnection => ({
  ...row,
  user: { id, name, image },
  isRequester: row.isRequester === 1,
  requestedAt: toIso(row.requestedAt),
  acceptedAt: toIsoOrNull(row.acceptedAt),
  blockedByMe: blockedBy !== null && blockedBy !== id,
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

/** Over `users` and the connection that the caller may have with them. */
const other = {
  id: users.id,
  name: users.name,
  image: users.image,
  connectionId: orNull(connections.id),
  blockedBy: connections.blockedBy,
};

export type OtherUser = RowOf<typeof other>;

/** Somebody to connect with. */
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
        where ${users.id} = ${userId}
          and ${users.suspendedAt} is null`,
    ),
  );

type NewConnection = { id: string; requesterId: string; otherId: string; message: string; now: Instant };

/** Breaks the pair's UNIQUE constraint when the two have a connection already. */
export const insertConnection = ({ id, requesterId, otherId, message, now }: NewConnection): Write<number> =>
  write(
    builder.insert(connections).values({
      id,
      lowId: sql`min(${requesterId}, ${otherId})`,
      highId: sql`max(${requesterId}, ${otherId})`,
      requesterId,
      status: "pending",
      message,
      requestedAt: now,
      updatedAt: now,
    }),
  );

export const acceptConnection = (id: string, now: Instant): Write<number> =>
  write(
    builder
      .update(connections)
      .set({ status: "accepted", acceptedAt: now, updatedAt: now })
      .where(eq(connections.id, id)),
  );

export const blockConnection = (id: string, by: string, now: Instant): Write<number> =>
  write(
    builder.update(connections).set({ status: "blocked", blockedBy: by, updatedAt: now }).where(eq(connections.id, id)),
  );

export const deleteConnection = (id: string): Write<number> =>
  write(builder.delete(connections).where(eq(connections.id, id)));

/** A guard: the connection is still as it was read. */
export const isConnectionUnchanged = (id: string, status: string, blockedBy: string | null): SQL => sql`exists (
  select 1 from ${connections}
  where ${connections.id} = ${id}
    and ${connections.status} = ${status}
    and ${connections.blockedBy} is ${blockedBy})`;
