/** Rate limit rules. */

/**
 * What a limit counts by. `device` is the family of one device's refresh tokens, `network` the /48 of an IPv6 address,
 * `service` all callers together.
 */
export type LimitDimension = "ip" | "network" | "email" | "user" | "token" | "device" | "account" | "service";

/**
 * At most `limit` hits in any `windowMs`. The caller of a `silent` rule is not told when it is reached. A `fixed` rule only
 * counts, for monitoring, and rejects nothing, so RATE_LIMIT_SCALE does not apply to it.
 */
export type LimitRule = {
  name: string;
  dimension: LimitDimension;
  limit: number;
  windowMs: number;
  silent?: true;
  fixed?: true;
};

/** Upper bound of a scaled limit. */
const MAX_LIMIT = 1_000_000;

/** Throws RangeError unless the scale is a number above zero: a typo must not switch the limits off. */
export function assertScale(scale: number): void {
  if (!(scale > 0)) throw new RangeError("The rate limit scale must be a number above zero");
}

/** The rule's limit times `scale` (RATE_LIMIT_SCALE), rounded down, from 1 to a million; unscaled if `fixed`. */
export function scaleLimit(rule: LimitRule, scale: number): number {
  assertScale(scale);
  if (rule.fixed) return rule.limit;
  return Math.min(MAX_LIMIT, Math.max(1, Math.floor(rule.limit * scale)));
}
