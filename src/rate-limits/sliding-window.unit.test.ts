/** Guarantees of the sliding-window engine under adversarial arrivals. */
import type { WindowAnswer } from "../rpc/rate-limiter.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  commitWindow,
  computeExpiry,
  peekWindow,
  releaseWindow,
  type WindowLimit,
  type WindowState,
} from "./sliding-window.ts";

const START = 1_790_000_000_000;

/** One key with test-controlled time; every hit gets the next tag. */
class Key {
  state: WindowState | undefined;
  readonly window: WindowLimit;
  #tag = 0;

  constructor(window: WindowLimit) {
    this.window = window;
  }

  hit(now: number, tag = ++this.#tag): WindowAnswer {
    const step = commitWindow(this.state, this.window, now, tag);
    this.state = step.state && (JSON.parse(JSON.stringify(step.state)) as WindowState); // state is stored as JSON
    return step.answer;
  }
}

/** Gaps at the edges of the window, bursts (0) and, if `backwards`, steps back in time. */
function gaps(windowMs: number, backwards: boolean): fc.Arbitrary<number[]> {
  const edges = [0, 0, 0, 1, windowMs - 1, windowMs, windowMs + 1, Math.floor(windowMs / 2)];
  const back = backwards ? [fc.integer({ min: -3 * windowMs, max: -1 })] : [];
  const gap = fc.oneof(fc.constantFrom(...edges), fc.integer({ min: 0, max: windowMs }), ...back);
  return fc.array(gap, { maxLength: 150, size: "max" });
}

function windows(limits: fc.Arbitrary<number>): fc.Arbitrary<WindowLimit> {
  return fc.record({ limit: limits, windowMs: fc.integer({ min: 2, max: 5_000 }) });
}

const exact = windows(fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 60 })));
const counted = windows(fc.integer({ min: 61, max: 90 }));

function withGaps(window: fc.Arbitrary<WindowLimit>, backwards: boolean): fc.Arbitrary<[WindowLimit, number[]]> {
  return window.chain((chosen) => fc.tuple(fc.constant(chosen), gaps(chosen.windowMs, backwards)));
}

/** The largest number of hits in any half-open window of this length; `times` must be ascending. */
function countDensest(times: number[], windowMs: number): number {
  return times.reduce((most, end) => Math.max(most, times.filter((at) => at <= end && at > end - windowMs).length), 0);
}

test("admits at most the limit in every sliding window of an exact limit, even if the clock steps back", () => {
  fc.assert(
    fc.property(withGaps(exact, true), ([window, steps]) => {
      const key = new Key(window);
      const admitted: number[] = [];
      let now = START;
      let latest = 0;
      for (const step of steps) {
        now += step;
        latest = Math.max(latest, now);
        if (key.hit(now).allowed) admitted.push(latest);
      }
      expect(countDensest(admitted, window.windowMs)).toBeLessThanOrEqual(window.limit);
    }),
    { numRuns: 400 },
  );
});

test("rejects a hit of an exact limit only if the window before it is full", () => {
  fc.assert(
    fc.property(withGaps(exact, false), ([window, steps]) => {
      const key = new Key(window);
      const admitted: number[] = [];
      let now = START;
      for (const step of steps) {
        now += step;
        const inside = admitted.filter((at) => at > now - window.windowMs).length;
        const answer = key.hit(now);
        expect(answer.allowed).toBe(inside < window.limit);
        expect(answer.remaining).toBe(Math.max(0, window.limit - inside - 1));
        if (answer.allowed) admitted.push(now);
      }
    }),
    { numRuns: 400 },
  );
});

test("admits at most the limit per aligned window and twice the limit in any window of a counter", () => {
  const dense = counted.chain((window) =>
    fc.tuple(fc.constant(window), fc.array(fc.tuple(fc.nat(window.windowMs), fc.nat(120)), { maxLength: 8 })),
  );
  fc.assert(
    fc.property(dense, ([window, bursts]) => {
      const key = new Key(window);
      const admitted: number[] = [];
      let now = START;
      for (const [gap, size] of bursts) {
        now += gap;
        for (let i = 0; i < size; i++) if (key.hit(now).allowed) admitted.push(now);
      }
      expect(countDensest(admitted, window.windowMs)).toBeLessThanOrEqual(2 * window.limit);
      const perWindow = Map.groupBy(admitted, (at) => Math.floor(at / window.windowMs));
      for (const hits of perWindow.values()) expect(hits.length).toBeLessThanOrEqual(window.limit);
    }),
    { numRuns: 300 },
  );
});

test("admits a burst at a window boundary once, and opens the next window gradually", () => {
  const key = new Key({ limit: 100, windowMs: 60_000 });
  const boundary = Math.ceil(START / 60_000) * 60_000;
  const burst = (now: number) => Array.from({ length: 200 }, () => key.hit(now)).filter((a) => a.allowed).length;
  expect(burst(boundary - 1)).toBe(100);
  expect(burst(boundary)).toBe(0);
  expect(burst(boundary + 30_000)).toBe(50);
  expect(burst(boundary + 59_999)).toBe(49);
});

test("treats a lagging clock as the start of the counter's window", () => {
  const key = new Key({ limit: 100, windowMs: 60_000 });
  const boundary = Math.ceil(START / 60_000) * 60_000;
  for (let i = 0; i < 50; i++) key.hit(boundary - 1);
  expect(key.hit(boundary).remaining).toBe(49);
  expect(key.hit(boundary - 30_000).remaining).toBe(48);
});

test("reports the exact time until the next hit is admitted for both classes", () => {
  const either = fc.oneof(withGaps(exact, true), withGaps(counted, true));
  fc.assert(
    fc.property(either, fc.integer({ min: 1, max: 30 }), ([window, steps], repeat) => {
      const key = new Key(window);
      let now = START;
      for (const step of steps) {
        now += step;
        for (let i = 0; i < repeat; i++) {
          const answer = key.hit(now);
          if (answer.allowed) continue;
          const allowedAt = (at: number) => peekWindow(key.state, window, at).allowed;
          const { retryAfterMs: wait } = answer;
          if (!(wait > 0 && allowedAt(now + wait) && !allowedAt(now + wait - 1)))
            expect.fail(`the reported wait of ${wait} ms is wrong`);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("treats a key as unused after its computed expiry", () => {
  fc.assert(
    fc.property(fc.oneof(withGaps(exact, true), withGaps(counted, true)), ([window, steps]) => {
      const key = new Key(window);
      let now = START;
      for (const step of steps) key.hit((now += step));
      if (!key.state) return;
      const expiry = computeExpiry(key.state, window.windowMs);
      expect(peekWindow(key.state, window, expiry)).toEqual(peekWindow(undefined, window, expiry));
    }),
  );
});

test("expires a log one window after its last hit, and a counter one window after its own", () => {
  const boundary = Math.ceil(START / 1_000) * 1_000;
  const expiries = [3, 80].map((limit) => {
    const key = new Key({ limit, windowMs: 1_000 });
    key.hit(boundary + 1);
    key.hit(boundary + 400);
    return key.state && computeExpiry(key.state, 1_000) - boundary;
  });
  expect(expiries).toEqual([1_400, 2_000]);
});

test("does not prolong a full window or change its state for further rejected hits", () => {
  for (const limit of [3, 80]) {
    const key = new Key({ limit, windowMs: 10_000 });
    const now = Math.ceil(START / 10_000) * 10_000;
    for (let i = 0; i < limit; i++) key.hit(now);
    const wait = key.hit(now).retryAfterMs;
    const { state } = key;
    for (let i = 1; i < 9_000; i += 10) {
      const step = commitWindow(state, key.window, now + i, i + 1_000);
      expect(step.state).toBe(state);
      expect(step.answer.retryAfterMs).toBe(wait - i);
    }
  }
});

test("marks only the first rejection until a hit is admitted again", () => {
  const key = new Key({ limit: 2, windowMs: 1_000 });
  const marks = [0, 0, 1, 2, 3, 1_000, 1_000, 1_001, 1_002].map((at) => key.hit(START + at).firstRejection);
  expect(marks).toEqual([false, false, true, false, false, false, false, true, false]);
});

test("marks one rejection per window of a counter, however often hits alternate", () => {
  const key = new Key({ limit: 100, windowMs: 60_000 });
  const boundary = Math.ceil(START / 60_000) * 60_000;
  const answers = Array.from({ length: 1_200 }, (_, i) => key.hit(boundary + i * 100));
  expect(answers.filter((a) => a.firstRejection)).toHaveLength(2);
  expect(answers.filter((a) => a.allowed).length).toBeGreaterThan(100);
});

test("counts hits with the same tag once, also the last one admitted", () => {
  for (const limit of [1, 61]) {
    const key = new Key({ limit, windowMs: 1_000 });
    for (let i = 1; i < limit; i++) key.hit(START);
    expect(key.hit(START, 900).allowed).toBe(true);
    expect(key.hit(START + 1, 900)).toMatchObject({ allowed: true, remaining: 0 });
    expect(key.hit(START + 1).allowed).toBe(false);
  }
});

test("releases exactly one hit by its tag, and none for an unknown tag", () => {
  for (const limit of [2, 70]) {
    const key = new Key({ limit, windowMs: 1_000 });
    for (let i = 0; i < limit; i++) key.hit(START, i + 1);
    const { state } = key;
    if (!state) throw new Error("the key has no state after a hit");
    expect(releaseWindow(state, 5_000)).toBe(state);
    key.state = releaseWindow(state, limit);
    key.state = releaseWindow(key.state, limit);
    expect(key.hit(START, 801).allowed).toBe(true);
    expect(key.hit(START, 802).allowed).toBe(false);
  }
});

test("releases the first hit and keeps the expiry of the others", () => {
  const key = new Key({ limit: 2, windowMs: 1_000 });
  key.hit(START, 1);
  key.hit(START + 600, 2);
  // The first hit has left the window, so the second is now the oldest.
  key.hit(START + 1_100, 3);
  if (!key.state) throw new Error("the key has no state after a hit");
  key.state = releaseWindow(key.state, 2);
  expect(key.hit(START + 1_100, 3)).toMatchObject({ allowed: true, remaining: 1 });
  expect(peekWindow(key.state, key.window, START + 1_700).remaining).toBe(0);
  expect(peekWindow(key.state, key.window, START + 2_100).remaining).toBe(1);
});

test("remembers the last sixteen tags of a counter", () => {
  const key = new Key({ limit: 100, windowMs: 60_000 });
  const boundary = Math.ceil(START / 60_000) * 60_000;
  for (let tag = 1; tag <= 17; tag++) key.hit(boundary, tag);
  for (let tag = 2; tag <= 17; tag++) expect(key.hit(boundary, tag).remaining).toBe(83);
  expect(key.hit(boundary, 1).remaining).toBe(82);
});

test("starts a new state when a limit changes between exact and counter", () => {
  const key = new Key({ limit: 60, windowMs: 1_000 });
  key.hit(START);
  const counter = commitWindow(key.state, { limit: 61, windowMs: 1_000 }, START, 7);
  expect(counter.answer.remaining).toBe(60);
  expect(commitWindow(counter.state, key.window, START, 8).answer.remaining).toBe(59);
  expect(
    commitWindow({ hits: [START], tags: [7], seen: START, refused: false }, { limit: 61, windowMs: 1_000 }, START, 7)
      .answer.remaining,
  ).toBe(60);
});
