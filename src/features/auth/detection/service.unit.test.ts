/** Sign-in alarms: never early, never twice in a window, never missed, in whatever order failures arrive. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RateLimits } from "../../../platform/rate-limiter.ts";
import { commitWindow, type WindowState } from "../../../rate-limits/sliding-window.ts";
import { ACCOUNTS_FROM_ADDRESS, FAILURES_FROM_ADDRESS, FAILURES_OF_ACCOUNT, DETECTION_WINDOW } from "./rules.ts";
import { FailedSignInDetector } from "./service.ts";

/** The engine of the `RateLimiter` objects, without Durable Objects. */
function createCounters(): RateLimits {
  const states = new Map<string, WindowState | undefined>();
  let tag = 0;
  return {
    take([wanted], now) {
      if (!wanted) throw new Error("Expected one counter.");
      const { rule, value } = wanted;
      const key = `${rule.name} ${rule.dimension} ${value}`;
      const { state, answer } = commitWindow(states.get(key), rule, now, (tag += 1));
      states.set(key, state);
      const told = {
        limit: answer.limit,
        remaining: 0,
        retryAfterSeconds: Math.ceil(answer.retryAfterMs / 1_000),
        first: answer.firstRejection,
      } as const;
      return Promise.resolve(
        answer.allowed ? { kind: "allowed", silenced: false } : { kind: "limited", rule, ...told },
      );
    },
  };
}

type Failure = { at: number; account: number | null; ip: number };
type Raised = { at: number; what: string; account: number | null; ip: number };

async function run(failures: readonly Failure[]): Promise<Raised[]> {
  const limiter = createCounters();
  // Several isolates that share no state.
  const watches = [new FailedSignInDetector(), new FailedSignInDetector(), new FailedSignInDetector()];
  const raised: Raised[] = [];
  for (const [i, { at, account, ip }] of failures.entries()) {
    const attempt = { userId: account === null ? null : `user-${account}`, email: null, ip: `192.0.2.${ip}` };
    const alarms = (await watches[(at + i) % 3]?.recordFailedSignIn({ limiter, now: at }, attempt)) ?? [];
    for (const { kind, detail } of alarms) raised.push({ at, what: `${kind} ${detail.by}`, account, ip });
  }
  return raised;
}

const START = 1_800_000_000_000;

const histories = fc
  .array(
    fc.record({
      gap: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 * DETECTION_WINDOW }) },
      ),
      account: fc.option(fc.integer({ min: 0, max: 25 }), { freq: 6 }),
      ip: fc.constantFrom(0, 0, 0, 1),
      repeat: fc.constantFrom(1, 1, 2, 12),
    }),
    { minLength: 10, maxLength: 80, size: "max" },
  )
  .map((steps) => {
    let at = START;
    return steps.flatMap(({ gap, account, ip, repeat }): Failure[] =>
      Array.from({ length: repeat }, () => ({ at: (at += Math.ceil(gap / repeat)), account, ip })),
    );
  });

type Law = {
  threshold: number;
  isSame: (a: Failure, b: Failure) => boolean;
  /** The count compared with the threshold, over the window that ends at `now`. */
  weigh: (failures: readonly Failure[], now: number) => number;
  /** The part of `weigh` that must be detected. */
  weighNew?: (failures: readonly Failure[], now: number) => number;
};

const within = (failures: readonly Failure[], from: number): Failure[] => failures.filter(({ at }) => at > from);
const before = (failures: readonly Failure[], now: number): Failure[] =>
  within(failures, now - 2 * DETECTION_WINDOW).filter(({ at }) => at <= now - DETECTION_WINDOW);
const countRecent: Law["weigh"] = (failures, now) => within(failures, now - DETECTION_WINDOW).length;

/** The rules of each alarm. */
const LAWS: Record<string, Law> = {
  "brute.force account": {
    threshold: FAILURES_OF_ACCOUNT,
    isSame: (a, b) => a.account !== null && a.account === b.account,
    weigh: countRecent,
  },
  "brute.force address": {
    threshold: FAILURES_FROM_ADDRESS,
    isSame: (a, b) => a.ip === b.ip,
    weigh: countRecent,
  },
  "credential.stuffing address": {
    threshold: ACCOUNTS_FROM_ADDRESS,
    isSame: (a, b) => a.ip === b.ip && b.account !== null,
    weigh: (failures, now) => new Set(within(failures, now - DETECTION_WINDOW).map(({ account }) => account)).size,
    // An account counts again one window after it last counted.
    weighNew: (failures, now) => {
      const old = new Set(before(failures, now).map(({ account }) => account));
      const recent = within(failures, now - DETECTION_WINDOW).filter(({ account }) => !old.has(account));
      return new Set(recent.map(({ account }) => account)).size;
    },
  },
};

test.each(Object.entries(LAWS))(
  "raises %s at its threshold, at most once per window",
  { timeout: 30_000 },
  async (what, law) => {
    let some = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (failures) => {
        const raised = (await run(failures)).filter((alarm) => alarm.what === what);
        some += raised.length;
        for (const [i, failure] of failures.entries()) {
          const past = failures.slice(0, i + 1).filter((one) => law.isSame(failure, one));
          const weight = (law.weighNew ?? law.weigh)(past, failure.at);
          const alarms = raised.filter((alarm) => law.isSame(failure, alarm) && alarm.at <= failure.at);
          expect(alarms.filter(({ at }) => at > failure.at - DETECTION_WINDOW).length).toBeLessThanOrEqual(1);
          // Full counters stop counting, so an alarm in the previous window also satisfies the rule.
          if (weight >= law.threshold)
            expect(alarms.filter(({ at }) => at > failure.at - 2 * DETECTION_WINDOW).length).toBeGreaterThan(0);
        }
        for (const alarm of raised) {
          const past = failures.filter((one) => law.isSame(alarm, one) && one.at <= alarm.at);
          expect(law.weigh(past, alarm.at)).toBeGreaterThanOrEqual(law.threshold);
        }
      }),
      { numRuns: 150 },
    );
    expect(some).toBeGreaterThan(20);
  },
);

test("raises an alarm at the failure that reaches the threshold", async () => {
  const times = (n: number, one: (i: number) => Partial<Failure>): Failure[] =>
    Array.from({ length: n }, (_, i) => ({ at: START + i, account: null, ip: 1, ...one(i) }));
  const told = async (failures: Failure[]): Promise<[string, number][]> =>
    (await run(failures)).map(({ what, at }) => [what, at - START + 1]);
  expect(await told(times(100, () => ({})))).toEqual([["brute.force address", FAILURES_FROM_ADDRESS]]);
  expect(await told(times(100, (i) => ({ account: 7, ip: i })))).toEqual([
    ["brute.force account", FAILURES_OF_ACCOUNT],
  ]);
  expect(await told(times(19, (i) => ({ account: i })))).toEqual([
    ["credential.stuffing address", ACCOUNTS_FROM_ADDRESS],
  ]);
  expect(await told(times(19, (i) => ({ account: i % 9 })))).toEqual([]);
});

test("counts failures without an account by the typed email address", async () => {
  const limiter = createCounters();
  const raised: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    const attempt = { userId: null, email: "mia@example.com", ip: `198.51.100.${i}` };
    const alarms = await new FailedSignInDetector().recordFailedSignIn({ limiter, now: START }, attempt);
    raised.push(...alarms.map(({ kind }) => kind));
  }
  expect(raised).toEqual(["brute.force"]);
});

test("throws and raises no alarm while the counters are unavailable", async () => {
  const limiter: RateLimits = { take: () => Promise.resolve({ kind: "unavailable" }) };
  const attempt = { userId: "u", email: null, ip: "192.0.2.1" };
  await expect(new FailedSignInDetector().recordFailedSignIn({ limiter, now: START }, attempt)).rejects.toThrow(
    "cannot be counted",
  );
});
