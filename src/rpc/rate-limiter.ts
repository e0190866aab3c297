/** What the objects that count hits are asked and what they answer. */

/** `key` is a hash in hex: what was typed or where it came from is never stored. */
export type WindowCheck = { key: string; limit: number; windowMs: number };

/** A `silent` check that is refused does not keep the others from being counted. */
export type HitCheck = WindowCheck & { silent: boolean };

/**
 * `remaining` counts what is left once the answered hit is taken. `retryAfterMs` is 0 when allowed, otherwise the wait
 * from the asked `now`. `firstRejection` is true once between two admitted hits (exact) or once per window (counter).
 */
export type WindowAnswer = {
  allowed: boolean;
  limit: number;
  remaining: number;
  retryAfterMs: number;
  firstRejection: boolean;
};

/** One shard of the limits. What each call does stands with its class. */
export interface RateLimiterRpc {
  peek(checks: WindowCheck[], now: number): WindowAnswer[];
  commit(checks: WindowCheck[], now: number, tag: number): WindowAnswer[];
  hit(checks: HitCheck[], now: number, tag: number): WindowAnswer[];
  release(keys: string[], tag: number): void;
}
