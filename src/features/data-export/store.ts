/** SQL of what is stored about a person, a page of rows at a time, each row as the line of JSON it becomes. */
import type { Caller } from "../../kernel/caller.ts";
import { VIEW } from "../../kernel/rights.ts";
import { first, many, sql, whole, type Query, type SQL } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import { manyHeld } from "../access/many-access.ts";

export type Line = { readonly cursor: string; readonly json: string };

/** Rows after `cursor`, "" for the first. */
export type Listing = (userId: string, cursor: string) => Query<Line[]>;

/** Rows that one round trip brings. */
export const ROWS_AT_ONCE = 500;
const LIMIT = whole(ROWS_AT_ONCE);

const iso = (column: SQL): SQL => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;
const flag = (condition: SQL): SQL => sql`json(case when ${condition} then 'true' else 'false' end)`;
const rights = (column: SQL): SQL =>
  sql`json_object('canView', ${flag(sql`${column} & 1`)}, 'canEdit', ${flag(sql`${column} & 2`)},
    'canShare', ${flag(sql`${column} & 4`)}, 'canDelete', ${flag(sql`${column} & 8`)})`;

const lines = (statement: SQL<Line>): Query<Line[]> => many(statement);

const CREATED = sql`'createdAt', ${iso(sql`created_at`)}`;

/** Everything of this table that has the user's id, by its own. No hash, key or secret is among the fields. */
const own =
  (table: SQL, fields: SQL): Listing =>
  (userId, cursor) =>
    lines(sql`select id as cursor, json_object('id', id, ${fields}) as json from ${table}
      where user_id = ${userId} and id > ${cursor} order by id limit ${LIMIT}`);

export const sessions = own(
  sql`sessions`,
  sql`'method', method, 'ip', ip, 'userAgent', user_agent, ${CREATED}, 'lastSeenAt', ${iso(sql`last_seen_at`)}, 'expiresAt', ${iso(sql`expires_at`)}`,
);
export const devices = own(
  sql`devices`,
  sql`'deviceId', device_id, 'name', name, 'platform', platform, 'browser', browser, 'system', os, 'country', country, 'region', region,
    'latitude', latitude, 'longitude', longitude, 'trustScore', trust_score, ${CREATED}, 'lastUsedAt', ${iso(sql`last_used_at`)}, 'revokedAt', ${iso(sql`revoked_at`)}`,
);
export const passkeys = own(
  sql`passkeys`,
  sql`'name', name, 'deviceType', device_type, 'backedUp', ${flag(sql`backed_up`)}, ${CREATED}, 'lastUsedAt', ${iso(sql`last_used_at`)}`,
);
export const tokens = own(
  sql`mcp_tokens`,
  sql`'name', name, 'lastFour', last_four, 'isScoped', ${flag(sql`scope_mode = 'drives'`)}, 'readOnly', ${flag(sql`read_only`)}, ${CREATED},
    'lastUsedAt', ${iso(sql`last_used_at`)}, 'revokedAt', ${iso(sql`revoked_at`)}`,
);
export const emailChanges = own(
  sql`email_changes`,
  sql`'email', email, 'previousEmail', previous_email, ${CREATED}, 'usedAt', ${iso(sql`used_at`)}`,
);
export const notifications = own(
  sql`notifications`,
  sql`'type', type, 'title', title, 'message', message, 'pageId', page_id, 'driveId', drive_id, ${CREATED}, 'readAt', ${iso(sql`read_at`)}`,
);
export const messages = own(
  sql`messages`,
  sql`'pageId', page_id, 'content', content, 'parentMessageId', parent_message_id, ${CREATED}, 'editedAt', ${iso(sql`edited_at`)}`,
);
export const contactMessages = own(
  sql`contact_messages`,
  sql`'name', name, 'email', email, 'subject', subject, 'message', message, ${CREATED}`,
);
export const uploads = own(
  sql`uploads`,
  sql`'filename', filename, 'size', size, ${CREATED}, 'expiresAt', ${iso(sql`expires_at`)}`,
);
export const modelCalls = own(
  sql`ai_calls`,
  sql`'at', ${iso(sql`at`)}, 'provider', provider, 'model', model, 'inputTokens', input_tokens, 'outputTokens', output_tokens`,
);

export const files: Listing = (userId, cursor) =>
  lines(sql`select f.id as cursor, json_object('id', f.id, 'pageId', f.page_id, 'filename', f.filename, 'mimeType', f.mime_type,
      'size', f.size, 'sha256', b.sha256, 'createdAt', ${iso(sql`f.created_at`)}) as json
    from files f cross join blobs b on b.generation = f.generation
    where f.created_by = ${userId} and f.id > ${cursor} order by f.id limit ${LIMIT}`);

export const identities: Listing = (userId, cursor) =>
  lines(sql`select provider || ' ' || subject as cursor,
      json_object('provider', provider, 'issuer', issuer, 'subject', subject, 'email', email, ${CREATED}) as json
    from identities where user_id = ${userId} and provider || ' ' || subject > ${cursor} order by 1 limit ${LIMIT}`);

/** Without blocks that others made: nobody is shown those. */
export const connections: Listing = (userId, cursor) =>
  lines(sql`with mine as (select * from connections where low_id = ${userId} union all select * from connections where high_id = ${userId})
    select c.id as cursor, json_object('id', c.id, 'status', c.status, 'userId', u.id, 'name', u.name,
      'isRequester', ${flag(sql`c.requester_id = ${userId}`)}, 'message', c.message, 'requestedAt', ${iso(sql`c.requested_at`)},
      'acceptedAt', ${iso(sql`c.accepted_at`)}) as json
    from mine c cross join users u on u.id = case c.low_id when ${userId} then c.high_id else c.low_id end
    where c.id > ${cursor} and (c.status <> 'blocked' or c.blocked_by = ${userId}) order by c.id limit ${LIMIT}`);

export const drives: Listing = (userId, cursor) =>
  lines(sql`select id as cursor, json_object('id', id, 'name', name, 'slug', slug, 'pageCount', page_count, ${CREATED},
      'trashedAt', ${iso(sql`trashed_at`)}) as json
    from drives where owner_id = ${userId} and id > ${cursor} order by id limit ${LIMIT}`);

export const memberships: Listing = (userId, cursor) =>
  lines(sql`select m.drive_id as cursor, json_object('driveId', m.drive_id, 'name', d.name, 'role', m.role, 'rights', ${rights(sql`m.rights`)},
      'grantedBy', m.granted_by, 'createdAt', ${iso(sql`m.created_at`)}) as json
    from drive_members m cross join drives d on d.id = m.drive_id
    where m.user_id = ${userId} and m.drive_id > ${cursor} order by m.drive_id limit ${LIMIT}`);

export const membershipsGiven: Listing = (userId, cursor) =>
  lines(sql`select drive_id || ' ' || user_id as cursor, json_object('driveId', drive_id, 'userId', user_id, 'role', role,
      'rights', ${rights(sql`rights`)}, ${CREATED}) as json
    from drive_members where granted_by = ${userId} and drive_id || ' ' || user_id > ${cursor} order by 1 limit ${LIMIT}`);

export const grants: Listing = (userId, cursor) =>
  lines(sql`select page_id as cursor, json_object('pageId', page_id, 'rights', ${rights(sql`rights`)}, 'grantedBy', granted_by, ${CREATED}) as json
    from page_grants where user_id = ${userId} and page_id > ${cursor} order by page_id limit ${LIMIT}`);

export const grantsGiven: Listing = (userId, cursor) =>
  lines(sql`select page_id || ' ' || user_id as cursor, json_object('pageId', page_id, 'userId', user_id, 'rights', ${rights(sql`rights`)}, ${CREATED}) as json
    from page_grants where granted_by = ${userId} and page_id || ' ' || user_id > ${cursor} order by 1 limit ${LIMIT}`);

export type About = { readonly json: string; readonly image: string | null };

export const findAbout = (userId: SQL | string): Query<About | null> =>
  first<About, About>(
    sql`select u.image, json_object('id', u.id, 'name', u.name, 'email', u.login_email, 'unprovenEmail', nullif(u.email, u.login_email),
        'role', u.role, 'provider', u.provider, 'username', u.username, 'displayName', u.display_name, 'bio', u.bio,
        'discoverable', ${flag(sql`u.discoverable`)}, 'createdAt', ${iso(sql`u.created_at`)}, 'updatedAt', ${iso(sql`u.updated_at`)},
        'suspendedAt', ${iso(sql`u.suspended_at`)},
        'storage', (select json_object('bytes', bytes, 'files', files) from storage_usage where user_id = u.id)) as json
      from users u where u.id = ${userId} and u.deleted_at is null`,
    (row) => row,
  );

export type OwnDrive = { readonly id: string; readonly name: string };

export const listLiveDrives = (caller: Caller): Query<OwnDrive[]> =>
  many<OwnDrive, OwnDrive>(
    sql`select id, name from drives where owner_id = ${callerId(caller)} and trashed_at is null order by name, id limit 1000`,
    (row) => row,
  );

export type OwnFile = {
  readonly id: string;
  readonly filename: string;
  readonly size: number;
  readonly sha256: string;
  readonly generation: string;
  readonly staged: boolean;
  /** On a page of somebody else's drive that the caller may see just now. */
  readonly isShown: boolean;
};

type FileRow = Omit<OwnFile, "staged" | "isShown"> & { staged: number; shown: number };

const FILES_AT_ONCE = 100;

/** Files that the caller uploaded, by id. */
export const listOwnFiles = (caller: Caller, after: string): Query<OwnFile[]> => {
  const some = (column: SQL): SQL =>
    sql`(select ${column} from files where created_by = ${callerId(caller)} and id > ${after} order by id limit ${whole(FILES_AT_ONCE)})`;
  return many<FileRow, OwnFile>(
    sql`with recursive ${manyHeld(callerId(caller), sql`(select distinct value from ${some(sql`page_id as value`)})`)}
      select files.id, files.filename, files.size, b.sha256, files.generation, b.staged,
        coalesce((select (h.rights & ${VIEW}) = ${VIEW} and not h.trashed and not h.drive_trashed and d.owner_id <> files.created_by
          from held h cross join drives d on d.id = h.drive_id where h.root = files.page_id), 0) as shown
      from ${some(sql`id`)} s cross join files on files.id = s.id cross join blobs b on b.generation = files.generation order by files.id`,
    (row) => ({ ...row, staged: row.staged === 1, isShown: row.shown === 1 }),
  );
};
