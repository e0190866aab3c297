/** SQL of the outbox that entries wait in until they are in the chain, and of whom they are about. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, type Query } from "../../db/sql.ts";

/** When the act happened that has waited longest; null when none waits. Ids sort by time, so it is the first one. */
export const findLongestWaiting = (): Query<Instant | null> =>
  first<{ created_at: number }, Instant>(
    sql`select created_at from audit_outbox order by id limit 1`,
    (row) => row.created_at,
  );

export type Owner = { readonly userId: string; readonly sessionId?: string };

/** Whose credential it is, whether it is still good or not; null when it is nobody's. */
export const findOwner = ({ kind, tokenHash }: Caller): Query<Owner | null> =>
  kind === "session"
    ? first<{ id: string; user_id: string }, Owner>(
        sql`select id, user_id from sessions where token_hash = ${tokenHash}`,
        (row) => ({ userId: row.user_id, sessionId: row.id }),
      )
    : first<{ user_id: string }, Owner>(sql`select user_id from mcp_tokens where token_hash = ${tokenHash}`, (row) => ({
        userId: row.user_id,
      }));
