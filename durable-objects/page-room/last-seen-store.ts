/** The revision that each reader was last shown, which their line numbers refer to. */
import type { SeenNote } from "./update-store.ts";

const READERS_KEPT = 1000;
/** Readers dropped at once when there are too many, so that this happens rarely. */
const READERS_DROPPED = 100;

/** The rows of `shown`, cached in memory once read. Nothing else writes them while this instance exists. */
export class LastSeenRevisions {
  readonly #sql: SqlStorage;
  readonly #known = new Map<string, number | null>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Null if the reader was shown nothing, or too long ago. */
  of(reader: string): number | null {
    const known = this.#known.get(reader);
    if (known !== undefined) return known;
    const [row] = this.#sql.exec<{ revision: number }>("SELECT revision FROM shown WHERE reader = ?", reader).toArray();
    return this.#keep(reader, row?.revision ?? null);
  }

  /** Writes only changes. A new reader above the limit evicts those who have been away longest. */
  record(reader: string, revision: number): void {
    const last = this.of(reader);
    if (last === revision) return;
    if (last === null && this.#count() >= READERS_KEPT) this.#dropOldest();
    this.#known.delete(reader);
    this.#sql.exec(
      `INSERT INTO shown (reader, revision)
       VALUES (?, ?)
       ON CONFLICT (reader) DO UPDATE SET revision = excluded.revision`,
      reader,
      revision,
    );
    this.#keep(reader, revision);
  }

  /** The reader was not shown `revision` after all: restores the previous one, unless they have read since. */
  takeBack({ reader, before }: SeenNote, revision: number): void {
    if (this.of(reader) !== revision) return;
    if (before !== null) return this.record(reader, before);
    this.#sql.exec("DELETE FROM shown WHERE reader = ?", reader);
    this.#keep(reader, null);
  }

  /** Call this when something else has written the rows. */
  forget(): void {
    this.#known.clear();
  }

  #keep(reader: string, revision: number | null): number | null {
    if (this.#known.size >= READERS_KEPT) this.#known.clear();
    this.#known.set(reader, revision);
    return revision;
  }

  #count(): number {
    return this.#sql.exec<{ readers: number }>("SELECT count(*) AS readers FROM shown").one().readers;
  }

  #dropOldest(): void {
    this.#known.clear();
    this.#sql.exec(
      `DELETE FROM shown
       WHERE reader IN (
         SELECT reader
         FROM shown
         ORDER BY revision, reader
         LIMIT ${READERS_DROPPED})`,
    );
  }
}

export function deleteSeenBefore(sql: SqlStorage, revision: number): void {
  sql.exec("DELETE FROM shown WHERE revision < ?", revision);
}
