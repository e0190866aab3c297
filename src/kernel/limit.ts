/** What a rate limit is. */

/**
 * What a limit counts by. `device` is the family of one device's refresh tokens, `network` the /48 of an IPv6 address, `service`
 * everybody together.
 */
export type LimitDimension = "ip" | "network" | "email" | "user" | "token" | "device" | "account" | "service";

/**
 * At most `limit` hits in any `windowMs`. The caller of a `silent` rule is never told that it was reached. A `fixed` rule
 * counts for somebody who watches, not to refuse anything, so RATE_LIMIT_SCALE leaves it as it is.
 */
export type LimitRule = {
  name: string;
  dimension: LimitDimension;
  limit: number;
  windowMs: number;
  silent?: true;
  fixed?: true;
};

/** No limit is scaled beyond this. */
const MOST = 1_000_000;

/** Throws RangeError unless the scale is a number above zero: a mistyped one must not switch the limits off. */
export function assertScale(scale: number): void {
  if (!(scale > 0)) throw new RangeError("The rate limit scale must be a number above zero");
}

/** The rule's limit multiplied by `scale` (RATE_LIMIT_SCALE), rounded down, at least 1, at most a million; or as it is. */
export function scaleLimit(rule: LimitRule, scale: number): number {
  assertScale(scale);
  if (rule.fixed) return rule.limit;
  return Math.min(MOST, Math.max(1, Math.floor(rule.limit * scale)));
}
