/** Statements that notify users about something written on a page, if they can see the page when the batch runs. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import type { ThreadNotificationType } from "../../kernel/notification-type.ts";
import { VIEW } from "../../kernel/rights.ts";
import { hasBlocked } from "../../db/blocks.ts";
import { notifications } from "../../db/schema/notifications.ts";
import { pages } from "../../db/schema/pages.ts";
import { users } from "../../db/schema/users.ts";
import { sql, write, type SQL, type Write } from "../../db/sql.ts";
import { rightsOn } from "../../permissions/ancestors.ts";
import { isMuted, nameOfAuthor, wantsKind } from "./statements.ts";
import { inLanguageOf, textFor } from "./text-statements.ts";

const p = alias(pages, "p");
const u = alias(users, "u");

/** Maximum number of users notified per change of a text. */
const MAX_NOTIFIED = 50;

/** Something written on a page, and its author. */
export type Written = {
  readonly pageId: string;
  readonly by: string;
  /** The token it was written with; null if the user wrote it in person. */
  readonly tokenId: string | null;
  readonly now: Instant;
  readonly newId: () => string;
  /** The comment thread it is part of. */
  readonly threadId?: string;
};

const SENTENCES = {
  MENTION: ["mentionedTitle", "mentioned"],
  COMMENT: ["commentedTitle", "commented"],
  COMMENT_REPLY: ["repliedTitle", "replied"],
  SUGGESTION: ["suggestedTitle", "suggested"],
} as const satisfies Record<"MENTION" | ThreadNotificationType, unknown>;

/**
 * Notifies those of the users who can see the page, except the author, users who have turned off this type, muted the page
 * or blocked the author. `condition` refers to the user as `u`.
 */
export function notifyViewers(
  { pageId, by, tokenId, now, newId, threadId }: Written,
  type: keyof typeof SENTENCES,
  userIds: readonly string[],
  condition: SQL,
): Write<number>[] {
  const rows = [...new Set(userIds)]
    .filter((id) => id !== by)
    .slice(0, MAX_NOTIFIED)
    .map((id) => [newId(), id] as const);
  if (rows.length === 0) return [];
  const [title, message] = SENTENCES[type];
  const filled = inLanguageOf(message, {
    who: (language) =>
      sql`coalesce(${textFor(nameOfAuthor(by, tokenId), language)}, ${inLanguageOf("somebody")(language)})`,
    page: sql`${p.title}`,
  });
  const insert = write(sql`insert into ${notifications}
        (id, user_id, type, kind, title, message, actor_id, page_id, drive_id, thread_id, created_at)
      select json_extract(j.value, '$[0]'), ${u.id}, 'MENTION', ${type === "MENTION" ? null : type},
        ${inLanguageOf(title)(sql`${u.language}`)}, ${filled(sql`${u.language}`)},
        ${by}, ${p.id}, ${p.driveId}, ${threadId ?? null}, ${now}
      from json_each(${JSON.stringify(rows)}) j
      cross join ${users} u on ${u.id} = json_extract(j.value, '$[1]')
      cross join ${pages} p on ${p.id} = ${pageId}
      where ${condition}
        and ${wantsKind(type, u.notificationsOff)}
        and not ${isMuted(sql`${u.id}`, pageId)}
        and not ${hasBlocked(sql`${u.id}`, by)}
        and (${rightsOn(pageId, u.id)} & ${VIEW}) = ${VIEW}`);
  return [{ ...insert, notifies: rows.map(([id]) => id) }];
}
