/**
 * By how many parts (Yjs structs) the updates of one person may make a page's document grow. Each deletion and insertion in the middle of
 * a text adds some, and a document of too many has to be left, which everybody on the page notices.
 */
import { MINUTE, type Instant } from "../../src/kernel/clock.ts";
import { TokenBucket } from "../../src/kernel/token-bucket.ts";

/** Replacing thousands of words and undoing it stays below the burst. */
const RATE = { burst: 120_000, refill: 40_000, everyMs: MINUTE };
/** What a refused update counts: the room may have had to read its document anew. */
export const REFUSAL_PARTS = 5_000;
/** More people than have a page open. */
const MAX_PEOPLE = 200;

export class PartsBudget {
  /** By person, with all their connections: another connection is no other allowance. The one used last comes last. */
  readonly #buckets = new Map<string, TokenBucket>();

  /** False while a person has used up their allowance. What they typed waits on their side. */
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
