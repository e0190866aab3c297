/** SQL that writes connections: request, accept, block, end. */
import { eq } from "drizzle-orm";
import type { Instant } from "../../kernel/clock.ts";
import { notifications } from "../../db/schema/notifications.ts";
import { connections, rejectedRequests } from "../../db/schema/people.ts";
import { builder, sql, write, type SQL, type Write } from "../../db/sql.ts";
import type { ReadState } from "./connection-store.ts";

type NewConnection = { id: string; requesterId: string; otherId: string; message: string; now: Instant };

/** Violates the pair's UNIQUE constraint if the two already have a connection. */
const insertRow = (
  { id, requesterId, otherId, message, now }: NewConnection,
  state: { readonly status: "pending" | "blocked"; readonly blockedBy: string | null },
): Write<number> =>
  write(
    builder.insert(connections).values({
      id,
      lowId: sql`min(${requesterId}, ${otherId})`,
      highId: sql`max(${requesterId}, ${otherId})`,
      requesterId,
      ...state,
      message,
      requestedAt: now,
      updatedAt: now,
    }),
  );

export const insertConnection = (connection: NewConnection): Write<number> =>
  insertRow(connection, { status: "pending", blockedBy: null });

export const insertBlock = (connection: NewConnection): Write<number> =>
  insertRow(connection, { status: "blocked", blockedBy: connection.requesterId });

export const acceptConnection = (id: string, now: Instant): Write<number> =>
  write(
    builder
      .update(connections)
      .set({ status: "accepted", acceptedAt: now, updatedAt: now })
      .where(eq(connections.id, id)),
  );

/** If the connection is already blocked by the other person, both blocks are kept. */
export const blockConnection = ({ id, status }: ReadState, by: string, now: Instant): Write<number> =>
  write(
    builder
      .update(connections)
      .set(status === "blocked" ? { alsoBlocked: 1 } : { status: "blocked", blockedBy: by, updatedAt: now })
      .where(eq(connections.id, id)),
  );

/** Lifts one person's block; the other's is kept. */
export const unblockConnection = ({ id, alsoBlocked }: ReadState, otherId: string): Write<number> =>
  alsoBlocked === 1
    ? write(builder.update(connections).set({ blockedBy: otherId, alsoBlocked: 0 }).where(eq(connections.id, id)))
    : deleteConnection(id);

export const deleteConnection = (id: string): Write<number> =>
  write(builder.delete(connections).where(eq(connections.id, id)));

export const insertRejection = (requesterId: string, otherId: string, now: Instant): Write<number> =>
  write(
    builder
      .insert(rejectedRequests)
      .values({ requesterId, otherId, rejectedAt: now })
      .onConflictDoUpdate({
        target: [rejectedRequests.requesterId, rejectedRequests.otherId],
        set: { rejectedAt: now },
      }),
  );

/** Deletes the notification of a request that no longer exists. */
export const deleteRequestNotice = (requesterId: string, otherId: string): Write<number> =>
  write(sql`
    delete from ${notifications}
    where user_id = ${otherId}
      and actor_id = ${requesterId}
      and type = 'CONNECTION_REQUEST'
      and read_at is null`);

/** Guard: the connection is unchanged since it was read. */
export const isConnectionUnchanged = ({ id, status, blockedBy, alsoBlocked }: ReadState): SQL => sql`exists (
  select 1 from ${connections}
  where ${connections.id} = ${id}
    and ${connections.status} = ${status}
    and ${connections.blockedBy} is ${blockedBy}
    and ${connections.alsoBlocked} = ${alsoBlocked})`;
