/** The sweep's step that indexes the properties of pages stored before there was an index, or by other rules. */
import { HOUR } from "../../kernel/clock.ts";
import type { PageType } from "../../kernel/page-type.ts";
import type { Deps } from "../../deps.ts";
import { guard } from "../../db/sql.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";
import { GuardFailed } from "../../platform/db.ts";
import {
  areUnchanged,
  listCandidates,
  readProgress,
  readTexts,
  writeProgress,
  type Progress,
} from "./backfill-store.ts";
import { INDEX_RULES, indexedPage } from "./rules.ts";
import { reindexProperties } from "./statements.ts";

/** Pages per round, bytes of the texts that one round reads, and rows that it writes; one page may have more. */
const PAGES_PER_ROUND = 500;
const BYTES_PER_ROUND = 500_000;
const ROWS_PER_ROUND = 5_000;
const ROUNDS = 10;

/** The second pass finds texts that the previous version stored during a gradual deployment. */
const PASSES = 2;
const PASS_INTERVAL = HOUR;

type SweepDeps = Pick<Deps, "db" | "now">;

/** Reads one row once all pages are indexed. Pages that are edited meanwhile are left to the next sweep. */
export async function sweepProperties(deps: SweepDeps): Promise<void> {
  const stored = await deps.db.one(readProgress());
  let progress =
    stored && stored.rules >= INDEX_RULES ? stored : { rules: INDEX_RULES, passes: 0, afterId: "", dueAt: 0 };
  try {
    for (let round = 0; round < ROUNDS && progress.passes < PASSES && progress.dueAt <= deps.now; round += 1)
      progress = await indexSome(deps, progress);
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
  }
}

async function indexSome(deps: SweepDeps, progress: Progress): Promise<Progress> {
  const candidates = await deps.db.one(listCandidates(progress.afterId, PAGES_PER_ROUND));
  const taken = within(candidates, BYTES_PER_ROUND, ({ bytes }) => bytes ?? 0);
  const ids = taken.flatMap(({ id, bytes: size }) => (size === null ? [] : [id]));
  const read = ids.length === 0 ? [] : await deps.db.one(readTexts(ids));
  const sources = within(read, ROWS_PER_ROUND, ({ type, content }) => countRows(type, content));
  const isCut = sources.length < read.length;
  const isLast = !isCut && taken.length === candidates.length && candidates.length < PAGES_PER_ROUND;
  const next = isLast
    ? { ...progress, passes: progress.passes + 1, afterId: "", dueAt: deps.now + PASS_INTERVAL }
    : { ...progress, afterId: (isCut ? sources : taken).at(-1)?.id ?? progress.afterId };
  const writes = sources.length === 0 ? [] : [guard(areUnchanged(sources)), ...reindexProperties(sources)];
  await writeExempt(deps.db, exempt.job, [...writes, writeProgress(next)]);
  return next;
}

/** The first elements, as many as do not exceed the limit together, but at least one. */
function within<T>(list: readonly T[], limit: number, sizeOf: (each: T) => number): readonly T[] {
  let size = 0;
  const cut = list.findIndex((each, n) => (size += sizeOf(each)) > limit && n > 0);
  return cut === -1 ? list : list.slice(0, cut);
}

function countRows(type: PageType, text: string): number {
  const { values, people } = indexedPage(type, text);
  return values.length + people.length;
}
