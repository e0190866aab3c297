/** Thresholds for detecting attacks on sign-in. */
import { MINUTE } from "../../../kernel/clock.ts";

/** How long failures count, and how long an alarm suppresses further ones of its kind. */
export const DETECTION_WINDOW = 15 * MINUTE;
/** Failed sign-ins of one account, from any address, that raise an alarm. */
export const FAILURES_OF_ACCOUNT = 10;
/**
 * Failed sign-ins from one IP address, for any account, that raise an alarm. More than the typing errors of one office,
 * fewer than its rate limits allow.
 */
export const FAILURES_FROM_ADDRESS = 20;
/** Number of accounts failing from one IP address that raises an alarm: a sign of credential stuffing. */
export const ACCOUNTS_FROM_ADDRESS = 10;

const watched = { windowMs: DETECTION_WINDOW, fixed: true } as const;

/** The counter must be full just before the failure that raises the alarm, which it then rejects. */
const below = (threshold: number): number => threshold - 1;

/** Counters in the `RateLimiter` objects. They never reject a request. */
export const FAILURE_COUNTERS = {
  failuresOfAccount: {
    ...watched,
    name: "watch/failures",
    dimension: "account",
    limit: below(FAILURES_OF_ACCOUNT),
  },
  failuresFromAddress: { ...watched, name: "watch/failures", dimension: "ip", limit: below(FAILURES_FROM_ADDRESS) },
  /** Passes only the first failure of an account from an IP address, so that each account is counted once. */
  accountAtAddress: { ...watched, name: "watch/account-at-address", dimension: "account", limit: 1 },
  accountsFromAddress: { ...watched, name: "watch/accounts", dimension: "ip", limit: below(ACCOUNTS_FROM_ADDRESS) },
  /** Passes only one alarm per kind and subject. */
  alarm: { ...watched, name: "watch/alarm", dimension: "account", limit: 1 },
} as const;
