/** SQL for the data stored about a user: one listing per kind of row. No hash, key or secret is included. */
import { eq } from "drizzle-orm";
import { alias, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import * as tables from "../../../db/schema/index.ts";
import { sql } from "../../../db/sql.ts";
import { LIMIT, flag, iso, lines, listing, pick, rightsOf, times, type Fields, type Listing } from "./json-store.ts";

const b = alias(tables.blobs, "b");
const u = alias(tables.users, "u");
const d = alias(tables.drives, "d");

type OwnTable = SQLiteTable & { readonly id: SQLiteColumn; readonly userId: SQLiteColumn };

/** For tables whose rows have their own id. */
const own = <T extends OwnTable>(table: T, fieldsOf: (row: T) => Fields): Listing =>
  listing(
    table,
    (row) => ({ owner: row.userId, key: row.id }),
    (row) => ({ id: row.id, ...fieldsOf(row) }),
  );

export const sessions = own(tables.sessions, (row) => ({
  ...pick(row, "method", "ip", "userAgent"),
  ...times(row, "createdAt", "lastSeenAt", "expiresAt"),
}));
export const devices = own(tables.devices, (row) => ({
  ...pick(row, "deviceId", "name", "platform", "browser"),
  system: row.os,
  ...pick(row, "country", "region", "latitude", "longitude", "trustScore"),
  ...times(row, "createdAt", "lastUsedAt", "revokedAt"),
}));
export const passkeys = own(tables.passkeys, (row) => ({
  ...pick(row, "name", "deviceType"),
  backedUp: flag(row.backedUp),
  ...times(row, "createdAt", "lastUsedAt"),
}));
export const tokens = own(tables.mcpTokens, (row) => ({
  ...pick(row, "name", "lastFour", "clientId"),
  isScoped: flag(eq(row.scopeMode, sql`'drives'`)),
  readOnly: flag(row.readOnly),
  ...times(row, "createdAt", "lastUsedAt", "revokedAt", "grantedUntil"),
}));
export const emailChanges = own(tables.emailChanges, (row) => ({
  ...pick(row, "email", "previousEmail"),
  ...times(row, "createdAt", "usedAt"),
}));
export const notifications = own(tables.notifications, (row) => ({
  type: sql`coalesce(${row.kind}, ${row.laterType}, ${row.type})`,
  ...pick(row, "title", "message", "pageId", "driveId"),
  ...times(row, "createdAt", "readAt"),
}));
export const messages = own(tables.messages, (row) => ({
  ...pick(row, "pageId", "content", "parentMessageId"),
  ...times(row, "createdAt", "editedAt"),
}));
export const reactions = listing(
  tables.messageReactions,
  (row) => ({ owner: row.userId, key: sql`message_id || ' ' || emoji` }),
  (row) => ({ ...pick(row, "messageId", "emoji"), createdAt: iso(row.createdAt) }),
);
export const commentThreads = own(tables.commentThreads, (row) => ({
  ...pick(row, "pageId", "kind", "target", "quote", "replacement"),
  ...times(row, "createdAt", "closedAt"),
}));
export const comments = own(tables.comments, (row) => ({
  ...pick(row, "pageId", "threadId", "content"),
  ...times(row, "createdAt", "editedAt"),
}));
export const commentReactions = listing(
  tables.commentReactions,
  (row) => ({ owner: row.userId, key: sql`comment_id || ' ' || emoji` }),
  (row) => ({ ...pick(row, "commentId", "emoji"), createdAt: iso(row.createdAt) }),
);
export const contactMessages = own(tables.contactMessages, (row) => ({
  ...pick(row, "name", "email", "subject", "message"),
  createdAt: iso(row.createdAt),
}));
export const uploads = own(tables.uploads, (row) => ({
  ...pick(row, "filename", "size"),
  ...times(row, "createdAt", "expiresAt"),
}));
export const agentAnswers = own(tables.agentRuns, (row) => ({
  ...pick(row, "pageId", "agentPageId", "questionId", "state", "provider", "model", "steps", "error"),
  ...times(row, "createdAt", "endedAt"),
}));
export const agentSettings = listing(
  tables.agentConfigVersions,
  (row) => ({ owner: row.userId, key: sql`${row.pageId} || '/' || ${row.version}` }),
  (row) => ({ ...pick(row, "pageId", "version", "settings"), at: iso(row.at) }),
);
export const modelCalls = own(tables.aiCalls, (row) => ({
  at: iso(row.at),
  ...pick(
    row,
    "provider",
    "model",
    "inputTokens",
    "cachedTokens",
    "outputTokens",
    "cost",
    "driveId",
    "pageId",
    "runId",
  ),
  isPriced: flag(row.isPriced),
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
      sha256: b.sha256,
      createdAt: iso(f.createdAt),
    },
    sql`from ${tables.files} f
      cross join ${tables.blobs} b on ${b.generation} = ${f.generation}
      where ${f.createdBy} = ${userId}
        and ${f.id} > ${cursor}
      order by ${f.id}
      limit ${LIMIT}`,
  );

const identityKey = sql`provider || ' ' || subject`;

export const identities = listing(
  tables.identities,
  (row) => ({ owner: row.userId, key: identityKey }),
  (row) => ({
    ...pick(row, "provider", "issuer", "subject", "email"),
    createdAt: iso(row.createdAt),
  }),
);

const c = alias(tables.connections, "c");

/** Without blocks by other users, which are never revealed. */
export const connections: Listing = (userId, cursor) =>
  lines(
    c.id,
    {
      id: c.id,
      status: c.status,
      userId: u.id,
      name: u.name,
      isRequester: flag(eq(c.requesterId, userId)),
      message: c.message,
      requestedAt: iso(c.requestedAt),
      acceptedAt: iso(c.acceptedAt),
    },
    sql`from (
      select * from ${tables.connections} where low_id = ${userId}
      union all
      select * from ${tables.connections} where high_id = ${userId}) c
      cross join ${tables.users} u on ${u.id} = case c.low_id when ${userId} then c.high_id else c.low_id end
      where c.id > ${cursor}
        and (c.status <> 'blocked' or c.blocked_by = ${userId} or c.also_blocked = 1)
      order by c.id
      limit ${LIMIT}`,
  );

const invitation = (row: typeof tables.invitations) => ({
  ...pick(row, "id", "pageId", "driveId", "email", "role", "rights"),
  ...times(row, "createdAt", "expiresAt", "acceptedAt"),
});

export const invitationsSent = listing(
  tables.invitations,
  (row) => ({ owner: row.invitedBy, key: row.id }),
  invitation,
);

export const invitationsReceived = listing(
  tables.invitations,
  (row) => ({ owner: row.grantedTo, key: row.id }),
  invitation,
);

export const drives = listing(
  tables.drives,
  (row) => ({ owner: row.ownerId, key: row.id }),
  (row) => ({
    ...pick(row, "id", "name", "slug", "pageCount"),
    ...times(row, "createdAt", "trashedAt"),
  }),
);

const m = alias(tables.driveMembers, "m");

export const memberships: Listing = (userId, cursor) =>
  lines(
    m.driveId,
    {
      driveId: m.driveId,
      name: d.name,
      role: m.role,
      rights: rightsOf(m.rights),
      grantedBy: m.grantedBy,
      createdAt: iso(m.createdAt),
    },
    sql`from ${tables.driveMembers} m
      cross join ${tables.drives} d on ${d.id} = ${m.driveId}
      where ${m.userId} = ${userId}
        and ${m.driveId} > ${cursor}
      order by ${m.driveId}
      limit ${LIMIT}`,
  );

const memberKey = sql`drive_id || ' ' || user_id`;

export const membershipsGranted = listing(
  tables.driveMembers,
  (row) => ({ owner: row.grantedBy, key: memberKey }),
  (row) => ({
    ...pick(row, "driveId", "userId", "role"),
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

const r = alias(tables.accessRequests, "r");

/** Declined requests only: a pending one would reveal that the page exists. */
export const accessRequests: Listing = (userId, cursor) =>
  lines(
    r.pageId,
    { pageId: r.pageId, message: r.message, createdAt: iso(r.createdAt) },
    sql`from ${tables.accessRequests} r
      where ${r.userId} = ${userId}
        and ${r.pageId} > ${cursor}
        and ${r.declinedAt} is not null
      order by ${r.pageId}
      limit ${LIMIT}`,
  );

export const mutedPages = listing(
  tables.mutedPages,
  (row) => ({ owner: row.userId, key: row.pageId }),
  (row) => ({ pageId: row.pageId, createdAt: iso(row.createdAt) }),
);

export const mutedDrives = listing(
  tables.mutedDrives,
  (row) => ({ owner: row.userId, key: row.driveId }),
  (row) => ({ driveId: row.driveId, createdAt: iso(row.createdAt) }),
);

const grantKey = sql`page_id || ' ' || user_id`;

export const grantsCreated = listing(
  tables.pageGrants,
  (row) => ({ owner: row.grantedBy, key: grantKey }),
  (row) => ({
    ...pick(row, "pageId", "userId"),
    rights: rightsOf(row.rights),
    createdAt: iso(row.createdAt),
  }),
);
