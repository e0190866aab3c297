/** SQL of MCP tokens and the drives they are made for. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull, type Instant } from "../../kernel/clock.ts";
import { VIEW } from "../../kernel/rights.ts";
import { first, jsonList, many, sql, write, type Query, type SQL, print } from "../../db/sql.ts";
import { callerId, rightsOnDrive } from "../access/access.ts";
import type { McpToken } from "./contract.ts";

type TokenRow = {
  id: string;
  name: string;
  last_four: string;
  scope_mode: "all" | "drives";
  read_only: number;
  can_share: number;
  scopes: string;
  created_at: number;
  last_used_at: number | null;
};

/** The caller's tokens that are not revoked, newest first. Names of drives they can no longer see are left out. */
export const listTokens = (caller: Caller): Query<McpToken[]> =>
  many<TokenRow, McpToken>(
    sql`with me (id) as materialized (select ${callerId(caller)})
      select t.id, t.name, t.last_four, t.scope_mode, t.read_only, t.can_share, t.created_at, t.last_used_at,
        (select json_group_array(json_object('id', d.id, 'name', d.name)) from mcp_token_drives x cross join drives d
          on d.id = x.drive_id and d.trashed_at is null
          where x.token_id = t.id and (${rightsOnDrive(sql`d.id`, sql`(select id from me)`)} & ${VIEW})) as scopes
      from me cross join mcp_tokens t indexed by mcp_tokens_by_user on t.user_id = me.id
      where t.revoked_at is null order by t.created_at desc, t.id desc`,
    (row) => ({
      id: row.id,
      name: row.name,
      lastFour: row.last_four,
      isScoped: row.scope_mode === "drives",
      readOnly: row.read_only === 1,
      canShare: row.can_share === 1,
      driveScopes: JSON.parse(row.scopes) as McpToken["driveScopes"], // built just above
      createdAt: toIso(row.created_at),
      lastUsedAt: toIsoOrNull(row.last_used_at),
    }),
  );

/** Those of the drives that are live and the caller may look at. */
const visible = (caller: Caller, driveIds: readonly string[]): SQL<{ id: string; name: string }> =>
  sql`select d.id, d.name from json_each(${JSON.stringify(driveIds)}) wanted cross join drives d
    on d.id = wanted.value and d.trashed_at is null
    where (${rightsOnDrive(sql`d.id`, callerId(caller))} & ${VIEW})`;

export const findDrives = (caller: Caller, driveIds: readonly string[]): Query<{ id: string; name: string }[]> =>
  many(visible(caller, driveIds));

const liveTokens = (caller: Caller): SQL =>
  sql`(select count(*) from mcp_tokens where user_id = ${callerId(caller)} and revoked_at is null)`;

export const countTokens = (caller: Caller): Query<number> => ({
  ...print(sql`select ${liveTokens(caller)} as n`),
  read: (rows) => Number(rows[0]?.["n"] ?? 0),
});

/** A guard's condition. */
export const hasRoomForToken = (caller: Caller, most: number): SQL => sql`${liveTokens(caller)} < ${most}`;

type NewToken = {
  id: string;
  tokenHash: string;
  userId: string;
  name: string;
  lastFour: string;
  driveIds: readonly string[] | null;
  readOnly: boolean;
  canShare: boolean;
  now: Instant;
};

export const insertToken = (token: NewToken): Query<number>[] => [
  write(sql`insert into mcp_tokens (token_hash, id, user_id, name, last_four, scope_mode, read_only, can_share, created_at)
    values (${token.tokenHash}, ${token.id}, ${token.userId}, ${token.name}, ${token.lastFour},
      ${token.driveIds === null ? "all" : "drives"}, ${token.readOnly ? 1 : 0}, ${token.canShare ? 1 : 0}, ${token.now})`),
  ...(token.driveIds === null
    ? []
    : [
        write(sql`insert into mcp_token_drives (token_id, drive_id)
          select ${token.id}, id from drives where id in ${jsonList(token.driveIds)}`),
      ]),
];

export const findToken = (caller: Caller, tokenId: string): Query<{ name: string } | null> =>
  first<{ name: string }, { name: string }>(
    sql`select name from mcp_tokens where user_id = ${callerId(caller)} and id = ${tokenId} and revoked_at is null`,
    (row) => row,
  );

/** The row stays, so that a late use is known for what it is. */
export const revokeToken = (userId: string, tokenId: string, now: Instant): Query<number> =>
  write(sql`update mcp_tokens set revoked_at = ${now}
    where user_id = ${userId} and id = ${tokenId} and revoked_at is null`);
