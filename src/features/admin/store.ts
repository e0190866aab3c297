/** SQL for suspensions and roles. */
import { and, eq, isNull } from "drizzle-orm";
import type { Instant } from "../../kernel/clock.ts";
import { users } from "../../db/schema/users.ts";
import { aliased, builder, first, sql, write, type Query, type RowOf, type SQL, type Write } from "../../db/sql.ts";
import { isOtherAdministrator } from "../../permissions/conditions.ts";

export type SuspensionState = { readonly suspended: boolean };

const isUser = (userId: string) => and(eq(users.id, userId), isNull(users.deletedAt));

export const findSuspension = (userId: string): Query<SuspensionState | null> =>
  first(
    builder
      .select(aliased({ suspendedAt: users.suspendedAt }))
      .from(users)
      .where(isUser(userId)),
    ({ suspendedAt }) => ({ suspended: suspendedAt !== null }),
  );

/** Guard condition: the suspension is unchanged. */
export const suspensionIsUnchanged = (userId: string, { suspended }: SuspensionState): SQL =>
  sql`exists (
    select 1 from ${users}
    where id = ${userId}
      and deleted_at is null
      and (suspended_at is not null) = ${suspended ? 1 : 0})`;

const held = { role: users.role, email: users.loginEmail };
export type RoleRecord = RowOf<typeof held>;

export const findRole = (userId: string): Query<RoleRecord | null> =>
  first(builder.select(aliased(held)).from(users).where(isUser(userId)));

/** Guard condition: role and address are as loaded, and there is another administrator. */
export const roleMayChange = (userId: string, { role, email }: RoleRecord): SQL =>
  sql`exists (
    select 1 from ${users}
    where id = ${userId}
      and role = ${role}
      and login_email = ${email}
      and deleted_at is null)
    and ${isOtherAdministrator(userId)}`;

export const setRole = (userId: string, role: RoleRecord["role"], now: Instant): Write<number> =>
  write(builder.update(users).set({ role, updatedAt: now }).where(eq(users.id, userId)));

export const setSuspended = (userId: string, at: Instant | null, now: Instant): Write<number> =>
  write(builder.update(users).set({ suspendedAt: at, updatedAt: now }).where(eq(users.id, userId)));
