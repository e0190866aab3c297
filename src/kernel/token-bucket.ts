/** An in-memory rate limit. The clock is a parameter, because time does not advance while a Worker computes. */
import type { Instant } from "./clock.ts";

/** `burst` tokens at first, then `refill` more every `everyMs` milliseconds, up to `burst`. */
export type TokenBucketRate = { readonly burst: number; readonly refill: number; readonly everyMs: number };

export class TokenBucket {
  readonly #rate: TokenBucketRate;
  #tokens: number;
  #countedAt: Instant = 0;

  constructor(rate: TokenBucketRate) {
    this.#rate = rate;
    this.#tokens = rate.burst;
  }

  /** False while no token is left. */
  hasTokens(now: Instant): boolean {
    return this.#count(now) > 0;
  }

  /** False if there were fewer. They are taken anyway, because the cost of some work is only known once it is done. */
  take(tokens: number, now: Instant): boolean {
    this.#tokens = this.#count(now) - tokens;
    return this.#tokens >= 0;
  }

  #count(now: Instant): number {
    const { burst, refill, everyMs } = this.#rate;
    // A clock that was set back removes no tokens.
    const elapsed = Math.max(0, now - this.#countedAt);
    this.#countedAt = now;
    return (this.#tokens = Math.min(burst, this.#tokens + (elapsed / everyMs) * refill));
  }
}
