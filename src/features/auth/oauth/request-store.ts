/** SQL for authorization requests: made by an app, decided by a user, exchanged once. */
import { and, eq, gt, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import type { Instant } from "../../../kernel/clock.ts";
import { oauthRequests } from "../../../db/schema/oauth.ts";
import { users } from "../../../db/schema/users.ts";
import {
  aliased,
  builder,
  first,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { callerId } from "../../../permissions/credential.ts";

const u = alias(users, "u");
const r = alias(oauthRequests, "r");

type NewRequest = {
  readonly id: string;
  readonly kind: "code" | "device";
  readonly clientId: string;
  readonly redirectUri: string | null;
  readonly state: string | null;
  readonly challenge: string | null;
  readonly resource: string;
  readonly wantsWrite: boolean;
  readonly deviceHash: string | null;
  readonly userCodeHash: string | null;
  readonly now: Instant;
  readonly expiresAt: Instant;
};

export const insertAuthorizationRequest = ({ now, wantsWrite, ...request }: NewRequest): Write<number> =>
  write(builder.insert(oauthRequests).values({ ...request, wantsWrite: wantsWrite ? 1 : 0, createdAt: now }));

const open = {
  id: oauthRequests.id,
  kind: oauthRequests.kind,
  clientId: oauthRequests.clientId,
  redirectUri: oauthRequests.redirectUri,
  state: oauthRequests.state,
  wantsWrite: oauthRequests.wantsWrite,
};

export type OpenRequest = RowOf<typeof open>;

/** A request that is neither decided nor expired. */
export const findOpen = (id: string, now: Instant): Query<OpenRequest | null> =>
  first(
    builder
      .select(aliased(open))
      .from(oauthRequests)
      .where(and(eq(oauthRequests.id, id), isNull(oauthRequests.decidedAt), gt(oauthRequests.expiresAt, now))),
  );

export const findOpenByUserCode = (userCodeHash: string, now: Instant): Query<OpenRequest | null> =>
  first(
    builder
      .select(aliased(open))
      .from(oauthRequests)
      .where(
        and(
          eq(oauthRequests.userCodeHash, userCodeHash),
          isNull(oauthRequests.decidedAt),
          gt(oauthRequests.expiresAt, now),
        ),
      ),
  );

/** Guard condition: the request is neither decided nor expired. */
export const isRequestOpen = (id: string, now: Instant): SQL =>
  sql`exists (
    select 1 from ${oauthRequests}
    where id = ${id}
      and decided_at is null
      and expires_at > ${now})`;

type Decision = {
  readonly id: string;
  readonly caller: Caller;
  readonly sessionId: string;
  readonly allowed: boolean;
  readonly driveIds: readonly string[] | null;
  readonly readOnly: boolean;
  readonly grantedUntil: Instant;
  readonly codeHash: string | null;
  readonly codeExpiresAt: Instant;
  readonly now: Instant;
};

export const recordDecision = ({ id, caller, driveIds, ...decision }: Decision): Write<number> => {
  const userId = callerId(caller);
  return write(
    builder
      .update(oauthRequests)
      .set({
        decidedAt: decision.now,
        // The state is returned with this response, and is no longer needed.
        state: null,
        allowed: decision.allowed ? 1 : 0,
        userId: sql`${userId}`,
        epoch: sql`(select ${users.epoch} from ${users} where ${users.id} = ${userId})`,
        driveIds: driveIds && JSON.stringify(driveIds),
        readOnly: decision.readOnly ? 1 : 0,
        grantedUntil: decision.grantedUntil,
        codeHash: decision.codeHash,
        codeExpiresAt: decision.codeExpiresAt,
        originSession: decision.sessionId,
      })
      .where(and(eq(oauthRequests.id, id), isNull(oauthRequests.decidedAt))),
  );
};

const decided = {
  id: oauthRequests.id,
  clientId: oauthRequests.clientId,
  redirectUri: oauthRequests.redirectUri,
  challenge: oauthRequests.challenge,
  resource: oauthRequests.resource,
  expiresAt: oauthRequests.expiresAt,
  polledAt: oauthRequests.polledAt,
  pollInterval: oauthRequests.pollInterval,
  decidedAt: oauthRequests.decidedAt,
  allowed: oauthRequests.allowed,
  userId: oauthRequests.userId,
  driveIds: oauthRequests.driveIds,
  readOnly: oauthRequests.readOnly,
  grantedUntil: oauthRequests.grantedUntil,
  codeExpiresAt: oauthRequests.codeExpiresAt,
  usedAt: oauthRequests.usedAt,
  tokenId: oauthRequests.tokenId,
  originSession: oauthRequests.originSession,
};

export type DecidedRequest = RowOf<typeof decided>;

const findBy = (condition: SQL): Query<DecidedRequest | null> =>
  first(builder.select(aliased(decided)).from(oauthRequests).where(condition));

export const findByCode = (codeHash: string): Query<DecidedRequest | null> =>
  findBy(sql`${oauthRequests.codeHash} = ${codeHash}`);

export const findByDevice = (deviceHash: string): Query<DecidedRequest | null> =>
  findBy(sql`${oauthRequests.deviceHash} = ${deviceHash}`);

/** Records a poll by the device. One that comes too early increases the interval (RFC 8628 §3.5). */
export const notePoll = (deviceHash: string, slower: number, now: Instant): Write<number> =>
  write(
    builder
      .update(oauthRequests)
      .set({
        pollInterval: sql`${oauthRequests.pollInterval}
          + case when ${oauthRequests.polledAt} + ${oauthRequests.pollInterval} > ${now} then ${slower} else 0 end`,
        polledAt: now,
      })
      .where(eq(oauthRequests.deviceHash, deviceHash)),
  );

type Claim = { readonly id: string; readonly claimId: string; readonly tokenId: string; readonly now: Instant };

/** Only one of several concurrent exchanges of a request succeeds. */
export const claim = ({ id, claimId, tokenId, now }: Claim): Write<number> =>
  write(
    builder
      .update(oauthRequests)
      .set({ usedAt: now, claimId, tokenId })
      .where(and(eq(oauthRequests.id, id), isNull(oauthRequests.usedAt))),
  );

/**
 * Guard condition: this claim succeeded, and the user who allowed it has neither been suspended nor signed out
 * everywhere since.
 */
export const isClaimedBy = (id: string, claimId: string): SQL => sql`exists (
  select 1
  from ${oauthRequests} r
  join ${users} u
    on ${u.id} = ${r.userId}
    and ${u.epoch} = ${r.epoch}
    and ${u.suspendedAt} is null
  where ${r.id} = ${id}
    and ${r.claimId} = ${claimId}
    and ${r.allowed} = 1)`;

export const deleteEndedRequests = (before: Instant, most: number): Write<number> =>
  write(sql`delete from ${oauthRequests}
    where id in (
      select id from ${oauthRequests} indexed by oauth_requests_by_end
      where expires_at < ${before}
      order by expires_at
      limit ${whole(most)})`);
