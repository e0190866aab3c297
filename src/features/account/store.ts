/** SQL for the account as its owner edits it. */
import { and, eq, ne } from "drizzle-orm";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { devices } from "../../db/schema/devices.ts";
import { passkeys } from "../../db/schema/passkeys.ts";
import { mcpTokens } from "../../db/schema/tokens.ts";
import { users } from "../../db/schema/users.ts";
import {
  aliased,
  all,
  builder,
  first,
  rowsOf,
  sql,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { callerId } from "../../permissions/credential.ts";
import type { User } from "../auth/session/contract.ts";
import type { Profile } from "./contract.ts";

export type Account = {
  readonly user: User;
  readonly profile: Profile;
  /** The proven address. */
  readonly loginEmail: string;
};

const account = {
  id: users.id,
  name: users.name,
  email: users.email,
  loginEmail: users.loginEmail,
  image: users.image,
  provider: users.provider,
  role: users.role,
  username: users.username,
  displayName: users.displayName,
  bio: users.bio,
  discoverable: users.discoverable,
};

const toAccount = ({
  loginEmail,
  username,
  displayName,
  bio,
  discoverable,
  ...user
}: RowOf<typeof account>): Account => ({
  user,
  loginEmail,
  profile: { username, displayName, bio, discoverable: discoverable === 1 },
});

export const findAccount = (caller: Caller): Query<Account | null> =>
  first(
    builder
      .select(aliased(account))
      .from(users)
      .where(eq(users.id, callerId(caller))),
    toAccount,
  );

/** Guard condition: everything a change builds on is still as loaded, including the search words for the person. */
export const isAccountUnchanged = ({ user, profile, loginEmail }: Account): SQL => sql`exists (
  select 1 from ${users}
  where ${users.id} = ${user.id}
    and ${users.name} = ${user.name}
    and ${users.loginEmail} = ${loginEmail}
    and ${users.username} is ${profile.username}
    and ${users.displayName} is ${profile.displayName}
    and ${users.bio} = ${profile.bio}
    and ${users.discoverable} = ${profile.discoverable ? 1 : 0})`;

export const updateName = (userId: string, name: string, now: Instant): Write<number> =>
  write(builder.update(users).set({ name, updatedAt: now }).where(eq(users.id, userId)));

/** Sets the address shown to the owner, which proves nothing. */
export const updateShownEmail = (userId: string, email: string, now: Instant): Write<number> =>
  write(builder.update(users).set({ email, updatedAt: now }).where(eq(users.id, userId)));

export const updateProfile = (
  userId: string,
  { username, displayName, bio, discoverable }: Profile,
  now: Instant,
): Write<number> =>
  write(
    builder
      .update(users)
      .set({ username, displayName, bio, discoverable: discoverable ? 1 : 0, updatedAt: now })
      .where(eq(users.id, userId)),
  );

/** Discards an address that was shown but never proven. */
export const resetUnprovenEmail = (userId: string): Write<number> =>
  write(
    builder
      .update(users)
      .set({ email: sql`${users.loginEmail}` })
      .where(and(eq(users.id, userId), ne(users.email, users.loginEmail))),
  );

/** Number of credentials of each kind that are about to be revoked. */
export type CredentialCounts = { readonly passkeys: number; readonly tokens: number };

export const countCredentials = (caller: Caller): Query<CredentialCounts> => {
  const held = {
    passkeys: sql<number>`(select count(*) from ${passkeys} where ${passkeys.userId} = ${callerId(caller)})`,
    tokens: sql<number>`(
      select count(*) from ${mcpTokens}
      where ${mcpTokens.userId} = ${callerId(caller)}
        and ${mcpTokens.revokedAt} is null
        and ${mcpTokens.agentRunId} is null)`,
  };
  return all(
    rowsOf(held, (columns) => sql`select ${columns}`),
    ([row]) => row ?? { passkeys: 0, tokens: 0 },
  );
};

export const deletePasskeys = (userId: string): Write<number> =>
  write(builder.delete(passkeys).where(eq(passkeys.userId, userId)));

/**
 * The rows stay, so that a later use is recognized as that of a revoked token. The credentials of agents' answers only
 * expire, because revoked rows are removed some time later and the answers refer to theirs.
 */
export const revokeTokens = (userId: string, now: Instant): Write<number> =>
  write(sql`update ${mcpTokens} set
      revoked_at = iif(agent_run_id is null, ${now}, null),
      expires_at = iif(agent_run_id is null, expires_at, ${now})
    where user_id = ${userId}
      and revoked_at is null
      and (agent_run_id is null or expires_at > ${now})`);

export const devicesOf = (userId: string): SQL =>
  sql`select ${devices.id} from ${devices}
    where ${devices.userId} = ${userId}
      and ${devices.revokedAt} is null`;

export const setImage = (userId: string, image: string | null, now: Instant): Write<number> =>
  write(builder.update(users).set({ image, updatedAt: now }).where(eq(users.id, userId)));

/** Guard condition: the avatar is unchanged. */
export const imageIsUnchanged = (userId: string, image: string | null): SQL =>
  sql`exists (
    select 1 from ${users}
    where ${users.id} = ${userId}
      and ${users.image} is ${image})`;

export const findImage = (userId: string): Query<string | null> =>
  first(
    builder
      .select(aliased({ image: users.image }))
      .from(users)
      .where(eq(users.id, userId)),
    (row) => row.image,
  );
