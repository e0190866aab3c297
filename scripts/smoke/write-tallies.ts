/** The context of a writer, and the checks and counts of its acknowledged writes. */
import type { ExpectedPage } from "./expected-edits.ts";
import type { World } from "./world.ts";

/** Counts of the writers' actions, for the report. */
export type Tallies = {
  edits: number;
  /** Acknowledged edits whose base was no longer the latest revision. */
  merges: number;
  /** Strict edits rejected because the page had changed. */
  conflicts: number;
  /** Writes without a clear response. */
  lost: number;
  unchanged: number;
};

/** The context of one writer. */
export type WriterContext = {
  readonly world: World;
  readonly tallies: Tallies;
  readonly nextWord: () => string;
};

/** Checks a write's response against what was known when it was sent, and counts it. */
export function recordWrite(
  ledger: ExpectedPage,
  tallies: Tallies,
  write: { base: number; known: number; revision: number; changed: boolean },
): void {
  tallies.edits++;
  if (!write.changed) tallies.unchanged++;
  else if (write.revision <= write.known)
    ledger.fault(`a write returned revision ${write.revision}, although ${write.known} existed before`);
  if (write.revision > write.base + 1) tallies.merges++;
  ledger.noteRevision(write.revision);
}
