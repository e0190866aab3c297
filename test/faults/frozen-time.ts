/** Time that only advances on demand, so that tests can check waits exactly, even on a busy machine. */
import { vi } from "vitest";

export type FrozenTime = {
  /** Advances the clock and all timers by `ms` milliseconds. */
  readonly pass: (ms: number) => void;
  /** Number of pending timers. */
  readonly waits: () => number;
  /** Waits until `isSo` returns true, however long the real work takes; the frozen clock does not advance. */
  readonly until: (isSo: () => boolean) => Promise<void>;
};

/** Freezes `Date.now` and the timers during `work`; databases, objects and buckets work normally. */
export async function withFrozenTime<T>(work: (time: FrozenTime) => Promise<T>): Promise<T> {
  let now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    return await work({
      pass(ms) {
        now += ms;
        vi.advanceTimersByTime(ms);
      },
      waits: () => vi.getTimerCount(),
      async until(isSo) {
        while (!isSo()) await scheduler.wait(1);
      },
    });
  } finally {
    vi.useRealTimers();
    clock.mockRestore();
  }
}

/** Waits long enough in real time for an unexpected answer to arrive. */
export const anyAnswer = (): Promise<void> => scheduler.wait(50);
