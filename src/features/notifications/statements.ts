/** Statements that notify a user. They go into the batch of the triggering change, so that neither is committed alone. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import {
  canBeMuted,
  isOptional,
  type NotificationKind,
  type UncheckedNotificationType,
} from "../../kernel/notification-type.ts";
import { mutedDrives, mutedPages, notifications } from "../../db/schema/notifications.ts";
import { drives } from "../../db/schema/drives.ts";
import { pages } from "../../db/schema/pages.ts";
import { mcpTokens } from "../../db/schema/tokens.ts";
import { users } from "../../db/schema/users.ts";
import { agentName } from "../../db/agent-name.ts";
import { hasBlocked } from "../../db/blocks.ts";
import { sql, write, type Operand, type SQL, type Write } from "../../db/sql.ts";
import type { NotificationType } from "./contract.ts";
import { inLanguageOf, textFor, type Text } from "./text-statements.ts";
import { tokenIdOf } from "../../kernel/caller.ts";

const mp = alias(mutedPages, "mp");
const md = alias(mutedDrives, "md");
const t = alias(mcpTokens, "t");

type NewNotification = {
  readonly id: string;
  readonly userId: string | SQL;
  readonly type: Exclude<NotificationType, UncheckedNotificationType>;
  readonly title: Text;
  readonly message: Text;
  readonly actorId: string | null;
  readonly pageId?: string | SQL | null;
  readonly driveId?: string | SQL | null;
};

const unconditional = sql`1`;

/** Whether the user has muted the page, or the drive it is in. */
export const isMuted = (userId: SQL, pageId: string | SQL | null): SQL => sql`(
  exists (
    select 1 from ${mutedPages} mp
    where ${mp.pageId} = ${pageId}
      and ${mp.userId} = ${userId})
  or exists (
    select 1 from ${mutedDrives} md
    where ${md.userId} = ${userId}
      and ${md.driveId} = (select drive_id from ${pages} where id = ${pageId})))`;

/**
 * True if the user has not turned off this kind; `off` is the user's column of disabled kinds. Costs nothing, because
 * the row is read anyway.
 */
export const wantsKind = (type: NotificationKind, off: Operand = users.notificationsOff): SQL =>
  isOptional(type) ? sql`instr(${off}, ${`"${type}"`}) = 0` : sql`1`;

/** The values of the two columns that store a type. */
const columnsOf = (type: NewNotification["type"]): readonly [type: string, laterType: string | null] =>
  type === "ACCESS_REQUEST" || type === "ACCESS_DECLINED" ? ["PERMISSION_UPDATED", type] : [type, null];

/**
 * Writes the notification only if `condition` is true when the batch reaches it, and never to the actor, to a
 * nonexistent user, or to one who has turned off this kind, has muted the page or drive, or has blocked the actor.
 */
export const insertNotification = (
  notice: NewNotification,
  now: Instant,
  condition: SQL = unconditional,
): Write<number> => {
  const { id, userId, title, message, actorId, pageId = null, driveId = null } = notice;
  const [type, laterType] = columnsOf(notice.type);
  const inTheirs = (text: Text): SQL => textFor(text, sql`${users.language}`);
  const isUnmuted = canBeMuted(notice.type) ? sql`not ${isMuted(sql`${users.id}`, pageId)}` : sql`1`;
  return {
    ...write(sql`
      insert into ${notifications}
        (id, user_id, type, title, message, actor_id, page_id, drive_id, created_at, later_type)
      select ${id}, ${users.id}, ${type}, ${inTheirs(title)}, ${inTheirs(message)}, ${actorId}, ${pageId}, ${driveId}, ${now},
        ${laterType}
      from ${users}
      where ${users.id} = ${userId}
        and ${users.id} is not ${actorId}
        and not ${hasBlocked(sql`${users.id}`, actorId)}
        and ${isUnmuted}
        and ${wantsKind(notice.type)}
        and (${condition})`),
    notifies: [id],
  };
};

/** The page's title when the batch runs. */
export const titleOfPage = (pageId: string): SQL =>
  sql`(select ${pages.title} from ${pages} where ${pages.id} = ${pageId})`;

/** The user's name when the batch runs. */
export const nameOfUser = (userId: string): SQL =>
  sql`(select ${users.name} from ${users} where ${users.id} = ${userId})`;

/** The actor's name: a user, or an agent on behalf of a user. */
export const nameOfActor = (actor: Pick<Actor, "kind" | "userId" | "credentialId">): Text =>
  nameOfAuthor(actor.userId, tokenIdOf(actor));

/** Like `nameOfActor`, for the author of a text. `tokenId` is null if the user wrote it in person. */
export const nameOfAuthor = (userId: string, tokenId: string | null): Text => {
  if (tokenId === null) return nameOfUser(userId);
  const between = inLanguageOf("onBehalfOf");
  return (language) => sql`(
    coalesce((
      select ${agentName(sql`t`)} || ${between(language)}
      from ${mcpTokens} t
      where ${t.id} = ${tokenId}), '')
    || ${nameOfUser(userId)})`;
};

/** The drive's name when the batch runs. */
export const nameOfDrive = (driveId: string): SQL =>
  sql`(select ${drives.name} from ${drives} where ${drives.id} = ${driveId})`;
