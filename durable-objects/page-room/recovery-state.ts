/** Where a room stands when it wakes: what is committed, and what waits for D1's word. */
import { readMeta } from "./schema.ts";
import { newestDecided, newestUpdates, type Authorship, type LoggedUpdate, type SeenNote } from "./update-store.ts";

/** An edit of which it is not known here whether D1 took it. */
export type StagedEdit = {
  readonly revision: number;
  readonly size: number;
  readonly by: Authorship;
  readonly note: SeenNote | null;
  readonly ticket: string | null;
};

/** What is known of a started room without its document. `last` is who made the newest committed update. */
export type CommittedState = { readonly firstRevision: number; readonly revision: number; readonly last: Authorship };

export function readRecoveryState(sql: SqlStorage): {
  readonly committed: CommittedState | null;
  readonly stage: StagedEdit | null;
  /** What D1 is known to have had: the last edit that it decided over, or what was written to it since. */
  readonly inD1: number;
} {
  const firstRevision = readMeta(sql, "birth");
  const [newest, before] = newestUpdates(sql, 2);
  if (firstRevision === null || newest === undefined) return { committed: null, stage: null, inD1: 0 };
  const projected = readMeta(sql, "projected") ?? firstRevision;
  const inD1 = (committed: number): number => newestDecided(sql, projected, committed) ?? projected;
  const committedAt = ({ seq, by }: LoggedUpdate): CommittedState => ({ firstRevision, revision: seq, last: by });
  // Whatever an older row was staged for has been decided, or the newer one would not be there.
  if (before === undefined || !newest.isPending) {
    return { committed: committedAt(newest), stage: null, inD1: inD1(newest.seq) };
  }
  const { seq: revision, size, by, note, ticket } = newest;
  return { committed: committedAt(before), stage: { revision, size, by, note, ticket }, inD1: inD1(before.seq) };
}
