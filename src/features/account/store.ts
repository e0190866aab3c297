/** SQL of the account as its owner changes it. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, write, type Query, type SQL, print } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import type { User } from "../identity/contract.ts";
import type { Profile } from "./contract.ts";

export type Account = {
  readonly user: User;
  readonly profile: Profile;
  /** The proven address. */
  readonly loginEmail: string;
};

type AccountRow = User & {
  login_email: string;
  username: string | null;
  display_name: string | null;
  bio: string;
  discoverable: number;
};

export const findAccount = (caller: Caller): Query<Account | null> =>
  first<AccountRow, Account>(
    sql`select id, name, email, login_email, image, provider, role, username, display_name, bio, discoverable
        from users where id = ${callerId(caller)}`,
    ({ login_email, username, display_name, bio, discoverable, ...user }) => ({
      user,
      loginEmail: login_email,
      profile: { username, displayName: display_name, bio, discoverable: discoverable === 1 },
    }),
  );

/** A guard's condition: what a change builds on is still as it was loaded, the words to find the person by included. */
export const isUnchanged = ({ user, profile, loginEmail }: Account): SQL =>
  sql`exists (select 1 from users where id = ${user.id} and name = ${user.name} and login_email = ${loginEmail}
    and username is ${profile.username} and display_name is ${profile.displayName} and bio = ${profile.bio}
    and discoverable = ${profile.discoverable ? 1 : 0})`;

export const updateName = (userId: string, name: string, now: Instant): Query<number> =>
  write(sql`update users set name = ${name}, updated_at = ${now} where id = ${userId}`);

/** What the owner sees; it proves nothing. */
export const updateShownEmail = (userId: string, email: string, now: Instant): Query<number> =>
  write(sql`update users set email = ${email}, updated_at = ${now} where id = ${userId}`);

export const updateProfile = (userId: string, profile: Profile, now: Instant): Query<number> =>
  write(sql`update users set username = ${profile.username}, display_name = ${profile.displayName}, bio = ${profile.bio},
    discoverable = ${profile.discoverable ? 1 : 0}, updated_at = ${now} where id = ${userId}`);

/** What was shown and never proven is forgotten. */
export const forgetUnproven = (userId: string): Query<number> =>
  write(sql`update users set email = login_email where id = ${userId} and email <> login_email`);

/** How many credentials of each kind are about to end. */
export type Held = { readonly passkeys: number; readonly tokens: number };

export const countHeld = (caller: Caller): Query<Held> => ({
  ...print(sql`select (select count(*) from passkeys where user_id = ${callerId(caller)}) as passkeys,
    (select count(*) from mcp_tokens where user_id = ${callerId(caller)} and revoked_at is null) as tokens`),
  read: ([row]) => ({ passkeys: Number(row?.["passkeys"] ?? 0), tokens: Number(row?.["tokens"] ?? 0) }),
});

export const deletePasskeys = (userId: string): Query<number> =>
  write(sql`delete from passkeys where user_id = ${userId}`);

/** The rows stay, so that a late use is known for what it is. */
export const revokeTokens = (userId: string, now: Instant): Query<number> =>
  write(sql`update mcp_tokens set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`);

export const devicesOf = (userId: string): SQL =>
  sql`select id from devices where user_id = ${userId} and revoked_at is null`;

export const setImage = (userId: string, image: string | null, now: Instant): Query<number> =>
  write(sql`update users set image = ${image}, updated_at = ${now} where id = ${userId}`);

/** A guard's condition: nobody has changed the picture meanwhile. */
export const imageIs = (userId: string, image: string | null): SQL =>
  sql`exists (select 1 from users where id = ${userId} and image is ${image})`;

export const findImage = (userId: string): Query<string | null> =>
  first<{ image: string | null }, string | null>(sql`select image from users where id = ${userId}`, (row) => row.image);
