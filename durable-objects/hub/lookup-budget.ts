/** How many pages one person may ask their hub to look up, on all their connections together: each is a row or more in D1 and in an answer. */
import { MINUTE, type Instant } from "../../src/kernel/clock.ts";

/** In a minute. A tab asks for the pages of its sidebar whenever another page is opened. */
const PAGES_PER_MINUTE = 12_000;
/** Pages that the smallest request is charged for, because each request costs a query to D1. */
const SMALLEST_REQUEST = 20;

export class LookupBudget {
  #since: Instant = 0;
  #used = 0;

  /** False when the person has asked for as many as they may. */
  use(pages: number, now: Instant): boolean {
    if (now - this.#since >= MINUTE) {
      this.#since = now;
      this.#used = 0;
    }
    this.#used += Math.max(SMALLEST_REQUEST, pages);
    return this.#used <= PAGES_PER_MINUTE;
  }
}
