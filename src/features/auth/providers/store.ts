/** SQL for sign-ins in progress, identities at providers, and single-use values: identity tokens and our own nonces. */
import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Instant } from "../../../kernel/clock.ts";
import { oauthMarks, spentIdTokens } from "../../../db/schema/sessions.ts";
import { identities, users } from "../../../db/schema/users.ts";
import {
  aliased,
  builder,
  changing,
  exists,
  first,
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
import type { ProviderName } from "./contract.ts";
import type { SignInAccount } from "./rules.ts";

type Mark = {
  readonly hash: string;
  readonly provider: ProviderName;
  readonly now: Instant;
  readonly expiresAt: Instant;
};

export const insertMark = ({ hash, provider, now, expiresAt }: Mark): Write<number> =>
  write(builder.insert(oauthMarks).values({ stateHash: hash, provider, createdAt: now, expiresAt }));

/** True for the first request, if in time. After a lost response, the same claim may be repeated. */
export const consumeMark = (hash: string, provider: ProviderName, claimId: string, now: Instant): Write<boolean> =>
  changing(
    exists(
      builder
        .update(oauthMarks)
        .set({ usedAt: now, claimId })
        .where(
          and(
            eq(oauthMarks.stateHash, hash),
            eq(oauthMarks.provider, provider),
            gt(oauthMarks.expiresAt, now),
            or(isNull(oauthMarks.usedAt), eq(oauthMarks.claimId, claimId)),
          ),
        )
        .returning(aliased({ hash: oauthMarks.stateHash })),
    ),
  );

/** A user's identity at a provider. */
export type Identity = { readonly issuer: string; readonly subject: string };

const account = { userId: users.id, loginEmail: users.loginEmail, suspendedAt: users.suspendedAt };

const toAccount = ({ suspendedAt, ...row }: RowOf<typeof account>): SignInAccount => ({
  ...row,
  suspended: suspendedAt !== null,
});

const accountOfIdentity = prepare(({ issuer, subject }: Named<"issuer" | "subject">) =>
  rowsOf(
    account,
    (columns) => sql`
      select ${columns}
      from ${identities}
      join ${users} on ${users.id} = ${identities.userId}
      where ${identities.issuer} = ${issuer}
        and ${identities.subject} = ${subject}`,
  ),
);

export const findByIdentity = (identity: Identity): Query<SignInAccount | null> =>
  first(accountOfIdentity(identity), toAccount);

const accountOfEmail = prepare(({ email }: Named<"email">) =>
  rowsOf(account, (columns) => sql`select ${columns} from ${users} where ${users.loginEmail} = ${email}`),
);

/** The account that has proven the address. */
export const findByEmail = (email: string): Query<SignInAccount | null> => first(accountOfEmail({ email }), toAccount);

const usedToken = (condition: SQL | undefined) =>
  builder
    .select(aliased({ tokenHash: spentIdTokens.tokenHash }))
    .from(spentIdTokens)
    .where(condition);

export const isTokenUsed = (tokenHash: string): Query<boolean> =>
  exists(usedToken(eq(spentIdTokens.tokenHash, tokenHash)));

export const wasTokenUsedBy = (tokenHash: string, claimId: string): Query<boolean> =>
  exists(usedToken(and(eq(spentIdTokens.tokenHash, tokenHash), eq(spentIdTokens.claimId, claimId))));

/** Violates the table's key, and so aborts its batch, if the token or nonce was used before. Only its hash is stored. */
export const markTokenUsed = (tokenHash: string, expiresAt: Instant, claimId: string): Write<number> =>
  write(builder.insert(spentIdTokens).values({ tokenHash, expiresAt, claimId }));

/** Conditions under which a decision is still valid when the batch runs. */
export const identityIsUnchanged = ({ issuer, subject }: Identity, userId: string): SQL => sql`exists (
  select 1
  from ${identities}
  join ${users} on ${users.id} = ${identities.userId}
  where ${identities.issuer} = ${issuer}
    and ${identities.subject} = ${subject}
    and ${users.id} = ${userId}
    and ${users.suspendedAt} is null)`;

const isUnknown = ({ issuer, subject }: Identity): SQL => sql`not exists (
  select 1 from ${identities}
  where ${identities.issuer} = ${issuer}
    and ${identities.subject} = ${subject})`;

export const ownerIsUnchanged = (identity: Identity, userId: string, email: string): SQL => sql`exists (
  select 1 from ${users}
  where ${users.id} = ${userId}
    and ${users.loginEmail} = ${email}
    and ${users.suspendedAt} is null)
  and ${isUnknown(identity)}`;

export const accountIsAbsent = (identity: Identity, email: string): SQL =>
  sql`not exists (
      select 1 from ${users}
      where ${users.loginEmail} = ${email})
    and ${isUnknown(identity)}`;

type NewIdentity = Identity & {
  readonly userId: string;
  readonly provider: ProviderName;
  readonly email: string;
  readonly now: Instant;
};

export const insertIdentity = ({ now, ...identity }: NewIdentity): Write<number> =>
  write(builder.insert(identities).values({ ...identity, createdAt: now }));

/**
 * Records that provider A created the account; must precede the sign-in, which would otherwise count provider A as a
 * second method.
 */
export const markCreatedByProviderA = (userId: string): Write<number> =>
  write(builder.update(users).set({ provider: "providera" }).where(eq(users.id, userId)));
