/** SQL of what is stored about a person, a page of rows at a time, each row as the line of JSON it becomes. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { alias, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW } from "../../kernel/rights.ts";
import * as tables from "../../db/schema/index.ts";
import { aliased, builder, first, join, many, raw, rowsOf, sql, whole, type Query, type SQL } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import { manyHeld } from "../access/many-access.ts";

export type Line = { readonly cursor: string; readonly json: string };

/** Rows after `cursor`, "" for the first. */
export type Listing = (userId: string, cursor: string) => Query<Line[]>;

/** Rows that one round trip brings. */
export const ROWS_AT_ONCE = 500;
const LIMIT = whole(ROWS_AT_ONCE);

type Field = SQLiteColumn | SQL;

const iso = (time: Field): SQL => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${time} / 1000.0, 'unixepoch')`;
const flag = (condition: Field): SQL => sql`json(case when ${condition} then 'true' else 'false' end)`;

/** Names are ours, never a caller's. */
const object = (fields: Readonly<Record<string, Field>>): SQL<string> =>
  sql`json_object(${join(
    Object.entries(fields).map(([name, field]) => sql`${raw(`'${name}'`)}, ${field}`),
    sql`, `,
  )})`;

const rights = (bits: Field): SQL =>
  object({
    canView: flag(sql`${bits} & 1`),
    canEdit: flag(sql`${bits} & 2`),
    canShare: flag(sql`${bits} & 4`),
    canDelete: flag(sql`${bits} & 8`),
  });

/** `rest` is the statement after what it selects. */
const lines = (cursor: Field, fields: Readonly<Record<string, Field>>, rest: SQL): Query<Line[]> =>
  many(
    rowsOf(
      { cursor: sql<string>`${cursor}`, json: object(fields) },
      (columns) => sql`select ${columns} ${rest}`,
    ),
  );

/** Everything of this table that has the user's id, by its own. No hash, key or secret is among the fields. */
const own =
  (table: SQLiteTable & { id: SQLiteColumn; userId: SQLiteColumn }, fields: Readonly<Record<string, Field>>): Listing =>
  (userId, cursor) =>
    lines(
      table.id,
      { id: table.id, ...fields },
      sql`from ${table}
        where ${table.userId} = ${userId} and ${table.id} > ${cursor}
        order by ${table.id} limit ${LIMIT}`,
    );

export const sessions = own(tables.sessions, {
  method: tables.sessions.method,
  ip: tables.sessions.ip,
  userAgent: tables.sessions.userAgent,
  createdAt: iso(tables.sessions.createdAt),
  lastSeenAt: iso(tables.sessions.lastSeenAt),
  expiresAt: iso(tables.sessions.expiresAt),
});
export const devices = own(tables.devices, {
  deviceId: tables.devices.deviceId,
  name: tables.devices.name,
  platform: tables.devices.platform,
  browser: tables.devices.browser,
  system: tables.devices.os,
  country: tables.devices.country,
  region: tables.devices.region,
  latitude: tables.devices.latitude,
  longitude: tables.devices.longitude,
  trustScore: tables.devices.trustScore,
  createdAt: iso(tables.devices.createdAt),
  lastUsedAt: iso(tables.devices.lastUsedAt),
  revokedAt: iso(tables.devices.revokedAt),
});
export const passkeys = own(tables.passkeys, {
  name: tables.passkeys.name,
  deviceType: tables.passkeys.deviceType,
  backedUp: flag(tables.passkeys.backedUp),
  createdAt: iso(tables.passkeys.createdAt),
  lastUsedAt: iso(tables.passkeys.lastUsedAt),
});
export const tokens = own(tables.mcpTokens, {
  name: tables.mcpTokens.name,
  lastFour: tables.mcpTokens.lastFour,
  isScoped: flag(eq(tables.mcpTokens.scopeMode, sql`'drives'`)),
  readOnly: flag(tables.mcpTokens.readOnly),
  createdAt: iso(tables.mcpTokens.createdAt),
  lastUsedAt: iso(tables.mcpTokens.lastUsedAt),
  revokedAt: iso(tables.mcpTokens.revokedAt),
});
export const emailChanges = own(tables.emailChanges, {
  email: tables.emailChanges.email,
  previousEmail: tables.emailChanges.previousEmail,
  createdAt: iso(tables.emailChanges.createdAt),
  usedAt: iso(tables.emailChanges.usedAt),
});
export const notifications = own(tables.notifications, {
  type: tables.notifications.type,
  title: tables.notifications.title,
  message: tables.notifications.message,
  pageId: tables.notifications.pageId,
  driveId: tables.notifications.driveId,
  createdAt: iso(tables.notifications.createdAt),
  readAt: iso(tables.notifications.readAt),
});
export const messages = own(tables.messages, {
  pageId: tables.messages.pageId,
  content: tables.messages.content,
  parentMessageId: tables.messages.parentMessageId,
  createdAt: iso(tables.messages.createdAt),
  editedAt: iso(tables.messages.editedAt),
});
export const contactMessages = own(tables.contactMessages, {
  name: tables.contactMessages.name,
  email: tables.contactMessages.email,
  subject: tables.contactMessages.subject,
  message: tables.contactMessages.message,
  createdAt: iso(tables.contactMessages.createdAt),
});
export const uploads = own(tables.uploads, {
  filename: tables.uploads.filename,
  size: tables.uploads.size,
  createdAt: iso(tables.uploads.createdAt),
  expiresAt: iso(tables.uploads.expiresAt),
});
export const modelCalls = own(tables.aiCalls, {
  at: iso(tables.aiCalls.at),
  provider: tables.aiCalls.provider,
  model: tables.aiCalls.model,
  inputTokens: tables.aiCalls.inputTokens,
  outputTokens: tables.aiCalls.outputTokens,
});
