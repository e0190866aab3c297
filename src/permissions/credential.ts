/** Who the caller is, as fragments of SQL: what a credential stands for, and whether it still counts. */
import type { Caller } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import {
  prepare,
  sql,
  type Named,
  type Operand,
  type Printed,
  type SQL,
  type SqlParam,
  type Statement,
  TRUE,
} from "../db/sql.ts";

/** A credential as a statement sees it: its hash may be a placeholder. */
export type CredentialKey = { readonly kind: Caller["kind"]; readonly tokenHash: Operand };

/**
 * The caller's user id. Says nothing of whether the credential is still good: the `identify` statement in the same
 * batch does, and what this selected is thrown away when it is not.
 */
export const callerId = (caller: CredentialKey): SQL =>
  caller.kind === "session"
    ? sql`(select user_id from sessions where token_hash = ${caller.tokenHash})`
    : sql`(
        select user_id from mcp_tokens
        where token_hash = ${currentTokenHash(caller.tokenHash)})`;

/** A statement that names its caller by `callerId`: printed once an isolate for each kind of caller, see `prepare`. */
export function prepareForCaller<K extends string, R>(
  write: (callerId: SQL, named: Named<K>) => Statement<R>,
): (caller: Caller, values: Readonly<Record<K, SqlParam>>) => Printed<R> {
  const by = (kind: Caller["kind"]) =>
    prepare<K | "tokenHash", R>((named) => write(callerId({ kind, tokenHash: named.tokenHash }), named));
  const prepared = { session: by("session"), mcp: by("mcp") };
  return ({ kind, tokenHash }, values) => prepared[kind]({ ...values, tokenHash });
}

/** True while the credential is good: not expired, idle, revoked, suspended or from before a global invalidation. */
export const callerIsLive = (caller: CredentialKey, now: Operand, idleSince: Operand): SQL =>
  caller.kind === "session"
    ? sql`exists (
        select 1
        from sessions s
        join users u on u.id = s.user_id
        where s.token_hash = ${caller.tokenHash}
          and ${sessionIsLive(now, idleSince)})`
    : sql`exists (
        select 1
        from mcp_tokens t
        join users u on u.id = t.user_id
        where ${tokenIsLive(caller.tokenHash, now)})`;

/** Over `users u`: it is the caller, who is an administrator at this very moment. Joined first, it has nothing else read for others. */
export const isCallerAsAdmin = (caller: CredentialKey): SQL => sql`u.id = ${callerId(caller)} and u.role = 'admin'`;

/** A guard's condition: the caller is an administrator at this very moment. */
export const callerIsAdmin = (caller: CredentialKey): SQL =>
  sql`exists (select 1 from users u where ${isCallerAsAdmin(caller)})`;

/** What a token was made for, over `mcp_tokens t`. */
const MADE_FOR = {
  reading: TRUE,
  writing: sql`t.read_only = 0`,
  sharing: sql`t.read_only = 0 and t.can_share = 1`,
} as const;

/**
 * A condition: a token was made for this, and for all drives unless it `reaches`, a condition over `mcp_tokens t`. A session
 * has no such limits.
 */
export const tokenAllows = (caller: CredentialKey, purpose: keyof typeof MADE_FOR, reaches: SQL): SQL =>
  caller.kind === "session"
    ? TRUE
    : sql`exists (
        select 1 from mcp_tokens t
        where t.token_hash = ${currentTokenHash(caller.tokenHash)}
          and ${MADE_FOR[purpose]}
          and (t.scope_mode = 'all' or ${reaches}))`;

/** The same in one drive. */
export const tokenAllowsInDrive = (caller: CredentialKey, purpose: keyof typeof MADE_FOR, driveId: Operand): SQL =>
  tokenAllows(
    caller,
    purpose,
    sql`exists (
      select 1 from mcp_token_drives x
      where x.token_id = t.id
        and x.drive_id = ${driveId})`,
  );

/** Condition over `sessions s join users u`. */
export const sessionIsLive = (now: Operand, idleSince: Operand): SQL =>
  sql`s.expires_at > ${now} and s.epoch = u.epoch and u.suspended_at is null and s.last_seen_at > ${idleSince}`;

/**
 * The hash that the row of this token has now: another one, if the token was replaced. Whether that was but a moment ago is
 * for `tokenIsLive` in the same batch to say. Not two conditions with `or`, for which SQLite reads the whole table.
 */
export const currentTokenHash = (tokenHash: Operand): SQL =>
  sql`ifnull((select token_hash from mcp_tokens where replaced_hash = ${tokenHash}), ${tokenHash})`;

/** Condition over `mcp_tokens t join users u`. */
export const tokenIsLive = (tokenHash: Operand, now: Operand): SQL =>
  sql`t.token_hash = ${currentTokenHash(tokenHash)} and t.revoked_at is null and u.suspended_at is null
    and (t.expires_at is null or t.expires_at > ${now}) and (t.token_hash = ${tokenHash} or t.replaced_until > ${now})`;

/** Of `mcp_tokens t`: a JSON array of the ids of the live drives that it was made for; null when it is not scoped. */
export const TOKEN_SCOPE = sql<string | null>`case t.scope_mode when 'drives' then (
  select json_group_array(d.id)
  from mcp_token_drives x
  cross join drives d on d.id = x.drive_id and d.trashed_at is null
  where x.token_id = t.id) end`;

/** Sessions that were last seen at this instant or before are idle. `idleMs` 0 = none ever is. */
export const idleSince = (now: Instant, idleMs: number): Instant => (idleMs === 0 ? -1 : now - idleMs);

/** `me(id)`: the caller, looked up once. Goes after `with`. */
export const callerCte = (userId: SQL): SQL => sql`me (id) as materialized (select ${userId})`;
export const CALLER_ID = sql`(select id from me)`;
