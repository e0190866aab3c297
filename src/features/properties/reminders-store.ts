/** SQL for the reminders of tasks. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { VIEW } from "../../kernel/rights.ts";
import { notifications } from "../../db/schema/notifications.ts";
import { pages } from "../../db/schema/pages.ts";
import { taskPeople } from "../../db/schema/properties.ts";
import { users } from "../../db/schema/users.ts";
import { many, rowsOf, sql, whole, write, type Query, type RowOf, type Write } from "../../db/sql.ts";
import { isLive, rightsOn } from "../../permissions/ancestors.ts";
import { isMuted, wantsKind } from "../notifications/statements.ts";
import { inLanguageOf } from "../notifications/text-statements.ts";

const p = alias(pages, "p");
const t = alias(taskPeople, "t");
const u = alias(users, "u");

const reminder = { userId: t.userId, due: t.due, pageId: t.pageId, key: t.key, source: t.source };
export type Reminder = RowOf<typeof reminder>;

/** Reminders of these days (YYYY-MM-DD) that were not sent, oldest first. */
export const listReminders = (from: string, to: string, limit: number): Query<Reminder[]> =>
  many(
    rowsOf(
      reminder,
      (columns) => sql`select ${columns} from ${taskPeople} t
        where remind_on between ${from} and ${to}
          and is_done = 0
          and reminded = 0
        order by remind_on, user_id
        limit ${whole(limit)}`,
    ),
  );

export type Notice = Reminder & {
  /** The id of the notification. */
  readonly id: string;
  /** The text of the task; may be empty. */
  readonly title: string;
};

/**
 * Notifies the users of tasks that are still open and were not reminded, if they can see the page, have not muted it and have
 * not turned off reminders; the others are never reminded of it. `type` is what versions without `kind` show.
 */
export function sendReminders(notices: readonly Notice[], now: Instant): readonly Write<number>[] {
  const list = JSON.stringify(notices.map(({ id, userId, due, pageId, key, title }) => [userId, due, pageId, key, id, title])); // oxfmt-ignore
  const says = inLanguageOf("reminder", { due: sql`${t.due}`, page: sql`${p.title}` });
  const insert = write(sql`insert into ${notifications}
      (id, user_id, type, kind, title, message, page_id, drive_id, created_at)
    select j.value ->> 4, ${u.id}, 'MENTION', 'REMINDER',
      coalesce(nullif(j.value ->> 5, ''), ${inLanguageOf("reminderTitle")(sql`${u.language}`)}),
      ${says(sql`${u.language}`)}, ${p.id}, ${p.driveId}, ${now}
    from json_each(${list}) j
    cross join ${taskPeople} t on ${t.userId} = j.value ->> 0
      and ${t.isDone} = 0
      and ${t.due} = j.value ->> 1
      and ${t.pageId} = j.value ->> 2
      and ${t.key} = j.value ->> 3
    cross join ${users} u on ${u.id} = ${t.userId}
    cross join ${pages} p on ${p.id} = ${t.pageId}
    where ${t.reminded} = 0
      and ${wantsKind("REMINDER", u.notificationsOff)}
      and not ${isMuted(sql`${u.id}`, sql`${p.id}`)}
      and ${isLive(t.pageId)}
      and (${rightsOn(t.pageId, u.id)} & ${VIEW}) = ${VIEW}`);
  return [
    { ...insert, notifies: notices.map(({ id }) => id) },
    write(sql`update ${taskPeople} set reminded = 1
      where (user_id, is_done, due, page_id, key) in (
        select value ->> 0, 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${list}))
        and reminded = 0`),
  ];
}
