/** SQL of what is stored about a person: a listing for each kind of row. No hash, key or secret is among the fields. */
import { eq } from "drizzle-orm";
import { alias, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import * as tables from "../../../db/schema/index.ts";
import { sql } from "../../../db/sql.ts";
import { LIMIT, flag, iso, lines, listing, rightsOf, type Fields, type Listing } from "./json-store.ts";

type OwnTable = SQLiteTable & { readonly id: SQLiteColumn; readonly userId: SQLiteColumn };

/** Rows that have an id of their own. */
const own = <T extends OwnTable>(table: T, fieldsOf: (row: T) => Fields): Listing =>
  listing(
    table,
    (row) => ({ owner: row.userId, key: row.id }),
    (row) => ({ id: row.id, ...fieldsOf(row) }),
  );

export const sessions = own(tables.sessions, (row) => ({
  method: row.method,
  ip: row.ip,
  userAgent: row.userAgent,
  createdAt: iso(row.createdAt),
  lastSeenAt: iso(row.lastSeenAt),
  expiresAt: iso(row.expiresAt),
}));
export const devices = own(tables.devices, (row) => ({
  deviceId: row.deviceId,
  name: row.name,
  platform: row.platform,
  browser: row.browser,
  system: row.os,
  country: row.country,
  region: row.region,
  latitude: row.latitude,
  longitude: row.longitude,
  trustScore: row.trustScore,
  createdAt: iso(row.createdAt),
  lastUsedAt: iso(row.lastUsedAt),
  revokedAt: iso(row.revokedAt),
}));
export const passkeys = own(tables.passkeys, (row) => ({
  name: row.name,
  deviceType: row.deviceType,
  backedUp: flag(row.backedUp),
  createdAt: iso(row.createdAt),
  lastUsedAt: iso(row.lastUsedAt),
}));
export const tokens = own(tables.mcpTokens, (row) => ({
  name: row.name,
  lastFour: row.lastFour,
  isScoped: flag(eq(row.scopeMode, sql`'drives'`)),
  readOnly: flag(row.readOnly),
  createdAt: iso(row.createdAt),
  lastUsedAt: iso(row.lastUsedAt),
  revokedAt: iso(row.revokedAt),
}));
export const emailChanges = own(tables.emailChanges, (row) => ({
  email: row.email,
  previousEmail: row.previousEmail,
  createdAt: iso(row.createdAt),
  usedAt: iso(row.usedAt),
}));
export const notifications = own(tables.notifications, (row) => ({
  type: row.type,
  title: row.title,
  message: row.message,
  pageId: row.pageId,
  driveId: row.driveId,
  createdAt: iso(row.createdAt),
  readAt: iso(row.readAt),
}));
export const messages = own(tables.messages, (row) => ({
  pageId: row.pageId,
  content: row.content,
  parentMessageId: row.parentMessageId,
  createdAt: iso(row.createdAt),
  editedAt: iso(row.editedAt),
}));
export const contactMessages = own(tables.contactMessages, (row) => ({
  name: row.name,
  email: row.email,
  subject: row.subject,
  message: row.message,
  createdAt: iso(row.createdAt),
}));
export const uploads = own(tables.uploads, (row) => ({
  filename: row.filename,
  size: row.size,
  createdAt: iso(row.createdAt),
  expiresAt: iso(row.expiresAt),
}));
export const modelCalls = own(tables.aiCalls, (row) => ({
  at: iso(row.at),
  provider: row.provider,
  model: row.model,
  inputTokens: row.inputTokens,
  outputTokens: row.outputTokens,
}));

const f = alias(tables.files, "f");

export const files: Listing = (userId, cursor) =>
  lines(
    f.id,
    {
      id: f.id,
      pageId: f.pageId,
      filename: f.filename,
      mimeType: f.mimeType,
      size: f.size,
      sha256: sql`b.sha256`,
      createdAt: iso(f.createdAt),
    },
    sql`from ${tables.files} f cross join ${tables.blobs} b on b.generation = f.generation
      where f.created_by = ${userId} and f.id > ${cursor}
      order by f.id limit ${LIMIT}`,
  );

const identityKey = sql`provider || ' ' || subject`;

export const identities = listing(
  tables.identities,
  (row) => ({ owner: row.userId, key: identityKey }),
  (row) => ({
    provider: row.provider,
    issuer: row.issuer,
    subject: row.subject,
    email: row.email,
    createdAt: iso(row.createdAt),
  }),
);

const c = alias(tables.connections, "c");

/** Without blocks that others made: nobody is shown those. */
export const connections: Listing = (userId, cursor) =>
  lines(
    c.id,
    {
      id: c.id,
      status: c.status,
      userId: sql`u.id`,
      name: sql`u.name`,
      isRequester: flag(eq(c.requesterId, userId)),
      message: c.message,
      requestedAt: iso(c.requestedAt),
      acceptedAt: iso(c.acceptedAt),
    },
    sql`from (
        select * from ${tables.connections} where low_id = ${userId}
        union all
        select * from ${tables.connections} where high_id = ${userId}) c
      cross join ${tables.users} u on u.id = case c.low_id when ${userId} then c.high_id else c.low_id end
      where c.id > ${cursor} and (c.status <> 'blocked' or c.blocked_by = ${userId})
      order by c.id limit ${LIMIT}`,
  );

export const drives = listing(
  tables.drives,
  (row) => ({ owner: row.ownerId, key: row.id }),
  (row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    pageCount: row.pageCount,
    createdAt: iso(row.createdAt),
    trashedAt: iso(row.trashedAt),
  }),
);

const m = alias(tables.driveMembers, "m");

export const memberships: Listing = (userId, cursor) =>
  lines(
    m.driveId,
    {
      driveId: m.driveId,
      name: sql`d.name`,
      role: m.role,
      rights: rightsOf(m.rights),
      grantedBy: m.grantedBy,
      createdAt: iso(m.createdAt),
    },
    sql`from ${tables.driveMembers} m cross join ${tables.drives} d on d.id = m.drive_id
      where m.user_id = ${userId} and m.drive_id > ${cursor}
      order by m.drive_id limit ${LIMIT}`,
  );

const memberKey = sql`drive_id || ' ' || user_id`;

export const membershipsGiven = listing(
  tables.driveMembers,
  (row) => ({ owner: row.grantedBy, key: memberKey }),
  (row) => ({
    driveId: row.driveId,
    userId: row.userId,
    role: row.role,
    rights: rightsOf(row.rights),
    createdAt: iso(row.createdAt),
  }),
);

export const grants = listing(
  tables.pageGrants,
  (row) => ({ owner: row.userId, key: row.pageId }),
  (row) => ({
    pageId: row.pageId,
    rights: rightsOf(row.rights),
    grantedBy: row.grantedBy,
    createdAt: iso(row.createdAt),
  }),
);

const grantKey = sql`page_id || ' ' || user_id`;

export const grantsGiven = listing(
  tables.pageGrants,
  (row) => ({ owner: row.grantedBy, key: grantKey }),
  (row) => ({
    pageId: row.pageId,
    userId: row.userId,
    rights: rightsOf(row.rights),
    createdAt: iso(row.createdAt),
  }),
);
