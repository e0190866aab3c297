/** SQL for notices. */
import type { Instant } from "../../kernel/clock.ts";
import type { Language } from "../../kernel/preferences.ts";
import { sentNotices } from "../../db/schema/notifications.ts";
import { emailChanges } from "../../db/schema/sessions.ts";
import { users } from "../../db/schema/users.ts";
import { builder, first, rowsOf, sql, write, type Query, type Write } from "../../db/sql.ts";

const previousEmail = (changeId: string | null) => sql`(
  select ${emailChanges.previousEmail} from ${emailChanges}
  where ${emailChanges.id} = ${changeId}
    and ${emailChanges.userId} = ${users.id})`;

type Recipient = { readonly address: string; readonly language: Language | null };

/** The address the notice goes to; null if it was already sent or the user is gone. */
export const findRecipient = (jobId: string, userId: string, changeId: string | null): Query<Recipient | null> =>
  first(
    rowsOf(
      {
        address: sql<string>`coalesce(${previousEmail(changeId)}, ${users.loginEmail})`,
        language: users.language,
      },
      (columns) => sql`
        select ${columns}
        from ${users}
        where ${users.id} = ${userId}
          and ${users.deletedAt} is null
          and not exists (
            select 1 from ${sentNotices}
            where ${sentNotices.jobId} = ${jobId})`,
    ),
  );

export const markSent = (jobId: string, now: Instant): Write<number> =>
  write(builder.insert(sentNotices).values({ jobId, sentAt: now }).onConflictDoNothing());
