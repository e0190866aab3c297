/** SQL for MCP tokens and the drives in their scope. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Caller } from "../../../../kernel/caller.ts";
import { toIso, toIsoOrNull, type Instant } from "../../../../kernel/clock.ts";
import { VIEW } from "../../../../kernel/rights.ts";
import { drives } from "../../../../db/schema/drives.ts";
import { mcpTokenDrives, mcpTokens } from "../../../../db/schema/tokens.ts";
import {
  aliased,
  all,
  builder,
  first,
  jsonList,
  many,
  rowsOf,
  sql,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../../db/sql.ts";
import { CALLER_ID, callerCte, callerId } from "../../../../permissions/credential.ts";
import type { McpToken } from "./contract.ts";
import { rightsOnDrive } from "../../../../permissions/effective-rights.ts";

/** Requires `me (id)`. Drives that the user can no longer see are omitted. */
const driveScopes = sql<string>`(
  select json_group_array(json_object('id', ${drives.id}, 'name', ${drives.name}))
  from ${mcpTokenDrives}
  cross join ${drives} on ${drives.id} = ${mcpTokenDrives.driveId} and ${drives.trashedAt} is null
  where ${mcpTokenDrives.tokenId} = ${mcpTokens.id}
    and (${rightsOnDrive(sql`${drives.id}`, CALLER_ID)} & ${VIEW}))`;

const listedToken = {
  id: mcpTokens.id,
  name: mcpTokens.name,
  lastFour: mcpTokens.lastFour,
  scopeMode: mcpTokens.scopeMode,
  readOnly: mcpTokens.readOnly,
  canShare: mcpTokens.canShare,
  driveScopes,
  clientId: mcpTokens.clientId,
  grantedUntil: mcpTokens.grantedUntil,
  createdAt: mcpTokens.createdAt,
  lastUsedAt: mcpTokens.lastUsedAt,
  clientName: mcpTokens.clientName,
  expiresAt: mcpTokens.expiresAt,
  lastCall: mcpTokens.lastCall,
  lastCallAt: mcpTokens.lastCallAt,
  lastCallError: mcpTokens.lastCallError,
};

const toToken = ({
  scopeMode,
  clientId,
  grantedUntil,
  lastCall,
  lastCallAt,
  lastCallError,
  ...row
}: RowOf<typeof listedToken>): McpToken => ({
  ...row,
  isScoped: scopeMode === "drives",
  readOnly: row.readOnly === 1,
  canShare: row.canShare === 1,
  driveScopes: JSON.parse(row.driveScopes) as McpToken["driveScopes"], // built by the query above
  isApp: clientId !== null,
  createdAt: toIso(row.createdAt),
  lastUsedAt: toIsoOrNull(row.lastUsedAt),
  // An app renews its token until the grant ends.
  expiresAt: toIsoOrNull(grantedUntil ?? row.expiresAt),
  lastCall:
    lastCall === null || lastCallAt === null ? null : { what: lastCall, at: toIso(lastCallAt), error: lastCallError },
});

/** Those of users, not of agents' answers. */
const isListed = sql`${mcpTokens.revokedAt} is null and ${mcpTokens.agentRunId} is null`;

/** The caller's tokens that are not revoked, newest first. */
export const listTokens = (caller: Caller): Query<McpToken[]> =>
  many(
    rowsOf(
      listedToken,
      (columns) => sql`
        with ${callerCte(callerId(caller))}
        select ${columns}
        from me
        cross join ${mcpTokens} indexed by mcp_tokens_listed on ${mcpTokens.userId} = me.id
        where ${isListed}
        order by ${mcpTokens.createdAt} desc, ${mcpTokens.id} desc`,
    ),
    toToken,
  );

/** Those of the drives that are live and that the caller may view. */
const visible = (caller: Caller, driveIds: readonly string[]) =>
  rowsOf(
    { id: drives.id, name: drives.name },
    (columns) => sql`
      select ${columns}
      from json_each(${JSON.stringify(driveIds)}) wanted
      cross join ${drives} on ${drives.id} = wanted.value and ${drives.trashedAt} is null
      where (${rightsOnDrive(sql`${drives.id}`, callerId(caller))} & ${VIEW})`,
  );

export const findDrives = (caller: Caller, driveIds: readonly string[]) => many(visible(caller, driveIds));

const liveTokens = (caller: Caller): SQL<number> => sql`(
  select count(*) from ${mcpTokens}
  where ${mcpTokens.userId} = ${callerId(caller)}
    and ${isListed})`;

export const countTokens = (caller: Caller): Query<number> =>
  all(
    rowsOf({ count: liveTokens(caller) }, (columns) => sql`select ${columns}`),
    ([row]) => row?.count ?? 0,
  );

/** Guard condition: the user has fewer tokens than the limit. */
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
  expiresAt: Instant | null;
  now: Instant;
  originSession: string | null;
  /** For a token granted to an app. */
  grant?: { clientId: string; audience: string; grantedUntil: Instant };
};

export const insertMcpToken = ({ driveIds, readOnly, canShare, now, grant, ...token }: NewToken): Write<number>[] => [
  write(
    builder.insert(mcpTokens).values({
      ...token,
      ...grant,
      scopeMode: driveIds === null ? "all" : "drives",
      readOnly: readOnly ? 1 : 0,
      canShare: canShare ? 1 : 0,
      createdAt: now,
    }),
  ),
  ...(driveIds === null
    ? []
    : [
        write(sql`
          insert into ${mcpTokenDrives} (token_id, drive_id)
          select ${token.id}, ${drives.id} from ${drives}
          where ${inArray(drives.id, jsonList(driveIds))}`),
      ]),
];

export const findToken = (caller: Caller, tokenId: string) =>
  first(
    builder
      .select(aliased({ name: mcpTokens.name }))
      .from(mcpTokens)
      .where(and(eq(mcpTokens.userId, callerId(caller)), eq(mcpTokens.id, tokenId), isNull(mcpTokens.revokedAt))),
  );

/** The row stays, so that a later use is recognized as that of a revoked token. */
export const revokeToken = (userId: string, tokenId: string, now: Instant): Write<number> =>
  write(
    builder
      .update(mcpTokens)
      .set({ revokedAt: now })
      .where(and(eq(mcpTokens.userId, userId), eq(mcpTokens.id, tokenId), isNull(mcpTokens.revokedAt))),
  );
