/** SQL fragments that identify the caller by a credential, and check whether it is still valid. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import { drives } from "../db/schema/drives.ts";
import { sessions } from "../db/schema/sessions.ts";
import { mcpTokenDrives, mcpTokens } from "../db/schema/tokens.ts";
import { users } from "../db/schema/users.ts";
import {
  prepare,
  prepareForEach,
  sql,
  type Named,
  type Operand,
  type Printed,
  type SQL,
  type SqlParam,
  type Statement,
  TRUE,
} from "../db/sql.ts";

const u = alias(users, "u");
const s = alias(sessions, "s");
const t = alias(mcpTokens, "t");
const x = alias(mcpTokenDrives, "x");
const d = alias(drives, "d");

/** A credential for use in a statement: its hash may be a placeholder. */
export type CredentialKey = { readonly kind: Caller["kind"]; readonly tokenHash: Operand };

/**
 * The caller's user id. Does not check whether the credential is still valid: the `identify` statement in the same batch
 * does, and if it is not, the results are discarded.
 */
export const callerId = (caller: CredentialKey): SQL =>
  caller.kind === "session"
    ? sql`(select user_id from ${sessions} where token_hash = ${caller.tokenHash})`
    : sql`(
        select user_id from ${mcpTokens}
        where token_hash = ${currentTokenHash(caller.tokenHash)})`;

/** Prepares a statement that uses `callerId`: rendered once per isolate for each kind of caller, see `prepare`. */
export function prepareForCaller<K extends string, R>(
  write: (callerId: SQL, named: Named<K>) => Statement<R>,
): (caller: Caller, values: Readonly<Record<K, SqlParam>>) => Printed<R> {
  const by = (kind: Caller["kind"]) =>
    prepare<K | "tokenHash", R>((named) => write(callerId({ kind, tokenHash: named.tokenHash }), named));
  const prepared = { session: by("session"), mcp: by("mcp") };
  return ({ kind, tokenHash }, values) => prepared[kind]({ ...values, tokenHash });
}

/** `prepareForCaller` for each of a few integers that are part of the text, as `prepareForEach`. */
export function prepareForCallerAndEach<K extends string, R>(
  write: (number: SQL, callerId: SQL, named: Named<K>) => Statement<R>,
): (number: number, caller: Caller, values: Readonly<Record<K, SqlParam>>) => Printed<R> {
  const by = (kind: Caller["kind"]) =>
    prepareForEach<K | "tokenHash", R>((number, named) =>
      write(number, callerId({ kind, tokenHash: named.tokenHash }), named),
    );
  const prepared = { session: by("session"), mcp: by("mcp") };
  return (number, { kind, tokenHash }, values) => prepared[kind](number, { ...values, tokenHash });
}

/** True while the credential is valid: not expired, idle, revoked, suspended or from before a global invalidation. */
export const callerIsLive = (caller: CredentialKey, now: Operand, idleSince: Operand): SQL =>
  caller.kind === "session"
    ? sql`exists (
        select 1
        from ${sessions} s
        join ${users} u on ${u.id} = ${s.userId}
        where ${s.tokenHash} = ${caller.tokenHash}
          and ${sessionIsLive(now, idleSince)})`
    : sql`exists (
        select 1
        from ${mcpTokens} t
        join ${users} u on ${u.id} = ${t.userId}
        where ${tokenIsLive(caller.tokenHash, now)})`;

/** Over `users u`: the caller, if currently an administrator. Join it first, so that nothing is read for others. */
export const isCallerAsAdmin = (caller: CredentialKey): SQL =>
  sql`${u.id} = ${callerId(caller)} and ${u.role} = 'admin'`;

/** Guard condition: the caller is currently an administrator. */
export const callerIsAdmin = (caller: CredentialKey): SQL =>
  sql`exists (select 1 from ${users} u where ${isCallerAsAdmin(caller)})`;

/** Conditions over `mcp_tokens t`: what the token permits. */
const PURPOSE_CONDITIONS = {
  reading: TRUE,
  writing: sql`${t.readOnly} = 0`,
  sharing: sql`${t.readOnly} = 0 and ${t.canShare} = 1`,
} as const;

/**
 * Condition: the token permits this, and either covers all drives or satisfies `reaches`, a condition over `mcp_tokens t`.
 * Sessions have no such limits.
 */
export const tokenAllows = (caller: CredentialKey, purpose: keyof typeof PURPOSE_CONDITIONS, inScope: SQL): SQL =>
  caller.kind === "session"
    ? TRUE
    : sql`exists (
        select 1 from ${mcpTokens} t
        where ${t.tokenHash} = ${currentTokenHash(caller.tokenHash)}
          and ${PURPOSE_CONDITIONS[purpose]}
          and (${t.scopeMode} = 'all' or ${inScope}))`;

/** `tokenAllows` for one drive. */
export const tokenAllowsInDrive = (
  caller: CredentialKey,
  purpose: keyof typeof PURPOSE_CONDITIONS,
  driveId: Operand,
): SQL =>
  tokenAllows(
    caller,
    purpose,
    sql`exists (
      select 1 from ${mcpTokenDrives} x
      where ${x.tokenId} = ${t.id}
        and ${x.driveId} = ${driveId})`,
  );

/** Condition over `sessions s join users u`. */
export const sessionIsLive = (now: Operand, idleSince: Operand): SQL =>
  sql`${s.expiresAt} > ${now} and ${s.epoch} = ${u.epoch} and ${u.suspendedAt} is null and ${s.lastSeenAt} > ${idleSince}`;

/**
 * The hash currently stored for this token: a different one if the token was replaced. `tokenIsLive` in the same batch
 * checks that the grace period is not over. Two conditions joined by `or` would make SQLite scan the whole table.
 */
export const currentTokenHash = (tokenHash: Operand): SQL =>
  sql`ifnull((select token_hash from ${mcpTokens} where replaced_hash = ${tokenHash}), ${tokenHash})`;

/** Condition over `mcp_tokens t join users u`. */
export const tokenIsLive = (tokenHash: Operand, now: Operand): SQL =>
  sql`${t.tokenHash} = ${currentTokenHash(tokenHash)} and ${t.revokedAt} is null and ${u.suspendedAt} is null
    and (${t.expiresAt} is null or ${t.expiresAt} > ${now})
    and (${t.tokenHash} = ${tokenHash} or ${t.replacedUntil} > ${now})`;

/** Over `mcp_tokens t`: a JSON array of the ids of the live drives in its scope; null if it is not scoped. */
export const TOKEN_SCOPE = sql<string | null>`case ${t.scopeMode} when 'drives' then (
  select json_group_array(${d.id})
  from ${mcpTokenDrives} x
  cross join ${drives} d on ${d.id} = ${x.driveId} and ${d.trashedAt} is null
  where ${x.tokenId} = ${t.id}) end`;

/** Sessions last seen at or before this instant are idle. With `idleMs` 0 none ever is. */
export const idleSince = (now: Instant, idleMs: number): Instant => (idleMs === 0 ? -1 : now - idleMs);

/** `me(id)`: the caller, looked up once. Belongs after `with`. */
export const callerCte = (userId: SQL): SQL => sql`me (id) as materialized (select ${userId})`;
export const CALLER_ID = sql`(select id from me)`;
