/** SQL of the sign-up policy: conditions for creating an account, and the statements that count a new one. */
import { alias } from "drizzle-orm/sqlite-core";
import type { SignUpRefusal, SignUpRules } from "../../kernel/sign-up.ts";
import { instanceUsage, signUpLinks } from "../../db/schema/instance.ts";
import { users } from "../../db/schema/users.ts";
import {
  FALSE,
  TRUE,
  all,
  jsonList,
  sql,
  write,
  type Operand,
  type Query,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { hasOpenInvitation } from "./invitation-statements.ts";

const l = alias(signUpLinks, "l");
const c = alias(users, "c");

export type Applicant = {
  readonly email: Operand;
  /** Hash of the token of the sign-up link that the applicant has opened, if any. */
  readonly signUpHash: Operand;
  readonly now: Operand;
};

/** Condition over `sign_up_links l` and its creator `c`: not expired, uses left, and the creator's account is active. */
export const isOpen = (now: Operand): SQL => sql`${l.expiresAt} > ${now}
  and ${l.uses} < ${l.maxUses}
  and ${c.deletedAt} is null
  and ${c.suspendedAt} is null`;

const isLinkOpen = (tokenHash: Operand, now: Operand): SQL => sql`exists (
  select 1
  from ${signUpLinks} l
  cross join ${users} c on ${c.id} = ${l.createdBy}
  where ${l.tokenHash} = ${tokenHash}
    and ${isOpen(now)})`;

const isConfiguredAdmin = ({ adminEmails }: SignUpRules, email: Operand): SQL =>
  adminEmails.size === 0 ? FALSE : sql`${email} in ${jsonList([...adminEmails])}`;

/** Condition: the policy lets this address create an account. Configured administrators always may. */
export function policyAllows(config: SignUpRules, { email, signUpHash, now }: Applicant): SQL {
  const { signUp } = config;
  const isAdmin = isConfiguredAdmin(config, email);
  switch (signUp.kind) {
    case "open":
      return TRUE;
    case "closed":
      return isAdmin;
    case "domains":
      return sql`(${isAdmin} or substr(${email}, instr(${email}, '@') + 1) in ${jsonList(signUp.domains)})`;
    case "invited":
      return sql`(${isAdmin} or ${hasOpenInvitation(email, now)} or ${isLinkOpen(signUpHash, now)})`;
  }
}

const isKnown = (email: Operand): SQL => sql`exists (select 1 from ${users} where ${users.loginEmail} = ${email})`;

/** Condition: the address has an account, or the policy lets it create one. */
export const isKnownOrAllowed = (config: SignUpRules, applicant: Applicant): SQL =>
  sql`(${isKnown(applicant.email)} or ${policyAllows(config, applicant)})`;

const HAS_ROOM = sql`(select user_room from ${instanceUsage} where id = 1) >= 1`;

/**
 * Why no account can be created now; null if one can, or if the address has one. `permit`: the operator has vouched for
 * the address, so neither the policy nor the limit applies.
 */
const refusal = (config: SignUpRules, applicant: Applicant, permit: SQL): SQL => sql`case
  when ${permit} or ${isKnown(applicant.email)} or ${isConfiguredAdmin(config, applicant.email)} then null
  when not ${policyAllows(config, applicant)} then 'sign_up_refused'
  when not ${HAS_ROOM} then 'sign_ups_full'
  end`;

/** Guard condition for the batch that creates the account. */
export const mayCreateAccount = (config: SignUpRules, applicant: Applicant, permit: SQL): SQL =>
  sql`(${refusal(config, applicant, permit)}) is null`;

export const findRefusal = (config: SignUpRules, applicant: Applicant, permit: SQL): Query<SignUpRefusal | null> =>
  all(
    sql<{ refusal: SignUpRefusal | null }>`select ${refusal(config, applicant, permit)} as refusal`,
    ([row]) => row?.refusal ?? null,
  );

/** For a deleted account. */
export const deleteSignUpLinksOf = (userId: string): Write<number> =>
  write(sql`delete from ${signUpLinks} where created_by = ${userId}`);

const isCreated = (userId: string): SQL => sql`exists (select 1 from ${users} where ${users.id} = ${userId})`;

/**
 * Follow the insertion of the user: take one place of the instance's limit, and one use of the sign-up link unless an
 * invitation of the address suffices. They change nothing if the address was taken meanwhile.
 */
export const countAccount = (
  { signUp }: SignUpRules,
  userId: string,
  { email, signUpHash, now }: Applicant,
): Write<number>[] => [
  write(sql`update ${instanceUsage}
    set users = users + 1, user_room = user_room - 1
    where id = 1 and ${isCreated(userId)}`),
  ...(signUp.kind === "invited" && signUpHash !== null
    ? [
        write(sql`update ${signUpLinks}
          set uses = uses + 1
          where token_hash = ${signUpHash}
            and ${isCreated(userId)}
            and not ${hasOpenInvitation(email, now)}`),
      ]
    : []),
];
