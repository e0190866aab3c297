/** SQL of suspension. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, write, type Query, type Sql } from "../../platform/sql.ts";
import { callerId } from "../access/access.ts";

export type Standing = { readonly suspended: boolean };

export const findStanding = (userId: string): Query<Standing | null> =>
  first<{ suspended_at: number | null }, Standing>(sql`select suspended_at from users where id = ${userId}`, (row) => ({
    suspended: row.suspended_at !== null,
  }));

/** A guard's condition: the caller is an administrator at this very moment. */
export const callerIsAdmin = (caller: Caller): Sql =>
  sql`exists (select 1 from users where id = ${callerId(caller)} and role = 'admin')`;

/** A guard's condition: nobody was faster. */
export const standsStill = (userId: string, { suspended }: Standing): Sql =>
  sql`exists (select 1 from users where id = ${userId} and (suspended_at is not null) = ${suspended ? 1 : 0})`;

export const setSuspended = (userId: string, at: Instant | null, now: Instant): Query<number> =>
  write(sql`update users set suspended_at = ${at}, updated_at = ${now} where id = ${userId}`);
