/** SQL of passkeys, their challenges and the lockout that failed ones lead to. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull, type Instant } from "../../kernel/clock.ts";
import { first, many, sql, write, type Query, type SQL, print } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import type { Passkey } from "./contract.ts";
import { LOCK_AFTER, LOCK_FOR, type Burnt, type Ceremony, type Lockout } from "./rules.ts";

type NewChallenge = {
  id: string;
  ceremony: Ceremony;
  challenge: string;
  boundTo: string;
  userHandle: string | null;
  now: Instant;
  expiresAt: Instant;
};

export const insertChallenge = (row: NewChallenge): Query<number> =>
  write(sql`insert into webauthn_challenges (id, ceremony, challenge, bound_to, user_handle, created_at, expires_at)
    values (${row.id}, ${row.ceremony}, ${row.challenge}, ${row.boundTo}, ${row.userHandle}, ${row.now}, ${row.expiresAt})`);

type BurntRow = {
  ceremony: Ceremony;
  challenge: string;
  bound_to: string;
  user_handle: string | null;
  expires_at: number;
};

/** Uses a challenge up, whatever becomes of it. Null when somebody else did, but for the same claim it is the same again. */
export const burnChallenge = (id: string, claimId: string, now: Instant): Query<Burnt | null> =>
  first<BurntRow, Burnt>(
    sql`update webauthn_challenges set used_at = ${now}, claim_id = ${claimId}
        where id = ${id} and (used_at is null or claim_id = ${claimId})
        returning ceremony, challenge, bound_to, user_handle, expires_at`,
    (row) => ({
      ceremony: row.ceremony,
      challenge: row.challenge,
      boundTo: row.bound_to,
      userHandle: row.user_handle,
      expiresAt: row.expires_at,
    }),
  );

type PasskeyRow = {
  id: string;
  name: string;
  device_type: Passkey["deviceType"];
  backed_up: number;
  created_at: number;
  last_used_at: number | null;
  clone_suspected_at: number | null;
};

/** The caller's passkeys, newest first. */
export const listPasskeys = (caller: Caller): Query<Passkey[]> =>
  many<PasskeyRow, Passkey>(
    sql`select id, name, device_type, backed_up, created_at, last_used_at, clone_suspected_at from passkeys
        where user_id = ${callerId(caller)} order by id desc`,
    (row) => ({
      id: row.id,
      name: row.name,
      deviceType: row.device_type,
      backedUp: row.backed_up === 1,
      createdAt: toIso(row.created_at),
      lastUsedAt: toIsoOrNull(row.last_used_at),
      cloneSuspectedAt: toIsoOrNull(row.clone_suspected_at),
    }),
  );

/** What an authenticator has to know of the passkeys a user has, so that it makes no second one. */
export type Credential = {
  readonly credentialId: string;
  readonly userHandle: string;
  readonly transports: readonly string[];
};

export const listCredentials = (caller: Caller): Query<Credential[]> =>
  many<{ credential_id: string; user_handle: string; transports: string }, Credential>(
    sql`select credential_id, user_handle, transports from passkeys where user_id = ${callerId(caller)} order by id`,
    (row) => ({
      credentialId: row.credential_id,
      userHandle: row.user_handle,
      transports: JSON.parse(row.transports) as string[], // written by `insertPasskey`, from such a list
    }),
  );

export const findPasskey = (caller: Caller, id: string): Query<{ name: string } | null> =>
  first<{ name: string }, { name: string }>(
    sql`select name from passkeys where user_id = ${callerId(caller)} and id = ${id}`,
    (row) => row,
  );

/** The address of the caller, which authenticators show beside the passkey. */
export const findAddress = (caller: Caller): Query<{ email: string; name: string } | null> =>
  first<{ email: string; name: string }, { email: string; name: string }>(
    sql`select login_email as email, name from users where id = ${callerId(caller)}`,
    (row) => row,
  );

/** A guard's condition: there is room for one more, and the user's passkeys have this handle or are none. */
export const mayStillRegister = (userId: string, userHandle: string, most: number): SQL =>
  sql`(select count(*) from passkeys where user_id = ${userId}) < ${most}
    and not exists (select 1 from passkeys where user_id = ${userId} and user_handle <> ${userHandle})`;

type NewPasskey = {
  id: string;
  credentialId: string;
  userId: string;
  publicKey: string;
  userHandle: string;
  counter: number;
  deviceType: Passkey["deviceType"];
  backedUp: boolean;
  transports: readonly string[];
  name: string;
  now: Instant;
};

export const insertPasskey = (row: NewPasskey): Query<number> =>
  write(sql`insert into passkeys (credential_id, id, user_id, public_key, user_handle, counter, device_type, backed_up, transports, name, created_at)
    values (${row.credentialId}, ${row.id}, ${row.userId}, ${row.publicKey}, ${row.userHandle}, ${row.counter}, ${row.deviceType},
      ${row.backedUp ? 1 : 0}, ${JSON.stringify(row.transports)}, ${row.name}, ${row.now})`);

export const deletePasskey = (userId: string, id: string): Query<number> =>
  write(sql`delete from passkeys where user_id = ${userId} and id = ${id}`);

/** A passkey and whose it is, as a sign-in judges them. */
export type Holder = {
  readonly passkeyId: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly userHandle: string;
  readonly counter: number;
  readonly deviceType: Passkey["deviceType"];
  readonly userId: string;
  /** The proven address. */
  readonly email: string;
  readonly epoch: number;
  readonly suspended: boolean;
  readonly lockout: Lockout;
};

type HolderRow = {
  passkey_id: string;
  credential_id: string;
  public_key: string;
  user_handle: string;
  counter: number;
  device_type: Passkey["deviceType"];
  user_id: string;
  login_email: string;
  epoch: number;
  suspended_at: number | null;
  failed_passkeys: number;
  locked_until: number | null;
};

export const findHolder = (credentialId: string): Query<Holder | null> =>
  first<HolderRow, Holder>(
    sql`select p.id as passkey_id, p.credential_id, p.public_key, p.user_handle, p.counter, p.device_type,
          p.user_id, u.login_email, u.epoch, u.suspended_at, u.failed_passkeys, u.locked_until
        from passkeys p join users u on u.id = p.user_id where p.credential_id = ${credentialId}`,
    (row) => ({
      passkeyId: row.passkey_id,
      credentialId: row.credential_id,
      publicKey: row.public_key,
      userHandle: row.user_handle,
      counter: row.counter,
      deviceType: row.device_type,
      userId: row.user_id,
      email: row.login_email,
      epoch: row.epoch,
      suspended: row.suspended_at !== null,
      lockout: { failed: row.failed_passkeys, lockedUntil: row.locked_until },
    }),
  );

/** A guard's condition: what was judged is still so, and the counter is the one that was compared. */
export const mayStillSignIn = (holder: Holder, now: Instant): SQL =>
  sql`exists (select 1 from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${holder.credentialId} and p.counter = ${holder.counter} and u.epoch = ${holder.epoch}
      and u.suspended_at is null and (u.locked_until is null or u.locked_until <= ${now}))`;

export const usePasskey = (credentialId: string, counter: number, backedUp: boolean, now: Instant): Query<number> =>
  write(sql`update passkeys set counter = ${counter}, backed_up = ${backedUp ? 1 : 0}, last_used_at = ${now}
    where credential_id = ${credentialId}`);

export const sessionExists = (sessionId: string, userId: string): Query<boolean> => ({
  ...print(sql`select 1 from sessions where user_id = ${userId} and id = ${sessionId}`),
  read: (rows) => rows.length > 0,
});

/** A guard's condition: the failure that this challenge was answered with has not been counted. */
export const isUncharged = (challengeId: string): SQL =>
  sql`exists (select 1 from webauthn_challenges where id = ${challengeId} and charged_at is null)`;

export const markCharged = (challengeId: string, now: Instant): Query<number> =>
  write(sql`update webauthn_challenges set charged_at = ${now} where id = ${challengeId}`);

export const userIsLocked = (userId: string, now: Instant): SQL =>
  sql`exists (select 1 from users where id = ${userId} and locked_until > ${now})`;

/** True when one more failure sets the lock; to be asked before it is counted. */
export const nextFailureLocks = (userId: string): SQL =>
  sql`exists (select 1 from users where id = ${userId} and locked_until is null and failed_passkeys + 1 >= ${LOCK_AFTER})`;

/** One atomic step of the lockout; `lockoutStep` says the same in words of the language. */
export const countFailure = (userId: string, now: Instant): Query<number> =>
  write(sql`update users set
    failed_passkeys = case when locked_until > ${now} then failed_passkeys when locked_until is null then failed_passkeys + 1 else 1 end,
    locked_until = case when locked_until > ${now} then locked_until
      when locked_until is null and failed_passkeys + 1 >= ${LOCK_AFTER} then ${now + LOCK_FOR} else null end
    where id = ${userId}`);

/** The first suspicion is the one that is kept. */
export const suspectClone = (credentialId: string, now: Instant): Query<number> =>
  write(sql`update passkeys set clone_suspected_at = coalesce(clone_suspected_at, ${now})
    where credential_id = ${credentialId}`);
