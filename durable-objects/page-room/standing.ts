/** Where a room stands when it wakes: what is committed, and what waits for D1's word. */
import { readMeta } from "./schema.ts";
import type { ShownRevisions } from "./shown.ts";
import { newestUpdates, type Authorship, type LoggedUpdate } from "./updates.ts";
import { startsVersion, versionStarts } from "./versions.ts";

export type Stage = { readonly revision: number; readonly size: number; readonly by: Authorship };

/** What is known of a born room without its document. `last` is who made the newest committed update. */
export type Committed = { readonly birth: number; readonly revision: number; readonly last: Authorship };

export function readStanding(
  sql: SqlStorage,
  shown: ShownRevisions,
): { readonly committed: Committed | null; readonly stage: Stage | null } {
  const birth = readMeta(sql, "birth");
  const [newest, before] = newestUpdates(sql, 2);
  if (birth === null || newest === undefined) return { committed: null, stage: null };
  const committedAt = ({ seq, by }: LoggedUpdate): Committed => ({ birth, revision: seq, last: by });
  if (before === undefined || isConfirmed(sql, shown, newest, before, birth))
    return { committed: committedAt(newest), stage: null };
  return { committed: committedAt(before), stage: { revision: newest.seq, size: newest.size, by: newest.by } };
}

/**
 * Whether the newest row, stored before D1 was asked, is known to stand: somebody was shown it, and the version it
 * begins is there. Without that it was another reader who got it from D1, after a crash before the room could confirm it.
 */
function isConfirmed(
  sql: SqlStorage,
  shown: ShownRevisions,
  newest: LoggedUpdate,
  before: LoggedUpdate,
  birth: number,
): boolean {
  if (!newest.isPending) return true;
  if (!shown.reaches(newest.seq)) return false;
  const begins = before.seq === birth || startsVersion(before.by, newest.by);
  return !begins || versionStarts(sql, newest.seq - 1, newest.seq).size > 0;
}
