/** Connections between two people: asked for, accepted, ended, blocked. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { paginate } from "../../kernel/cursor.ts";
import { AppError, forbidden, invalid, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { UniqueViolation } from "../../platform/db.ts";
import { guard, type Write } from "../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { authorizeAccount } from "../../permissions/authorize-account.ts";
import { commit } from "../../commit/commit.ts";
import { nameOfActor, nameOfUser, insertNotification } from "../notifications/statements.ts";
import { inLanguageOf } from "../notifications/text-statements.ts";
import * as store from "./connection-store.ts";
import type { PersonConnection, ConnectionAction, ListConnections, RequestConnection } from "./contract.ts";
import { changeConnection } from "./rules.ts";

const toConnection = ({ blockedByMe: _blockedByMe, ...connection }: store.StoredConnection): PersonConnection =>
  connection;

export async function listConnections(
  deps: AuthDeps,
  caller: Caller,
  { status, cursor, limit }: ListConnections,
): Promise<{ connections: PersonConnection[]; nextCursor: string | null }> {
  const { results } = await authenticate(deps, caller, [
    store.listConnections(caller, status, cursor ?? null, limit + 1),
  ]);
  const { page, nextCursor } = paginate(results[0], limit, ({ id }) => id);
  return { connections: page.map(toConnection), nextCursor };
}

/** Somebody who blocked the caller answers like somebody who does not exist. */
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
  if (!other || other.blockedBy === other.id) throw notFound("This user");
  if (other.connectionId !== null) throw alreadyConnected();
  const connection = {
    id: deps.newId(),
    requesterId: actor.userId,
    otherId: other.id,
    message: wanted.message ?? "",
    now: deps.now,
  };
  await commit(deps, allowed, {
    queries: [
      store.insertConnection(connection),
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

export async function changeConnectionBy(
  deps: Deps,
  caller: Caller,
  id: string,
  action: ConnectionAction,
): Promise<PersonConnection> {
  const [allowed, held] = await authorizeAccount(deps, caller, "connect", [store.findConnection(caller, id)]);
  const { actor } = allowed;
  if (!held || held.status === "rejected" || held.status === "removed") throw notFound("This connection");
  const status = changeConnection(action, { ...held, status: held.status });
  const blockedBy = held.blockedByMe ? actor.userId : null;
  const [first, ...rest] = statementsFor(deps, actor.userId, held, status);
  await commit(deps, allowed, {
    queries: [guard(store.isConnectionUnchanged(id, held.status, blockedBy)), ...(first ? [first, ...rest] : [])],
  });
  return {
    ...toConnection(held),
    status,
    acceptedAt: status === "accepted" ? toIso(deps.now) : held.acceptedAt,
  };
}

function statementsFor(
  deps: Pick<Deps, "newId" | "now">,
  userId: string,
  held: store.StoredConnection,
  status: PersonConnection["status"],
): Write<number>[] {
  switch (status) {
    case "accepted":
      return [
        store.acceptConnection(held.id, deps.now),
        insertNotification(
          {
            id: deps.newId(),
            userId: held.user.id,
            type: "CONNECTION_ACCEPTED",
            title: inLanguageOf("connectionAcceptedTitle"),
            message: inLanguageOf("connectionAccepted", { who: nameOfUser(userId) }),
            actorId: userId,
          },
          deps.now,
        ),
      ];
    case "blocked":
      return [store.blockConnection(held.id, userId, deps.now)];
    case "rejected":
    case "removed":
      return [store.deleteConnection(held.id)];
    case "pending":
      return [];
  }
}

/** Either side ends it; a block only the person who made it. */
export async function removeConnection(deps: Deps, caller: Caller, id: string): Promise<void> {
  const [allowed, held] = await authorizeAccount(deps, caller, "connect", [store.findConnection(caller, id)]);
  const { actor } = allowed;
  if (!held) throw notFound("This connection");
  if (held.status === "blocked" && !held.blockedByMe) throw forbidden("Only the person who blocked lifts a block.");
  const blockedBy = held.blockedByMe ? actor.userId : null;
  await commit(deps, allowed, {
    queries: [guard(store.isConnectionUnchanged(id, held.status, blockedBy)), store.deleteConnection(id)],
  });
}

const alreadyConnected = (): AppError =>
  new AppError("connection_exists", "You have a connection with this person, or one of you has asked for it.");
