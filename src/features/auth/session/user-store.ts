/** SQL for users. */
import { eq } from "drizzle-orm";
import type { Caller } from "../../../kernel/caller.ts";
import type { Instant } from "../../../kernel/clock.ts";
import { demotedAddresses, users } from "../../../db/schema/users.ts";
import {
  aliased,
  builder,
  first,
  rowsOf,
  sql,
  write,
  type Named,
  type Operand,
  type Query,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { callerId, prepareForCaller } from "../../../permissions/credential.ts";
import type { User } from "./contract.ts";
import { idOf, prepareForUser, type UserKey } from "./user-statements.ts";

const shownUser = {
  id: users.id,
  name: users.name,
  email: users.email,
  image: users.image,
  provider: users.provider,
  role: users.role,
};

const selectUser = (id: SQL) =>
  rowsOf(shownUser, (columns) => sql`select ${columns} from ${users} where ${users.id} = ${id}`);

const userOfCaller = prepareForCaller(selectUser);

export const findCallerUser = (caller: Caller): Query<User | null> => first(userOfCaller(caller, {}));

/** The caller's proven address, to which sign-in links are sent. */
export const findLoginEmail = (caller: Caller): Query<string | null> =>
  first(
    builder
      .select(aliased({ email: users.loginEmail }))
      .from(users)
      .where(eq(users.id, callerId(caller))),
    ({ email }) => email,
  );

const userByKey = prepareForUser(selectUser);

export const findUser = (user: UserKey): Query<User | null> => first(userByKey(user, {}));

export const raiseEpoch = (userId: string, now: Instant): Write<number> =>
  write(
    builder
      .update(users)
      .set({ epoch: sql`${users.epoch} + 1`, updatedAt: now })
      .where(eq(users.id, userId)),
  );

type NewUser = { id: string; email: string; name: string; now: Instant };

/** Does nothing if an account with this address exists. */
export const insertUser = ({ id, email, name, now }: NewUser): Write<number> =>
  write(
    builder
      .insert(users)
      .values({ id, name, email, loginEmail: email, createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: users.loginEmail }),
  );

type SignInUpdate = {
  /** The address belongs to a configured administrator. */
  readonly isAdmin: boolean;
  readonly addressHash: string;
  /** The value of `users.provider` for an account that never signed in by this method; null for methods that are not recorded. */
  readonly otherMethod: "email" | "providera" | null;
  readonly now: Instant;
};

const isRoleDenied = (addressHash: Operand): SQL =>
  sql`exists (
    select 1 from ${demotedAddresses}
    where ${demotedAddresses.addressHash} = ${addressHash})`;

/** From now on the configuration cannot give this address the administrator role; an administrator still can. */
export const denyConfiguredRole = (addressHash: string, now: Instant): Write<number> =>
  write(builder.insert(demotedAddresses).values({ addressHash, createdAt: now }).onConflictDoNothing());

export const allowConfiguredRole = (addressHash: string): Write<number> =>
  write(builder.delete(demotedAddresses).where(eq(demotedAddresses.addressHash, addressHash)));

const updateOnSignIn = (promotes: (addressHash: Operand) => SQL) =>
  prepareForUser(
    (id, { addressHash, otherMethod, now }: Named<"addressHash" | "otherMethod" | "now">) => sql`
      update ${users} set
        failed_passkeys = 0,
        locked_until = null,
        role = case when ${promotes(addressHash)} then 'admin' else ${users.role} end,
        provider = case when ${users.provider} = ${otherMethod} then 'both' else ${users.provider} end,
        updated_at = ${now}
      where ${users.id} = ${id}
        and (${users.failedPasskeys} <> 0
          or ${users.lockedUntil} is not null
          or (${users.role} <> 'admin' and ${promotes(addressHash)})
          or ${users.provider} = ${otherMethod})`,
  );

const updateAdmin = updateOnSignIn((addressHash) => sql`not ${isRoleDenied(addressHash)}`);
const updateOther = updateOnSignIn(() => sql`0`);

/**
 * A sign-in ends the lockout, gives configured administrators their role unless it was taken away, and records the
 * sign-in method; writes nothing if nothing changes.
 */
export const updateUserOnSignIn = (user: UserKey, { isAdmin, ...update }: SignInUpdate): Write<number> =>
  write((isAdmin ? updateAdmin : updateOther)(user, update));

/** True while failed passkey attempts are counted for the user, or their row still contains a lock. */
export const hasLockout = (user: UserKey): SQL => sql`exists (
  select 1 from ${users}
  where ${users.id} = ${idOf(user)}
    and (${users.failedPasskeys} <> 0 or ${users.lockedUntil} is not null))`;

/** True if the user is not an administrator and the configuration may make them one. */
export const isPromotable = (user: UserKey, addressHash: string): SQL =>
  sql`exists (
    select 1 from ${users}
    where ${users.id} = ${idOf(user)}
      and ${users.role} <> 'admin')
    and not ${isRoleDenied(addressHash)}`;

export const requireLinkConfirmation = (userId: string, until: Instant): Write<number> =>
  write(builder.update(users).set({ confirmLinksUntil: until }).where(eq(users.id, userId)));
