/** What counts as an attack on sign-in, in numbers. */
import { MINUTE } from "../../../kernel/clock.ts";

/** How far back failures count, and how long one alarm stands for all that follows. */
export const DETECTION_WINDOW = 15 * MINUTE;
/** Failed sign-ins of one account, from wherever: the one that makes so many raises the alarm. */
export const FAILURES_OF_ACCOUNT = 10;
/** Failed sign-ins from one address, of whatever account. Above what one office mistypes, below what its limits let pass. */
export const FAILURES_FROM_ADDRESS = 20;
/** Different accounts that fail from one address: lists of stolen credentials are tried this way. */
export const ACCOUNTS_FROM_ADDRESS = 10;

const watched = { windowMs: DETECTION_WINDOW, fixed: true } as const;

/** A counter that is full has seen all failures but the one that makes the attack: that one is refused by it. */
const below = (threshold: number): number => threshold - 1;

/** Counters over the `RateLimiter` objects. None of them refuses anybody anything. */
export const FAILURE_COUNTERS = {
  failuresOfAccount: {
    ...watched,
    name: "watch/failures",
    dimension: "account",
    limit: below(FAILURES_OF_ACCOUNT),
  },
  failuresFromAddress: { ...watched, name: "watch/failures", dimension: "ip", limit: below(FAILURES_FROM_ADDRESS) },
  /** Admits the first failure of an account from an address, so that what counts accounts counts each of them once. */
  accountAtAddress: { ...watched, name: "watch/account-at-address", dimension: "account", limit: 1 },
  accountsFromAddress: { ...watched, name: "watch/accounts", dimension: "ip", limit: below(ACCOUNTS_FROM_ADDRESS) },
  /** Admits one alarm of a kind about one thing. */
  alarm: { ...watched, name: "watch/alarm", dimension: "account", limit: 1 },
} as const;
