/** Notifying somebody: a statement for the batch of the act that gives cause, so that one never stands without the other. */
import type { Instant } from "../../kernel/clock.ts";
import { notifications } from "../../db/schema/notifications.ts";
import { drives } from "../../db/schema/drives.ts";
import { pages } from "../../db/schema/pages.ts";
import { users } from "../../db/schema/users.ts";
import { sql, write, type SQL, type Write } from "../../db/sql.ts";
import type { NotificationType } from "./contract.ts";

export type NewNotification = {
  readonly id: string;
  readonly userId: string | SQL;
  readonly type: NotificationType;
  /** A line for a person; SQL where it names something as it is when the batch runs. */
  readonly title: string | SQL;
  readonly message: string | SQL;
  readonly actorId: string | null;
  readonly pageId?: string | SQL | null;
  readonly driveId?: string | null;
};

const unconditional = sql`1`;

/** Written only if `condition` holds when the batch gets there, and never to oneself or to somebody who is gone. */
export const insertNotification = (
  notice: NewNotification,
  now: Instant,
  condition: SQL = unconditional,
): Write<number> =>
  write(sql`
    insert into ${notifications} (id, user_id, type, title, message, actor_id, page_id, drive_id, created_at)
    select ${notice.id}, ${users.id}, ${notice.type}, ${notice.title}, ${notice.message}, ${notice.actorId},
      ${notice.pageId ?? null}, ${notice.driveId ?? null}, ${now}
    from ${users}
    where ${users.id} = ${notice.userId} and ${users.id} is not ${notice.actorId} and (${condition})`);

/** What a page is called at the moment of the batch. */
export const titleOfPage = (pageId: string): SQL =>
  sql`(select ${pages.title} from ${pages} where ${pages.id} = ${pageId})`;

/** What a person is called at the moment of the batch. */
export const nameOfUser = (userId: string): SQL =>
  sql`(select ${users.name} from ${users} where ${users.id} = ${userId})`;

/** What a drive is called at the moment of the batch. */
export const nameOfDrive = (driveId: string): SQL =>
  sql`(select ${drives.name} from ${drives} where ${drives.id} = ${driveId})`;

/** Words and names as one text. */
export const sentence = (...parts: readonly (string | SQL)[]): SQL =>
  parts.map((part) => sql`${part}`).reduce((text, part) => sql`${text} || ${part}`);
