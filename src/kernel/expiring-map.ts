/**
 * Per-isolate memory between requests, to be used only as a hint. The clock is a parameter: time does not advance while a
 * Worker computes, and each request reads it once (which is why no cache library is used here).
 */
import type { Instant } from "./clock.ts";

type Entry<V> = { readonly value: V; readonly at: Instant; readonly ttlMs: number };

/** Drops entries when their time is up, and the oldest entry when there are more than `most`. */
export class ExpiringMap<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #ttlMs: number;
  readonly #maxEntries: number;

  constructor(ttlMs: number, maxEntries: number) {
    this.#ttlMs = ttlMs;
    this.#maxEntries = maxEntries;
  }

  get(key: string, now: Instant): V | undefined {
    const entry = this.#entries.get(key);
    // A clock that was set back does not extend an entry's lifetime.
    return entry !== undefined && Math.abs(now - entry.at) < entry.ttlMs ? entry.value : undefined;
  }

  set(key: string, value: V, now: Instant, ttlMs = this.#ttlMs): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, at: now, ttlMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#maxEntries && oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

/** Remembers keys for a while, to skip repeated work. */
export class RecentSet {
  readonly #seen: ExpiringMap<true>;

  constructor(ttlMs: number, most: number) {
    this.#seen = new ExpiringMap(ttlMs, most);
  }

  /** Adds the key; false if it was already present. */
  add(key: string, now: Instant): boolean {
    if (this.#seen.get(key, now)) return false;
    this.#seen.set(key, true, now);
    return true;
  }

  delete(key: string): void {
    this.#seen.delete(key);
  }
}
