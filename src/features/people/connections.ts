/** Connections between two people: request, accept, end, block. */
import type { Caller } from "../../kernel/caller.ts";
import { SECOND, toIso, type Instant } from "../../kernel/clock.ts";
import { paginate } from "../../kernel/cursor.ts";
import { AppError, invalid, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { UniqueViolation } from "../../platform/db.ts";
import { guard, type Write } from "../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { authorizeAccount } from "../../permissions/authorize-account.ts";
import { commit } from "../../commit/commit.ts";
import { nameOfActor, nameOfUser, insertNotification } from "../notifications/statements.ts";
import { inLanguageOf } from "../notifications/text-statements.ts";
import * as store from "./connection-store.ts";
import * as writes from "./connection-change-store.ts";
import type { PersonConnection, ConnectionAction, ListConnections, RequestConnection } from "./contract.ts";
import { changeConnection, REJECTION_PAUSE } from "./rules.ts";

export async function listConnections(
  deps: AuthDeps,
  caller: Caller,
  { status, cursor, limit }: ListConnections,
): Promise<{ connections: PersonConnection[]; nextCursor: string | null }> {
  const { results } = await authenticate(deps, caller, [
    store.listConnections(caller, status, cursor ?? null, limit + 1),
  ]);
  const { page, nextCursor } = paginate(results[0], limit, ({ read }) => read.id);
  return { connections: page.map(({ connection }) => connection), nextCursor };
}

/** A user who has blocked the caller is treated as nonexistent. Throws `rate_limited` if a request was declined recently. */
export async function requestConnection(
  deps: Deps,
  caller: Caller,
  wanted: RequestConnection,
): Promise<PersonConnection> {
  const [allowed, other] = await authorizeAccount(deps, caller, "connect", [
    store.findOtherUser(caller, wanted.userId),
  ]);
  const { actor } = allowed;
  if (wanted.userId === actor.userId) throw invalid("userId", "You cannot connect with yourself.");
  if (!other || other.hasBlockedMe === 1) throw notFound("This user");
  if (other.connectionId !== null) throw alreadyConnected();
  if (other.rejectedAt !== null) requirePause(other.rejectedAt, deps.now);
  const connection = {
    id: deps.newId(),
    requesterId: actor.userId,
    otherId: other.id,
    message: wanted.message ?? "",
    now: deps.now,
  };
  await commit(deps, allowed, {
    queries: [
      writes.insertConnection(connection),
      insertNotification(
        {
          id: deps.newId(),
          userId: other.id,
          type: "CONNECTION_REQUEST",
          title: inLanguageOf("connectionAskedTitle"),
          message: inLanguageOf("connectionAsked", { who: nameOfActor(actor) }),
          actorId: actor.userId,
        },
        deps.now,
      ),
    ],
  }).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? alreadyConnected() : error;
  });
  return {
    id: connection.id,
    status: "pending",
    user: { id: other.id, name: other.name, image: other.image },
    isRequester: true,
    message: connection.message,
    requestedAt: toIso(deps.now),
    acceptedAt: null,
  };
}

function requirePause(rejectedAt: Instant, now: Instant): void {
  const left = rejectedAt + REJECTION_PAUSE - now;
  if (left <= 0) return;
  const why = "This person declined your request. You can send another one a week after that.";
  throw new AppError("rate_limited", why, { retryAfter: Math.ceil(left / SECOND) });
}

/** Any user can be blocked, with or without a connection, even one who has blocked the caller. */
export async function blockUser(deps: Deps, caller: Caller, userId: string): Promise<PersonConnection> {
  const [allowed, other] = await authorizeAccount(deps, caller, "connect", [store.findOtherUser(caller, userId)]);
  const { actor } = allowed;
  if (userId === actor.userId) throw invalid("userId", "You cannot block yourself.");
  if (!other) throw notFound("This user");
  const { connectionId, status, blockedBy, alsoBlocked } = other;
  const row = {
    id: connectionId ?? deps.newId(),
    requesterId: actor.userId,
    otherId: userId,
    message: "",
    now: deps.now,
  };
  if (connectionId !== null && status === "blocked" && (blockedBy === actor.userId || alsoBlocked === 1))
    throw new AppError("connection_exists", "This person is already blocked.");
  const read = { id: row.id, status: status ?? "", blockedBy, alsoBlocked: alsoBlocked ?? 0 };
  const block =
    connectionId === null
      ? [writes.insertBlock(row)]
      : [guard(writes.isConnectionUnchanged(read)), writes.blockConnection(read, actor.userId, deps.now)];
  const queries = [...block, writes.deleteRequestNotice(userId, actor.userId)];
  await commit(deps, allowed, { queries }).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? changedMeanwhile() : error;
  });
  return {
    id: row.id,
    status: "blocked",
    user: { id: other.id, name: other.name, image: other.image },
    isRequester: true,
    message: "",
    requestedAt: toIso(deps.now),
    acceptedAt: null,
  };
}

export async function changeConnectionBy(
  deps: Deps,
  caller: Caller,
  id: string,
  action: ConnectionAction,
): Promise<PersonConnection> {
  const [allowed, held] = await authorizeAccount(deps, caller, "connect", [store.findConnection(caller, id)]);
  const { actor } = allowed;
  if (!held || held.connection.status === "rejected" || held.connection.status === "removed")
    throw notFound("This connection");
  const { connection, blockedByMe, read } = held;
  const { isRequester } = connection;
  const status = changeConnection(action, { status: held.connection.status, isRequester, blockedByMe });
  await commit(deps, allowed, {
    queries: [guard(writes.isConnectionUnchanged(read)), ...statementsFor(deps, actor.userId, held, status)],
  });
  return { ...connection, status, acceptedAt: status === "accepted" ? toIso(deps.now) : connection.acceptedAt };
}

function statementsFor(
  deps: Pick<Deps, "newId" | "now">,
  userId: string,
  { connection, read }: store.StoredConnection,
  status: PersonConnection["status"],
): Write<number>[] {
  const other = connection.user.id;
  switch (status) {
    case "accepted":
      return [
        writes.acceptConnection(read.id, deps.now),
        insertNotification(
          {
            id: deps.newId(),
            userId: other,
            type: "CONNECTION_ACCEPTED",
            title: inLanguageOf("connectionAcceptedTitle"),
            message: inLanguageOf("connectionAccepted", { who: nameOfUser(userId) }),
            actorId: userId,
          },
          deps.now,
        ),
      ];
    case "blocked":
      return [writes.blockConnection(read, userId, deps.now), writes.deleteRequestNotice(other, userId)];
    case "rejected":
      return [writes.deleteConnection(read.id), writes.insertRejection(other, userId, deps.now)];
    case "removed":
      return [writes.unblockConnection(read, other)];
    case "pending":
      return [];
  }
}

/** Either person can end a connection; a block can be lifted only by the person who made it. */
export async function removeConnection(deps: Deps, caller: Caller, id: string): Promise<void> {
  const [allowed, held] = await authorizeAccount(deps, caller, "connect", [store.findConnection(caller, id)]);
  const { actor } = allowed;
  if (!held) throw notFound("This connection");
  const { connection, read } = held;
  const withdrawn =
    connection.status === "pending" && connection.isRequester
      ? [writes.deleteRequestNotice(actor.userId, connection.user.id)]
      : [];
  const ended =
    connection.status === "blocked"
      ? writes.unblockConnection(read, connection.user.id)
      : writes.deleteConnection(read.id);
  await commit(deps, allowed, { queries: [guard(writes.isConnectionUnchanged(read)), ended, ...withdrawn] });
}

const alreadyConnected = (): AppError =>
  new AppError("connection_exists", "You are already connected with this person, or one of you has sent a request.");

const changedMeanwhile = (): AppError => new AppError("conflict", "This was changed in the meantime. Try again.");
