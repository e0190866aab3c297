/**
 * Limits the Yjs structs that one person's updates may add to a page's document. Each deletion, and each insertion in
 * the middle of a text, adds some, and a document with too many has to be replaced, which everyone on the page notices.
 */
import { MINUTE, type Instant } from "../../src/kernel/clock.ts";
import { TokenBucket } from "../../src/kernel/token-bucket.ts";

/** Replacing thousands of words and undoing it stays below the burst. */
const RATE = { burst: 120_000, refill: 40_000, everyMs: MINUTE };
/** Cost of a rejected update: the room may have had to reload its document. */
export const REFUSAL_PARTS = 5_000;
/** More people than can have a page open. */
const MAX_PEOPLE = 200;

export class PartsBudget {
  /**
   * Per person across all their connections, so that another connection adds no allowance. The most recently used is
   * last.
   */
  readonly #buckets = new Map<string, TokenBucket>();

  /** Returns false while a person's allowance is used up. Their updates then wait on the client. */
  has(userId: string, now: Instant): boolean {
    return this.#buckets.get(userId)?.hasTokens(now) ?? true;
  }

  use(userId: string, parts: number, now: Instant): void {
    if (parts === 0) return;
    const bucket = this.#buckets.get(userId) ?? new TokenBucket(RATE);
    bucket.take(parts, now);
    this.#buckets.delete(userId);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size >= MAX_PEOPLE && oldest !== undefined) this.#buckets.delete(oldest);
    this.#buckets.set(userId, bucket);
  }
}
