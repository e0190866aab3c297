/** The windows of one shard as SQLite rows, with the most recently used ones cached in memory. */
import type { WindowState } from "../../src/rate-limits/sliding-window.ts";

/** Maximum keys per shard; above it, the keys that expire first are evicted. */
export const SHARD_ROWS = 50_000;

const EVICTED_PER_BATCH = 500;
const CACHED_ROWS = 500;

export type WindowRow = { state: WindowState; expiresAt: number };
export type WindowChange = WindowRow & { key: string };

export class WindowStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #cache = new Map<string, WindowRow>();
  #rows: number;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS windows (
         key TEXT PRIMARY KEY, state TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID`,
    );
    this.#sql.exec("CREATE INDEX IF NOT EXISTS windows_expiry ON windows (expires_at)");
    this.#rows = this.#sql.exec<{ total: number }>("SELECT COUNT(*) AS total FROM windows").one().total;
  }

  read(key: string): WindowRow | undefined {
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const [stored] = this.#sql.exec<{ state: string; expires_at: number }>(
      "SELECT state, expires_at FROM windows WHERE key = ?",
      key,
    );
    if (!stored) return undefined;
    // Only this class writes the column, always from a WindowState.
    const row = { state: JSON.parse(stored.state) as WindowState, expiresAt: stored.expires_at };
    this.#remember(key, row);
    return row;
  }

  write(changes: readonly WindowChange[]): void {
    if (this.#rows + changes.length > SHARD_ROWS) this.#evict();
    // Memory follows only after the transaction: a failed write must not leave counts that storage does not have.
    this.#storage.transactionSync(() => {
      for (const { key, state, expiresAt } of changes) {
        const text = JSON.stringify(state);
        if (this.#cache.get(key)?.expiresAt === expiresAt) {
          this.#sql.exec("UPDATE windows SET state = ? WHERE key = ?", text, key);
          continue;
        }
        this.#sql.exec(
          `INSERT INTO windows (key, state, expires_at)
           VALUES (?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET state = excluded.state, expires_at = excluded.expires_at`,
          key,
          text,
          expiresAt,
        );
      }
    });
    for (const { key, ...row } of changes) {
      if (!this.#cache.has(key)) this.#rows += 1;
      this.#remember(key, row);
    }
  }

  deleteExpired(now: number): void {
    this.#forget(this.#sql.exec<{ key: string }>("DELETE FROM windows WHERE expires_at <= ? RETURNING key", now));
  }

  /** When the next key expires; null if there is none. */
  firstExpiry(): number | null {
    return this.#sql.exec<{ first: number | null }>("SELECT MIN(expires_at) AS first FROM windows").one().first;
  }

  #evict(): void {
    const evicted = this.#sql.exec<{ key: string }>(
      `DELETE FROM windows
       WHERE key IN (
         SELECT key
         FROM windows
         ORDER BY expires_at
         LIMIT ?)
       RETURNING key`,
      EVICTED_PER_BATCH,
    );
    this.#forget(evicted);
  }

  #forget(gone: Iterable<{ key: string }>): void {
    for (const { key } of gone) {
      this.#cache.delete(key);
      this.#rows -= 1;
    }
  }

  #remember(key: string, row: WindowRow): void {
    this.#cache.delete(key);
    this.#cache.set(key, row);
    if (this.#cache.size <= CACHED_ROWS) return;
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined) this.#cache.delete(oldest);
  }
}
