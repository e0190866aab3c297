/** The state of a room when it wakes: the committed revision, and the edit that awaits D1's decision. */
import { readMeta } from "./schema.ts";
import { newestDecided, newestUpdates, type Authorship, type LoggedUpdate, type SeenNote } from "./update-store.ts";

/** An edit for which D1's decision is not known here. */
export type StagedEdit = {
  readonly revision: number;
  readonly size: number;
  readonly by: Authorship;
  readonly note: SeenNote | null;
  readonly ticket: string | null;
};

/** The state of a started room without its document. `last` is the author of the newest committed update. */
export type CommittedState = { readonly firstRevision: number; readonly revision: number; readonly last: Authorship };

export function readRecoveryState(sql: SqlStorage): {
  readonly committed: CommittedState | null;
  readonly stage: StagedEdit | null;
  /** The newest revision known to have been in D1: the last edit that D1 decided, or a later projection. */
  readonly inD1: number;
} {
  const firstRevision = readMeta(sql, "birth");
  const [newest, before] = newestUpdates(sql, 2);
  if (firstRevision === null || newest === undefined) return { committed: null, stage: null, inD1: 0 };
  const projected = readMeta(sql, "projected") ?? firstRevision;
  const inD1 = (committed: number): number => newestDecided(sql, projected, committed) ?? projected;
  const committedAt = ({ seq, by }: LoggedUpdate): CommittedState => ({ firstRevision, revision: seq, last: by });
  // An older row must have been decided, or the newer one would not exist.
  if (before === undefined || !newest.isPending) {
    return { committed: committedAt(newest), stage: null, inD1: inD1(newest.seq) };
  }
  const { seq: revision, size, by, note, ticket } = newest;
  return { committed: committedAt(before), stage: { revision, size, by, note, ticket }, inD1: inD1(before.seq) };
}
