/** SQL of notices. */
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, write, type Query } from "../../db/sql.ts";

/** Where the notice goes; null when it was sent already, or the user is gone. */
export const findRecipient = (jobId: string, userId: string, changeId: string | null): Query<string | null> =>
  first<{ address: string }, string>(
    sql`select coalesce((select previous_email from email_changes where id = ${changeId} and user_id = u.id), u.login_email) as address
        from users u where u.id = ${userId} and u.deleted_at is null and not exists (select 1 from sent_notices where job_id = ${jobId})`,
    (row) => row.address,
  );

export const markSent = (jobId: string, now: Instant): Query<number> =>
  write(sql`insert into sent_notices (job_id, sent_at) values (${jobId}, ${now}) on conflict do nothing`);
