/** SQL that deletes expired rows in limited batches, oldest first. */
import { getTableName, lt, lte, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../../kernel/clock.ts";
import { minIdAt } from "../../../kernel/ids.ts";
import { aiBudgets } from "../../../db/schema/agents.ts";
import { devices } from "../../../db/schema/devices.ts";
import { notifications, sentNotices } from "../../../db/schema/notifications.ts";
import { editTickets } from "../../../db/schema/pages.ts";
import { webauthnChallenges } from "../../../db/schema/passkeys.ts";
import { contactMessages, rejectedRequests } from "../../../db/schema/people.ts";
import {
  emailChanges,
  magicLinks,
  oauthMarks,
  serviceTokens,
  socketTokens,
  spentIdTokens,
} from "../../../db/schema/sessions.ts";
import { sql, whole, write, type Write } from "../../../db/sql.ts";
import { dayOf } from "../../ai-usage/rules.ts";
import { FORGET_AFTER } from "../../auth/devices/rules.ts";
import { REJECTION_PAUSE } from "../../people/rules.ts";
import { BATCH_SIZE, CHALLENGES_PER_BATCH, ROW_RETENTION } from "./rules.ts";

type Removal = { readonly table: string; readonly query: Write<number> };

/** `order` is an indexed column that sorts by age. */
function remove(key: SQLiteColumn, order: SQLiteColumn, isOld: SQL, atOnce = BATCH_SIZE): Removal {
  const { table } = key;
  const old = sql`select ${key} from ${table}
    where ${isOld}
    order by ${order}
    limit ${whole(atOnce)}`;
  return { table: getTableName(table), query: write(sql`delete from ${table} where ${key} in (${old})`) };
}

/** By id, because ids start with their time. */
const removeById = (id: SQLiteColumn, before: Instant, atOnce?: number): Removal =>
  remove(id, id, lt(id, minIdAt(before)), atOnce);

const removeExpired = (table: { tokenHash: SQLiteColumn; expiresAt: SQLiteColumn }, now: Instant): Removal =>
  remove(table.tokenHash, table.expiresAt, lte(table.expiresAt, now));

export const removals = (now: Instant): Removal[] => [
  removeById(magicLinks.id, now - ROW_RETENTION.magicLinks),
  removeExpired(socketTokens, now),
  removeExpired(serviceTokens, now),
  remove(oauthMarks.stateHash, oauthMarks.expiresAt, lte(oauthMarks.expiresAt, now)),
  removeExpired(spentIdTokens, now),
  removeById(emailChanges.id, now - ROW_RETENTION.emailChanges),
  removeById(sentNotices.jobId, now - ROW_RETENTION.sentNotices),
  removeById(webauthnChallenges.id, now - ROW_RETENTION.challenges, CHALLENGES_PER_BATCH),
  // Without its ticket, a room decides by the page's revision, and treats an edit missing from D1 as not committed.
  removeById(editTickets.ticket, now - ROW_RETENTION.editTickets),
  remove(notifications.id, notifications.readAt, lt(notifications.readAt, now - ROW_RETENTION.readNotifications)),
  removeById(notifications.id, now - ROW_RETENTION.notifications),
  removeById(contactMessages.id, now - ROW_RETENTION.contactMessages),
  remove(
    rejectedRequests.rejectedAt,
    rejectedRequests.rejectedAt,
    lt(rejectedRequests.rejectedAt, now - REJECTION_PAUSE),
  ),
  remove(aiBudgets.day, aiBudgets.day, lt(aiBudgets.day, dayOf(now - ROW_RETENTION.aiBudgets))),
  // Their tokens are deleted with them.
  remove(devices.id, devices.expiresAt, lt(devices.expiresAt, now - FORGET_AFTER)),
  remove(devices.id, devices.revokedAt, lt(devices.revokedAt, now - FORGET_AFTER)),
];
