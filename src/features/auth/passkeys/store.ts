/** SQL for passkeys and their challenges. */
import { and, asc, desc, eq } from "drizzle-orm";
import type { Caller } from "../../../kernel/caller.ts";
import { toIso, toIsoOrNull, type Instant } from "../../../kernel/clock.ts";
import { passkeys, webauthnChallenges } from "../../../db/schema/passkeys.ts";
import { sessions } from "../../../db/schema/sessions.ts";
import { users } from "../../../db/schema/users.ts";
import {
  aliased,
  builder,
  changing,
  exists,
  first,
  many,
  prepare,
  rowsOf,
  sql,
  write,
  type Named,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { callerId } from "../../../permissions/credential.ts";
import type { Passkey } from "./contract.ts";
import type { ConsumedChallenge } from "./rules.ts";

type NewChallenge = Omit<typeof webauthnChallenges.$inferInsert, "createdAt"> & { now: Instant };

export const insertChallenge = ({ now, ...challenge }: NewChallenge): Write<number> =>
  write(builder.insert(webauthnChallenges).values({ ...challenge, createdAt: now }));

const consumedColumns = {
  ceremony: webauthnChallenges.ceremony,
  challenge: webauthnChallenges.challenge,
  boundTo: webauthnChallenges.boundTo,
  userHandle: webauthnChallenges.userHandle,
  expiresAt: webauthnChallenges.expiresAt,
};

const consumeById = prepare(({ id, claimId, now }: Named<"id" | "claimId" | "now">) =>
  rowsOf(
    consumedColumns,
    (columns) => sql`
      update ${webauthnChallenges}
      set used_at = ${now}, claim_id = ${claimId}
      where ${webauthnChallenges.id} = ${id}
        and (${webauthnChallenges.usedAt} is null or ${webauthnChallenges.claimId} = ${claimId})
      returning ${columns}`,
  ),
);

/**
 * Consumes a challenge, whatever the outcome. Null if another claim has consumed it; the same claim gets the same
 * result again.
 */
export const consumeChallenge = (id: string, claimId: string, now: Instant): Write<ConsumedChallenge | null> =>
  changing(first(consumeById({ id, claimId, now })));

const listedPasskey = {
  id: passkeys.id,
  name: passkeys.name,
  deviceType: passkeys.deviceType,
  backedUp: passkeys.backedUp,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
  cloneSuspectedAt: passkeys.cloneSuspectedAt,
};

const toPasskey = (row: RowOf<typeof listedPasskey>): Passkey => ({
  ...row,
  backedUp: row.backedUp === 1,
  createdAt: toIso(row.createdAt),
  lastUsedAt: toIsoOrNull(row.lastUsedAt),
  cloneSuspectedAt: toIsoOrNull(row.cloneSuspectedAt),
});

/** The caller's passkeys, newest first. */
export const listPasskeys = (caller: Caller): Query<Passkey[]> =>
  many(
    builder
      .select(aliased(listedPasskey))
      .from(passkeys)
      .where(eq(passkeys.userId, callerId(caller)))
      .orderBy(desc(passkeys.id)),
    toPasskey,
  );

const credential = {
  credentialId: passkeys.credentialId,
  userHandle: passkeys.userHandle,
  transports: passkeys.transports,
};

/** The user's existing passkeys, listed for the authenticator so that it does not create a duplicate. */
export type Credential = Omit<RowOf<typeof credential>, "transports"> & { readonly transports: readonly string[] };

export const listCredentials = (caller: Caller): Query<Credential[]> =>
  many(
    builder
      .select(aliased(credential))
      .from(passkeys)
      .where(eq(passkeys.userId, callerId(caller)))
      .orderBy(asc(passkeys.id)),
    (row) => ({
      ...row,
      transports: JSON.parse(row.transports) as string[], // `insertPasskey` wrote a list of strings
    }),
  );

export const findPasskey = (caller: Caller, id: string) =>
  first(
    builder
      .select(aliased({ name: passkeys.name }))
      .from(passkeys)
      .where(and(eq(passkeys.userId, callerId(caller)), eq(passkeys.id, id))),
  );

/** The caller's email and name, which authenticators show with the passkey. */
export const findAddress = (caller: Caller) =>
  first(
    builder
      .select(aliased({ email: users.loginEmail, name: users.name }))
      .from(users)
      .where(eq(users.id, callerId(caller))),
  );

/** Guard condition: there is room for another passkey, and any existing ones have this handle. */
export const canRegister = (userId: string, userHandle: string, max: number): SQL =>
  sql`(
      select count(*) from ${passkeys}
      where ${passkeys.userId} = ${userId}) < ${max}
    and not exists (
      select 1 from ${passkeys}
      where ${passkeys.userId} = ${userId}
        and ${passkeys.userHandle} <> ${userHandle})`;

type NewPasskey = Omit<typeof passkeys.$inferInsert, "backedUp" | "transports" | "createdAt"> & {
  backedUp: boolean;
  transports: readonly string[];
  now: Instant;
};

export const insertPasskey = ({ backedUp, transports, now, ...passkey }: NewPasskey): Write<number> =>
  write(
    builder.insert(passkeys).values({
      ...passkey,
      backedUp: backedUp ? 1 : 0,
      transports: JSON.stringify(transports),
      createdAt: now,
    }),
  );

export const deletePasskey = (userId: string, id: string): Write<number> =>
  write(builder.delete(passkeys).where(and(eq(passkeys.userId, userId), eq(passkeys.id, id))));

const ownerColumns = {
  passkeyId: passkeys.id,
  credentialId: passkeys.credentialId,
  publicKey: passkeys.publicKey,
  userHandle: passkeys.userHandle,
  counter: passkeys.counter,
  deviceType: passkeys.deviceType,
  userId: passkeys.userId,
  /** The proven address. */
  email: users.loginEmail,
  epoch: users.epoch,
  suspendedAt: users.suspendedAt,
  failed: users.failedPasskeys,
  lockedUntil: users.lockedUntil,
};

/** A passkey with its owner, as checked at sign-in. */
export type PasskeyOwner = RowOf<typeof ownerColumns>;

const ownerByCredential = prepare(({ credentialId }: Named<"credentialId">) =>
  rowsOf(
    ownerColumns,
    (columns) => sql`
      select ${columns}
      from ${passkeys}
      join ${users} on ${users.id} = ${passkeys.userId}
      where ${passkeys.credentialId} = ${credentialId}`,
  ),
);

export const findPasskeyOwner = (credentialId: string): Query<PasskeyOwner | null> =>
  first(ownerByCredential({ credentialId }));

/** Guard condition: nothing that was checked has changed, including the counter. */
export const canSignIn = ({ credentialId, counter, epoch }: PasskeyOwner, now: Instant): SQL => sql`exists (
  select 1
  from ${passkeys}
  join ${users} on ${users.id} = ${passkeys.userId}
  where ${passkeys.credentialId} = ${credentialId}
    and ${passkeys.counter} = ${counter}
    and ${users.epoch} = ${epoch}
    and ${users.suspendedAt} is null
    and (${users.lockedUntil} is null or ${users.lockedUntil} <= ${now}))`;

const use = prepare(
  ({ credentialId, counter, backedUp, now }: Named<"credentialId" | "counter" | "backedUp" | "now">) => sql`
    update ${passkeys}
    set counter = ${counter}, backed_up = ${backedUp}, last_used_at = ${now}
    where ${passkeys.credentialId} = ${credentialId}`,
);

export const usePasskey = (credentialId: string, counter: number, backedUp: boolean, now: Instant): Write<number> =>
  write(use({ credentialId, counter, backedUp: backedUp ? 1 : 0, now }));

export const userHasSession = (sessionId: string, userId: string): Query<boolean> =>
  exists(
    builder
      .select(aliased({ id: sessions.id }))
      .from(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId))),
  );
