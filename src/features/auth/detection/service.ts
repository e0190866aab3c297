/** Detects patterns in failed sign-ins. Counts after the response and never affects it. */
import { SECOND, type Instant } from "../../../kernel/clock.ts";
import { ExpiringMap } from "../../../kernel/expiring-map.ts";
import type { RateLimits } from "../../../platform/rate-limiter.ts";
import {
  ACCOUNTS_FROM_ADDRESS,
  FAILURE_COUNTERS,
  FAILURES_FROM_ADDRESS,
  FAILURES_OF_ACCOUNT,
  DETECTION_WINDOW,
} from "./rules.ts";

/** A failed sign-in by any method. `userId` and `email` are null if the request named none. */
type FailedSignIn = {
  readonly userId: string | null;
  readonly email: string | null;
  readonly ip: string;
};

/** The alarm for the audit log; `detail` gives the threshold that was reached and its window. */
type Alarm = {
  readonly kind: "brute.force" | "credential.stuffing";
  readonly detail: { readonly by: "account" | "address"; readonly threshold: number; readonly windowMs: number };
};

type Counting = { readonly limiter: RateLimits; readonly now: Instant };
type Counter = keyof typeof FAILURE_COUNTERS;

/** Maximum muted alarms that an isolate remembers. */
const MAX_MUTED = 2_000;

/** Counts failures. There is one detector per isolate, which remembers the alarms it has muted. */
export class FailedSignInDetector {
  /** Alarms that are muted for a while. */
  readonly #muted = new ExpiringMap<true>(DETECTION_WINDOW, MAX_MUTED);

  /**
   * Counts a failure and returns the alarms it raises: at most one per kind and account or IP address in any window.
   * Throws if the counters are unavailable.
   */
  async recordFailedSignIn(deps: Counting, failure: FailedSignIn): Promise<Alarm[]> {
    const { ip } = failure;
    const account = accountOf(failure);
    const raised = await Promise.all([
      account !== null &&
        this.#unlessMuted(deps, "brute.force", "account", account, FAILURES_OF_ACCOUNT, () =>
          isOver(deps, "failuresOfAccount", account),
        ),
      this.#unlessMuted(deps, "brute.force", "address", ip, FAILURES_FROM_ADDRESS, () =>
        isOver(deps, "failuresFromAddress", ip),
      ),
      account !== null &&
        this.#unlessMuted(deps, "credential.stuffing", "address", ip, ACCOUNTS_FROM_ADDRESS, async () => {
          const isNew = !(await isOver(deps, "accountAtAddress", `${ip} ${account}`));
          return isNew && isOver(deps, "accountsFromAddress", ip);
        }),
    ]);
    return raised.filter((one) => one !== false && one !== null);
  }

  async #unlessMuted(
    deps: Counting,
    kind: Alarm["kind"],
    by: Alarm["detail"]["by"],
    about: string,
    threshold: number,
    isAttack: () => Promise<boolean>,
  ): Promise<Alarm | null> {
    const { limiter, now } = deps;
    const alarm = `${kind} ${by} ${about}`;
    if (this.#muted.get(alarm, now)) return null;
    if (!(await isAttack())) return null;
    const verdict = await limiter.take([{ rule: FAILURE_COUNTERS.alarm, value: alarm }], now);
    if (verdict.kind === "unavailable") throw uncounted();
    this.#muted.set(
      alarm,
      true,
      now,
      verdict.kind === "limited" ? verdict.retryAfterSeconds * SECOND : DETECTION_WINDOW,
    );
    return verdict.kind === "allowed" ? { kind, detail: { by, threshold, windowMs: DETECTION_WINDOW } } : null;
  }
}

/** An account that does not exist yet is counted by its email. */
function accountOf({ userId, email }: FailedSignIn): string | null {
  if (userId !== null) return `user ${userId}`;
  return email === null ? null : `email ${email}`;
}

/** Whether the counter was already full. Throws if it is unavailable: no alarm is better than a false one. */
async function isOver({ limiter, now }: Counting, counter: Counter, value: string): Promise<boolean> {
  const { kind } = await limiter.take([{ rule: FAILURE_COUNTERS[counter], value }], now);
  if (kind === "unavailable") throw uncounted();
  return kind === "limited";
}

const uncounted = (): Error => new Error("Failed sign-ins cannot be counted right now.");
