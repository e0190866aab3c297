/** Where a room stands when it wakes: what is committed, and what waits for D1's word. */
import { readMeta } from "./schema.ts";
import { newestUpdates, type Authorship, type LoggedUpdate, type SeenNote } from "./updates.ts";

/** An edit of which it is not known here whether D1 took it. */
export type StagedEdit = {
  readonly revision: number;
  readonly size: number;
  readonly by: Authorship;
  readonly note: SeenNote | null;
  readonly ticket: string | null;
};

/** What is known of a started room without its document. `last` is who made the newest committed update. */
export type Committed = { readonly birth: number; readonly revision: number; readonly last: Authorship };

export function readRecoveryState(sql: SqlStorage): {
  readonly committed: Committed | null;
  readonly stage: StagedEdit | null;
} {
  const birth = readMeta(sql, "birth");
  const [newest, before] = newestUpdates(sql, 2);
  if (birth === null || newest === undefined) return { committed: null, stage: null };
  const committedAt = ({ seq, by }: LoggedUpdate): Committed => ({ birth, revision: seq, last: by });
  // Whatever an older row was staged for has been decided, or the newer one would not be there.
  if (before === undefined || !newest.isPending) return { committed: committedAt(newest), stage: null };
  const { seq: revision, size, by, note, ticket } = newest;
  return { committed: committedAt(before), stage: { revision, size, by, note, ticket } };
}
