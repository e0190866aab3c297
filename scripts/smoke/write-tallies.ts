/** What a writer has at hand, and how its acknowledged writes are judged and counted. */
import type { ExpectedPage } from "./expected-edits.ts";
import type { World } from "./world.ts";

/** What the writers did, for the reader of the run. */
export type Tallies = {
  edits: number;
  /** Acknowledged edits whose base was no longer the latest revision. */
  merges: number;
  /** Strict edits refused because the page had moved on. */
  conflicts: number;
  /** Writes that got no clear answer. */
  lost: number;
  unchanged: number;
};

/** What one writer has at hand. */
export type WriterContext = {
  readonly world: World;
  readonly tallies: Tallies;
  readonly nextWord: () => string;
};

/** Checks a write's answer against what was known when it was sent, and counts it. */
export function recordWrite(
  ledger: ExpectedPage,
  tallies: Tallies,
  write: { base: number; known: number; revision: number; changed: boolean },
): void {
  tallies.edits++;
  if (!write.changed) tallies.unchanged++;
  else if (write.revision <= write.known)
    ledger.fault(`a write was answered with revision ${write.revision}, and ${write.known} was there before`);
  if (write.revision > write.base + 1) tallies.merges++;
  ledger.noteRevision(write.revision);
}
