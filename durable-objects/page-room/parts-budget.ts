/**
 * By how many parts (Yjs structs) the updates of one person may make a page's document grow. Each deletion and insertion in the middle of
 * a text adds some, and a document of too many has to be left, which everybody on the page notices.
 */
import { MINUTE, type Instant } from "../../src/kernel/clock.ts";

/** At once, which replacing thousands of words and undoing it stays below, and per minute thereafter. */
const PARTS_AT_ONCE = 120_000;
const PARTS_PER_MINUTE = 40_000;
/** What a refused update counts: the room may have had to read its document anew. */
export const REFUSAL_PARTS = 5_000;
/** More people than have a page open. */
const MAX_PEOPLE = 200;

export class PartsBudget {
  /** By person, with all their connections: another connection is no other allowance. */
  readonly #left = new Map<string, { readonly parts: number; readonly at: Instant }>();

  /** False while a person has used up their allowance. What they typed waits on their side. */
  has(userId: string, now: Instant): boolean {
    return this.#leftFor(userId, now) > 0;
  }

  use(userId: string, parts: number, now: Instant): void {
    if (parts === 0) return;
    const left = this.#leftFor(userId, now) - parts;
    this.#left.delete(userId);
    const [oldest] = this.#left.keys();
    if (this.#left.size >= MAX_PEOPLE && oldest !== undefined) this.#left.delete(oldest);
    this.#left.set(userId, { parts: left, at: now });
  }

  #leftFor(userId: string, now: Instant): number {
    const known = this.#left.get(userId);
    if (known === undefined) return PARTS_AT_ONCE;
    return Math.min(PARTS_AT_ONCE, known.parts + ((now - known.at) / MINUTE) * PARTS_PER_MINUTE);
  }
}
