/** What an isolate was asked about a moment ago. */
import type { Instant } from "./clock.ts";

/** Remembers things for a while, and no more than so many: what came first is forgotten first. */
export class Recent {
  readonly #seen = new Map<string, Instant>();
  readonly #forMs: number;
  readonly #most: number;

  constructor(forMs: number, most: number) {
    this.#forMs = forMs;
    this.#most = most;
  }

  /** Whether it was not seen for that long; it is from now on. */
  isFresh(thing: string, now: Instant): boolean {
    const before = this.#seen.get(thing);
    // A clock that was set back makes nothing wait.
    if (before !== undefined && Math.abs(now - before) < this.#forMs) return false;
    this.#seen.delete(thing);
    this.#seen.set(thing, now);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > this.#most && oldest !== undefined) this.#seen.delete(oldest);
    return true;
  }
}
