/**
 * Limits the pages that one user may look up through their hub, across all connections: each is at least a row in D1
 * and in a response.
 */
import { MINUTE, type Instant } from "../../src/kernel/clock.ts";
import { TokenBucket } from "../../src/kernel/token-bucket.ts";

/** A tab requests the pages of its sidebar whenever another page is opened. */
const PAGES_PER_MINUTE = 12_000;
/** Minimum charge per request, in pages, because each request costs a D1 query. */
const SMALLEST_REQUEST = 20;

export class LookupBudget {
  readonly #pages = new TokenBucket({ burst: PAGES_PER_MINUTE, refill: PAGES_PER_MINUTE, everyMs: MINUTE });

  /** Returns false if the user's allowance is used up. */
  use(pages: number, now: Instant): boolean {
    return this.#pages.take(Math.max(SMALLEST_REQUEST, pages), now);
  }
}
