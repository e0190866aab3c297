/** How many pages one person may ask their hub to look up, on all their connections together: each is a row or more in D1 and in an answer. */
import { MINUTE, type Instant } from "../../src/kernel/clock.ts";
import { TokenBucket } from "../../src/kernel/token-bucket.ts";

/** A tab asks for the pages of its sidebar whenever another page is opened. */
const PAGES_PER_MINUTE = 12_000;
/** Pages that the smallest request is charged for, because each request costs a query to D1. */
const SMALLEST_REQUEST = 20;

export class LookupBudget {
  readonly #pages = new TokenBucket({ burst: PAGES_PER_MINUTE, refill: PAGES_PER_MINUTE, everyMs: MINUTE });

  /** False when the person has asked for as many as they may. */
  use(pages: number, now: Instant): boolean {
    return this.#pages.take(Math.max(SMALLEST_REQUEST, pages), now);
  }
}
