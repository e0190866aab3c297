/** Interface of the Durable Objects that count hits. */

/** `key` is a hash in hex: the original value is never stored. */
export type WindowCheck = { key: string; limit: number; windowMs: number };

/** A rejected `silent` check does not prevent the others from being counted. */
export type HitCheck = WindowCheck & { silent: boolean };

/**
 * `remaining` is what is left after this hit. `retryAfterMs` is 0 if allowed, otherwise the wait from the given `now`.
 * `firstRejection` is true once between two admitted hits (exact) or once per window (counter).
 */
export type WindowAnswer = {
  allowed: boolean;
  limit: number;
  remaining: number;
  retryAfterMs: number;
  firstRejection: boolean;
};

/** One shard of the limits. Its class documents the methods. */
export interface RateLimiterRpc {
  peek(checks: WindowCheck[], now: number): WindowAnswer[];
  commit(checks: WindowCheck[], now: number, tag: number): WindowAnswer[];
  hit(checks: HitCheck[], now: number, tag: number): WindowAnswer[];
  release(keys: string[], tag: number): void;
}
