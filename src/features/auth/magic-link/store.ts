/** SQL of sign-in links. */
import { eq } from "drizzle-orm";
import type { Instant } from "../../../kernel/clock.ts";
import type { SignUpRules } from "../../../kernel/sign-up.ts";
import type { Language } from "../../../kernel/preferences.ts";
import { invitations } from "../../../db/schema/invitations.ts";
import { magicLinks, sessions, spentIdTokens } from "../../../db/schema/sessions.ts";
import { users } from "../../../db/schema/users.ts";
import { isKnownOrAllowed } from "../../signup/statements.ts";
import {
  aliased,
  builder,
  changing,
  exists,
  first,
  isMet,
  orNull,
  prepare,
  rowsOf,
  sql,
  whole,
  write,
  type Named,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";

const foundLink = {
  id: magicLinks.id,
  email: magicLinks.email,
  bindingHash: magicLinks.bindingHash,
  askedBy: magicLinks.askedBy,
  expiresAt: magicLinks.expiresAt,
  usedAt: magicLinks.usedAt,
  signUpHash: magicLinks.signUpHash,
  userId: orNull(users.id),
  suspendedAt: users.suspendedAt,
  confirmLinksUntil: orNull(users.confirmLinksUntil),
  /** The session this link created, if the link was used and the session has made no request. */
  unusedSessionId: sql<string | null>`(
    select ${sessions.id} from ${sessions}
    where ${sessions.userId} = ${users.id}
      and ${sessions.id} = ${magicLinks.sessionId}
      and ${sessions.lastSeenAt} = ${sessions.createdAt})`,
};

/** A link, and the user who has verified its address, if any. */
export type SignInLink = RowOf<typeof foundLink>;

const linkByToken = prepare(({ tokenHash }: Named<"tokenHash">) =>
  rowsOf(
    foundLink,
    (columns) => sql`
      select ${columns}
      from ${magicLinks}
      left join ${users} on ${users.loginEmail} = ${magicLinks.email}
      where ${magicLinks.tokenHash} = ${tokenHash}`,
  ),
);

export const findLink = (tokenHash: string): Query<SignInLink | null> => first(linkByToken({ tokenHash }));

/** Whether a link is mailed; `unlessKnown` mails it only to addresses with an account or an open invitation. */
export const MUTED = { never: 0, always: 1, unlessKnown: 2 } as const;

type NewLink = {
  id: string;
  tokenHash: string;
  email: string;
  /** Hash of the cookie of the requesting browser; null for a link made by the operator. */
  bindingHash: string | null;
  askedBy: string | null;
  next: string;
  muted: (typeof MUTED)[keyof typeof MUTED];
  signUpHash: string | null;
  /** 1 if it creates an account under every sign-up policy. */
  mayCreateAccount: 0 | 1;
  now: Instant;
  expiresAt: Instant;
};

export const insertLink = ({ now, ...link }: NewLink): Write<number> =>
  write(builder.insert(magicLinks).values({ ...link, createdAt: now }));

/** Condition on `magic_links`: the user who has verified the address, if any, is not suspended. */
const isOfNobodySuspended = sql`not exists (
  select 1 from ${users}
  where ${users.loginEmail} = ${magicLinks.email}
    and ${users.suspendedAt} is not null)`;

/** Condition on `magic_links`: its address has an account or an open invitation. */
const belongsToUser = sql`(
  exists (select 1 from ${users} where ${users.loginEmail} = ${magicLinks.email})
  or exists (
    select 1 from ${invitations}
    where ${invitations.email} = ${magicLinks.email}
      and ${invitations.grantedTo} is null))`;

const claim = prepare(
  ({ linkId, claimId, sessionId, now }: Named<"linkId" | "claimId" | "sessionId" | "now">) => sql`
    update ${magicLinks}
    set used_at = ${now}, claim_id = ${claimId}, session_id = ${sessionId}
    where ${magicLinks.id} = ${linkId}
      and ${magicLinks.usedAt} is null
      and ${magicLinks.expiresAt} > ${now}
      and ${isOfNobodySuspended}`,
);

/** Only one of several concurrent claims changes a row; none do once the user is suspended. */
export const claimLink = (linkId: string, claimId: string, sessionId: string, now: Instant): Write<number> =>
  write(claim({ linkId, claimId, sessionId, now }));

export const linkIsClaimedBy = (linkId: string, claimId: string): SQL =>
  sql`exists (
    select 1 from ${magicLinks}
    where ${magicLinks.id} = ${linkId}
      and ${magicLinks.claimId} = ${claimId})`;

/** Condition: the operator made this link for an address that may have no account. */
export const isLinkPermit = (linkId: string): SQL =>
  sql`exists (
    select 1 from ${magicLinks}
    where ${magicLinks.id} = ${linkId}
      and ${magicLinks.mayCreateAccount} = 1)`;

export const wasLinkClaimedBy = (linkId: string, claimId: string): Query<boolean> =>
  isMet(linkIsClaimedBy(linkId, claimId));

const mailable = {
  email: magicLinks.email,
  next: magicLinks.next,
  expiresAt: magicLinks.expiresAt,
  /** Language preference of the user who has verified the address. */
  language: sql<Language | null>`(
    select ${users.language} from ${users} where ${users.loginEmail} = ${magicLinks.email})`,
};

export type MailableLink = RowOf<typeof mailable>;

/**
 * Claims a link's mail; null if it was already sent, the link is muted, used or expired, its owner is suspended, or the
 * address has no account and the sign-up policy lets it create none.
 */
export const claimLinkMail = (rules: SignUpRules, linkId: string, now: Instant): Write<MailableLink | null> =>
  changing(
    first(
      rowsOf(
        mailable,
        (columns) => sql`
          update ${magicLinks} set mailed_at = ${now}
          where ${magicLinks.id} = ${linkId}
            and ${magicLinks.mailedAt} is null
            and (${magicLinks.muted} = ${whole(MUTED.never)}
              or (${magicLinks.muted} = ${whole(MUTED.unlessKnown)} and ${belongsToUser}))
            and ${magicLinks.usedAt} is null
            and ${magicLinks.expiresAt} > ${now}
            and ${isOfNobodySuspended}
            and ${isKnownOrAllowed(rules, { email: sql`${magicLinks.email}`, signUpHash: sql`${magicLinks.signUpHash}`, now })}
          returning ${columns}`,
      ),
    ),
  );

/** True for the first use of a proof of work, which is stored by its hash. */
export const consumeProof = (tokenHash: string, expiresAt: Instant, claimId: string): Write<boolean> =>
  changing(
    exists(
      builder
        .insert(spentIdTokens)
        .values({ tokenHash, expiresAt, claimId })
        .onConflictDoNothing()
        .returning(aliased({ hash: spentIdTokens.tokenHash })),
    ),
  );

export const releaseLinkMail = (linkId: string): Write<number> =>
  write(builder.update(magicLinks).set({ mailedAt: null }).where(eq(magicLinks.id, linkId)));
