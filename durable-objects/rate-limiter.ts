/** One of the shards that count hits: a Durable Object that keeps a sliding window per key in SQLite. */
import { DurableObject } from "cloudflare:workers";
import { systemClock } from "../src/platform/system.ts";
import type { HitCheck, RateLimiterRpc, WindowAnswer, WindowCheck } from "../src/rpc/rate-limiter.ts";
import {
  commitWindow,
  computeExpiry,
  peekWindow,
  releaseWindow,
  type WindowState,
} from "../src/rate-limits/sliding-window.ts";

/** Most keys one shard stores; beyond it the ones that expire first make way. */
export const SHARD_ROWS = 50_000;

const EVICTED_PER_BATCH = 500;
const CACHED_ROWS = 500;
const MINUTE = 60_000;
const SWEEP_DELAY = 15 * MINUTE;

type Row = { state: WindowState; expiresAt: number };
type Change = Row & { key: string };

/**
 * Methods read and write without awaiting, so that no two calls interleave. `now` is the caller's clock in ms since
 * epoch; each key keeps to the latest it has seen. Throws RangeError for a check that could never refuse, and whatever
 * SQLite throws: the caller treats any error as an unavailable store.
 */
export class RateLimiter extends DurableObject<Env> implements RateLimiterRpc {
  readonly #cache = new Map<string, Row>();
  readonly #sql: SqlStorage;
  #rows: number;
  #alarmAt: number | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS windows (key TEXT PRIMARY KEY, state TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID",
    );
    this.#sql.exec("CREATE INDEX IF NOT EXISTS windows_expiry ON windows (expires_at)");
    this.#rows = this.#sql.exec<{ total: number }>("SELECT COUNT(*) AS total FROM windows").one().total;
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = await ctx.storage.getAlarm();
    });
  }

  /** Answers what a hit would get. Counts nothing, but remembers a refusal so that only the first one is marked. */
  peek(checks: WindowCheck[], now: number): WindowAnswer[] {
    const changes: Change[] = [];
    const answers = checks.map((check) => {
      assertCheck(check, now);
      const row = this.#read(check.key);
      const answer = peekWindow(row?.state, check, now);
      if (!answer.allowed) changes.push(...this.#step(check, now, 0).changes);
      return answer;
    });
    this.#write(changes);
    return answers;
  }

  /** Takes one hit per check that still has room, each for itself. The same `tag` again takes no second hit. */
  commit(checks: WindowCheck[], now: number, tag: number): WindowAnswer[] {
    const steps = checks.map((check) => this.#step(check, now, tag));
    this.#write(steps.flatMap((step) => step.changes));
    return steps.map((step) => step.answer);
  }

  /** Takes one hit per check with room if every check that is not silent has room, otherwise none. */
  hit(checks: HitCheck[], now: number, tag: number): WindowAnswer[] {
    const steps = checks.map((check) => ({ ...this.#step(check, now, tag), silent: check.silent }));
    const blocked = steps.some((step) => !step.answer.allowed && !step.silent);
    // A refused step changes only its mark, so the marks are kept even when nothing is counted.
    this.#write(steps.flatMap((step) => (blocked && step.answer.allowed ? [] : step.changes)));
    return steps.map((step) => step.answer);
  }

  /** Gives back what `tag` took from these keys, when another shard refused the same request. */
  release(keys: string[], tag: number): void {
    const changes = keys.flatMap((key) => {
      const row = this.#read(key);
      const state = row && releaseWindow(row.state, tag);
      return row && state && state !== row.state ? [{ key, state, expiresAt: row.expiresAt }] : [];
    });
    this.#write(changes);
  }

  /** Deletes what has expired and comes back when the next key will have. */
  override async alarm(): Promise<void> {
    const swept = this.#sql.exec<{ key: string }>(
      "DELETE FROM windows WHERE expires_at <= ? RETURNING key",
      systemClock(),
    );
    this.#forget(swept);
    this.#alarmAt = null;
    const { first } = this.#sql.exec<{ first: number | null }>("SELECT MIN(expires_at) AS first FROM windows").one();
    if (first !== null) this.#scheduleSweep(first);
  }

  #step(check: WindowCheck, now: number, tag: number): { answer: WindowAnswer; changes: Change[] } {
    assertCheck(check, now);
    const row = this.#read(check.key);
    const { state, answer } = commitWindow(row?.state, check, now, tag);
    if (!state || state === row?.state) return { answer, changes: [] };
    // Expiry moves in whole minutes, at least one late: the index is rarely rewritten, and a key outlives skewed clocks.
    const expiresAt = (Math.floor(computeExpiry(state, check.windowMs) / MINUTE) + 2) * MINUTE;
    return { answer, changes: [{ key: check.key, state, expiresAt }] };
  }

  #read(key: string): Row | undefined {
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const [stored] = this.#sql.exec<{ state: string; expires_at: number }>(
      "SELECT state, expires_at FROM windows WHERE key = ?",
      key,
    );
    if (!stored) return undefined;
    // The column is written by this class alone, always from a WindowState.
    const row = { state: JSON.parse(stored.state) as WindowState, expiresAt: stored.expires_at };
    this.#remember(key, row);
    return row;
  }

  #write(changes: Change[]): void {
    if (changes.length === 0) return;
    if (this.#rows + changes.length > SHARD_ROWS) this.#evict();
    // Memory follows only after the transaction: a failed write must not leave counts that storage does not have.
    this.ctx.storage.transactionSync(() => {
      for (const { key, state, expiresAt } of changes) {
        const text = JSON.stringify(state);
        if (this.#cache.get(key)?.expiresAt === expiresAt) {
          this.#sql.exec("UPDATE windows SET state = ? WHERE key = ?", text, key);
          continue;
        }
        this.#sql.exec(
          "INSERT INTO windows (key, state, expires_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET state = excluded.state, expires_at = excluded.expires_at",
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
    this.#scheduleSweep(Math.min(...changes.map((change) => change.expiresAt)));
  }

  #evict(): void {
    const evicted = this.#sql.exec<{ key: string }>(
      "DELETE FROM windows WHERE key IN (SELECT key FROM windows ORDER BY expires_at LIMIT ?) RETURNING key",
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

  #remember(key: string, row: Row): void {
    this.#cache.delete(key);
    this.#cache.set(key, row);
    if (this.#cache.size <= CACHED_ROWS) return;
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined) this.#cache.delete(oldest);
  }

  /** One alarm for everything that expires within the delay, so that a busy shard wakes four times an hour at most. */
  #scheduleSweep(firstExpiry: number): void {
    const at = firstExpiry + SWEEP_DELAY;
    if (this.#alarmAt !== null && this.#alarmAt <= at) return;
    this.#alarmAt = at;
    void this.ctx.storage.setAlarm(at);
  }
}

function assertCheck({ limit, windowMs }: WindowCheck, now: number): void {
  const sound = Number.isSafeInteger(now) && Number.isSafeInteger(limit) && Number.isSafeInteger(windowMs);
  if (!sound || limit < 1 || windowMs < 1) throw new RangeError("A rate limit needs whole numbers above zero");
}
