/** SQL of suspension and of roles. */
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, write, type Query, type SQL } from "../../db/sql.ts";

export type Standing = { readonly suspended: boolean };

export const findStanding = (userId: string): Query<Standing | null> =>
  first<{ suspended_at: number | null }, Standing>(
    sql`select suspended_at from users where id = ${userId} and deleted_at is null`,
    (row) => ({
      suspended: row.suspended_at !== null,
    }),
  );

/** A guard's condition: nobody was faster. */
export const standsStill = (userId: string, { suspended }: Standing): SQL =>
  sql`exists (select 1 from users where id = ${userId} and deleted_at is null and (suspended_at is not null) = ${suspended ? 1 : 0})`;

export type Held = { readonly role: "user" | "admin"; readonly email: string };

export const findRole = (userId: string): Query<Held | null> =>
  first<{ role: "user" | "admin"; login_email: string }, Held>(
    sql`select role, login_email from users where id = ${userId} and deleted_at is null`,
    (row) => ({ role: row.role, email: row.login_email }),
  );

/** A guard's condition: role and address are as they were read, and somebody else administers the deployment, too. */
export const roleMayChange = (userId: string, { role, email }: Held): SQL =>
  sql`exists (select 1 from users where id = ${userId} and role = ${role} and login_email = ${email} and deleted_at is null)
    and exists (select 1 from users where role = 'admin' and suspended_at is null and id > '' and id <> ${userId})`;

export const setRole = (userId: string, role: Held["role"], now: Instant): Query<number> =>
  write(sql`update users set role = ${role}, updated_at = ${now} where id = ${userId}`);

export const setSuspended = (userId: string, at: Instant | null, now: Instant): Query<number> =>
  write(sql`update users set suspended_at = ${at}, updated_at = ${now} where id = ${userId}`);
