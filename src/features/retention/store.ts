/** SQL that removes what has been kept long enough, so many rows at a time, from the oldest on. */
import type { Instant } from "../../kernel/clock.ts";
import { leastIdAt } from "../../kernel/ids.ts";
import { type SQL, sql, whole, write, type Query, raw } from "../../db/sql.ts";
import { FORGET_AFTER } from "../devices/rules.ts";
import { AT_ONCE, CHALLENGES_AT_ONCE, KEEP } from "./rules.ts";

export type Removal = { readonly table: string; readonly query: Query<number> };

/** `order` is the column that an index finds the oldest by. All three are ours, never a caller's. */
function remove(table: string, key: string, order: string, isOld: SQL, atOnce = AT_ONCE): Removal {
  const [from, by, oldest] = [raw(table), raw(key), raw(order)];
  const old = sql`select ${by} from ${from} where ${isOld} order by ${oldest} limit ${whole(atOnce)}`;
  return { table, query: write(sql`delete from ${from} where ${by} in (${old})`) };
}

/** By an id, which begins with the time. */
const removeById = (table: string, id: string, before: Instant, atOnce?: number): Removal =>
  remove(table, id, id, sql`${raw(id)} < ${leastIdAt(before)}`, atOnce);

const removeExpired = (table: string, key: string, now: Instant): Removal =>
  remove(table, key, "expires_at", sql`expires_at <= ${now}`);

export const removals = (now: Instant): Removal[] => [
  removeById("magic_links", "id", now - KEEP.magicLinks),
  removeExpired("socket_tokens", "token_hash", now),
  removeExpired("service_tokens", "token_hash", now),
  removeExpired("oauth_marks", "state_hash", now),
  removeExpired("spent_id_tokens", "token_hash", now),
  removeById("email_changes", "id", now - KEEP.emailChanges),
  removeById("sent_notices", "job_id", now - KEEP.sentNotices),
  removeById("webauthn_challenges", "id", now - KEEP.challenges, CHALLENGES_AT_ONCE),
  // A room whose edit has no record goes by the page's revision, and by "not committed" where D1 does not have the edit.
  removeById("edit_tickets", "ticket", now - KEEP.editTickets),
  remove("notifications", "id", "read_at", sql`read_at < ${now - KEEP.readNotifications}`),
  removeById("notifications", "id", now - KEEP.notifications),
  removeById("contact_messages", "id", now - KEEP.contactMessages),
  // Their tokens go with them.
  remove("devices", "id", "expires_at", sql`expires_at < ${now - FORGET_AFTER}`),
  remove("devices", "id", "revoked_at", sql`revoked_at < ${now - FORGET_AFTER}`),
];
