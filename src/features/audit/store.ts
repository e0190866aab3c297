/** SQL of the outbox that entries wait in until they are in the chain. */
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, type Query } from "../../platform/sql.ts";

/** When the act happened that has waited longest; null when none waits. Ids sort by time, so it is the first one. */
export const findLongestWaiting = (): Query<Instant | null> =>
  first<{ created_at: number }, Instant>(
    sql`select created_at from audit_outbox order by id limit 1`,
    (row) => row.created_at,
  );
