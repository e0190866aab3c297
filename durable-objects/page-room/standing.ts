/** Where a room's log stands, as storage says. */
import { readMeta, readTicket } from "./schema.ts";
import { newestUpdates, type Authorship } from "./updates.ts";

/** An edit that waits for D1. `size` in bytes. */
export type Stage = { readonly revision: number; readonly size: number; readonly by: Authorship };

/** An edit that stands or falls with those of other pages. */
export type Common = { readonly ticket: string; readonly reader: string };

/** What is known of a born room without its document. `last` is who made the newest committed update. */
export type Committed = { readonly birth: number; readonly revision: number; readonly last: Authorship };

export function readStanding(sql: SqlStorage): {
  committed: Committed | null;
  stage: Stage | null;
  common: Common | null;
} {
  const birth = readMeta(sql, "birth");
  const newest = newestUpdates(sql, 2);
  const committed = newest.find((row) => !row.isPending);
  const pending = newest.find((row) => row.isPending);
  return {
    committed: birth === null || !committed ? null : { birth, revision: committed.seq, last: committed.by },
    stage: pending ? { revision: pending.seq, size: pending.size, by: pending.by } : null,
    common: readTicket(sql),
  };
}
