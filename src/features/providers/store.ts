/** SQL of sign-ins under way, identities at providers, and what is good once: identity tokens and nonces of ours. */
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, write, type Query, type SQL, print } from "../../db/sql.ts";
import type { ProviderName } from "./contract.ts";
import type { Account } from "./rules.ts";

type Mark = {
  readonly hash: string;
  readonly provider: ProviderName;
  readonly now: Instant;
  readonly expiresAt: Instant;
};

export const insertMark = (mark: Mark): Query<number> =>
  write(sql`insert into oauth_marks (state_hash, provider, created_at, expires_at)
    values (${mark.hash}, ${mark.provider}, ${mark.now}, ${mark.expiresAt})`);

/** True for the one who comes first, in time. A reply that was lost may be asked for again with the same claim. */
export const consumeMark = (hash: string, provider: ProviderName, claimId: string, now: Instant): Query<boolean> => ({
  ...print(sql`update oauth_marks set used_at = ${now}, claim_id = ${claimId}
    where state_hash = ${hash} and provider = ${provider} and expires_at > ${now} and (used_at is null or claim_id = ${claimId})
    returning state_hash`),
  read: (rows) => rows.length > 0,
});

/** An identity at a provider: who somebody is there. */
export type Identity = { readonly issuer: string; readonly subject: string };

type AccountRow = { id: string; login_email: string; suspended_at: number | null };

const toAccount = (row: AccountRow): Account => ({
  userId: row.id,
  loginEmail: row.login_email,
  suspended: row.suspended_at !== null,
});

export const findKnown = ({ issuer, subject }: Identity): Query<Account | null> =>
  first<AccountRow, Account>(
    sql`select u.id, u.login_email, u.suspended_at from identities i join users u on u.id = i.user_id
        where i.issuer = ${issuer} and i.subject = ${subject}`,
    toAccount,
  );

/** Who has proven to own the address. */
export const findHolder = (email: string): Query<Account | null> =>
  first<AccountRow, Account>(
    sql`select id, login_email, suspended_at from users where login_email = ${email}`,
    toAccount,
  );

export const isSpent = (tokenHash: string): Query<boolean> => ({
  ...print(sql`select 1 from spent_id_tokens where token_hash = ${tokenHash}`),
  read: (rows) => rows.length > 0,
});

export const wasSpentBy = (tokenHash: string, claimId: string): Query<boolean> => ({
  ...print(sql`select 1 from spent_id_tokens where token_hash = ${tokenHash} and claim_id = ${claimId}`),
  read: (rows) => rows.length > 0,
});

/** Breaks the table's key, and so the batch it is in, for a token or nonce that was taken before; it is known by its hash. */
export const spend = (tokenHash: string, expiresAt: Instant, claimId: string): Query<number> =>
  write(
    sql`insert into spent_id_tokens (token_hash, expires_at, claim_id) values (${tokenHash}, ${expiresAt}, ${claimId})`,
  );

/** Conditions under which a decision still holds when the batch runs. */
export const stillKnown = ({ issuer, subject }: Identity, userId: string): SQL =>
  sql`exists (select 1 from identities i join users u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject} and u.id = ${userId} and u.suspended_at is null)`;

const isUnknown = ({ issuer, subject }: Identity): SQL =>
  sql`not exists (select 1 from identities where issuer = ${issuer} and subject = ${subject})`;

export const stillHolds = (identity: Identity, userId: string, email: string): SQL =>
  sql`exists (select 1 from users where id = ${userId} and login_email = ${email} and suspended_at is null)
    and ${isUnknown(identity)}`;

export const stillNew = (identity: Identity, email: string): SQL =>
  sql`not exists (select 1 from users where login_email = ${email}) and ${isUnknown(identity)}`;

type NewIdentity = Identity & {
  readonly userId: string;
  readonly provider: ProviderName;
  readonly email: string;
  readonly now: Instant;
};

export const insertIdentity = (row: NewIdentity): Query<number> =>
  write(sql`insert into identities (issuer, subject, user_id, provider, email, created_at)
    values (${row.issuer}, ${row.subject}, ${row.userId}, ${row.provider}, ${row.email}, ${row.now})`);

/** The account came to be by provider A; goes before the sign-in, which would take it for the second way. */
export const bornAtProviderA = (userId: string): Query<number> =>
  write(sql`update users set provider = 'providera' where id = ${userId}`);
