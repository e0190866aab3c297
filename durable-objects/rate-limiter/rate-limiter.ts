/** One shard of the rate limiter: a Durable Object with a sliding window per key. */
import { DurableObject } from "cloudflare:workers";
import { systemClock } from "../../src/platform/system.ts";
import type { HitCheck, RateLimiterRpc, WindowAnswer, WindowCheck } from "../../src/rpc/rate-limiter.ts";
import { commitWindow, computeExpiry, peekWindow, releaseWindow } from "../../src/rate-limits/sliding-window.ts";
import { WindowStore, type WindowChange } from "./window-store.ts";

const MINUTE = 60_000;
const SWEEP_DELAY = 15 * MINUTE;

/**
 * Methods read and write without awaiting, so that no two calls interleave. `now` is the caller's clock in ms since the
 * epoch; each key keeps the latest time it has seen. Throws RangeError for an invalid check, and any SQLite error:
 * callers treat any error as an unavailable store.
 */
export class RateLimiter extends DurableObject<Env> implements RateLimiterRpc {
  readonly #store: WindowStore;
  #alarmAt: number | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new WindowStore(ctx.storage);
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = await ctx.storage.getAlarm();
    });
  }

  /** Returns what a hit would get. Counts nothing, but records a rejection so that only the first one is marked. */
  peek(checks: WindowCheck[], now: number): WindowAnswer[] {
    const changes: WindowChange[] = [];
    const answers = checks.map((check) => {
      assertCheck(check, now);
      const row = this.#store.read(check.key);
      const answer = peekWindow(row?.state, check, now);
      if (!answer.allowed) changes.push(...this.#step(check, now, 0).changes);
      return answer;
    });
    this.#write(changes);
    return answers;
  }

  /** Counts one hit per check that still has room, independently. Repeating the same `tag` counts no second hit. */
  commit(checks: WindowCheck[], now: number, tag: number): WindowAnswer[] {
    const steps = checks.map((check) => this.#step(check, now, tag));
    this.#write(steps.flatMap((step) => step.changes));
    return steps.map((step) => step.answer);
  }

  /** Counts one hit per check with room if every check that is not silent has room, otherwise none. */
  hit(checks: HitCheck[], now: number, tag: number): WindowAnswer[] {
    const steps = checks.map((check) => ({ ...this.#step(check, now, tag), silent: check.silent }));
    const blocked = steps.some((step) => !step.answer.allowed && !step.silent);
    // A rejected step changes only its mark, so marks are written even if nothing is counted.
    this.#write(steps.flatMap((step) => (blocked && step.answer.allowed ? [] : step.changes)));
    return steps.map((step) => step.answer);
  }

  /** Releases the hits of `tag` for these keys, when another shard rejected the same request. */
  release(keys: string[], tag: number): void {
    const changes = keys.flatMap((key) => {
      const row = this.#store.read(key);
      const state = row && releaseWindow(row.state, tag);
      return row && state && state !== row.state ? [{ key, state, expiresAt: row.expiresAt }] : [];
    });
    this.#write(changes);
  }

  /** Deletes expired keys and schedules the next sweep. */
  override async alarm(): Promise<void> {
    this.#store.deleteExpired(systemClock());
    this.#alarmAt = null;
    const first = this.#store.firstExpiry();
    if (first !== null) this.#scheduleSweep(first);
  }

  #step(check: WindowCheck, now: number, tag: number): { answer: WindowAnswer; changes: WindowChange[] } {
    assertCheck(check, now);
    const row = this.#store.read(check.key);
    const { state, answer } = commitWindow(row?.state, check, now, tag);
    if (!state || state === row?.state) return { answer, changes: [] };
    // Expiry moves in whole minutes, at least one late: the index is rarely rewritten, and a key outlives skewed clocks.
    const expiresAt = (Math.floor(computeExpiry(state, check.windowMs) / MINUTE) + 2) * MINUTE;
    return { answer, changes: [{ key: check.key, state, expiresAt }] };
  }

  #write(changes: readonly WindowChange[]): void {
    if (changes.length === 0) return;
    this.#store.write(changes);
    this.#scheduleSweep(Math.min(...changes.map((change) => change.expiresAt)));
  }

  /** One alarm for everything that expires within the delay, so that a busy shard wakes at most four times an hour. */
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
