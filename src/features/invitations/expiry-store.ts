/** SQL for expired invitations. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { invitations } from "../../db/schema/invitations.ts";
import { many, rowsOf, sql, whole, write, type Query, type RowOf, type SQL, type Write } from "../../db/sql.ts";

const v = alias(invitations, "v");

const over = { id: v.id, pageId: v.pageId, driveId: v.driveId, email: v.email, invitedBy: v.invitedBy };

/** A bounded number of expired invitations. */
export const findExpired = (now: Instant, most: number): Query<RowOf<typeof over>[]> =>
  many(
    rowsOf(
      over,
      (columns) => sql`select ${columns} from ${invitations} v
        where ${v.acceptedAt} is null
          and ${v.expiresAt} <= ${now}
          and ${v.grantedTo} is null
        order by ${v.expiresAt}
        limit ${whole(most)}`,
    ),
  );

/** Closes expired invitations whose rights an account already holds; the grant stays. */
export const closeGranted = (now: Instant, most: number): Write<number> =>
  write(sql`update ${invitations} set accepted_at = expires_at
    where id in (
      select ${v.id} from ${invitations} v
      where ${v.acceptedAt} is null
        and ${v.expiresAt} <= ${now}
        and ${v.grantedTo} is not null
      order by ${v.expiresAt}
      limit ${whole(most)})`);

export const isExpired = (id: string, now: Instant): SQL => sql`exists (
  select 1 from ${invitations} v
  where ${v.id} = ${id}
    and ${v.acceptedAt} is null
    and ${v.expiresAt} <= ${now})`;

export const deleteExpired = (id: string, now: Instant): Write<number> =>
  write(sql`delete from ${invitations} where id = ${id} and accepted_at is null and expires_at <= ${now}`);
