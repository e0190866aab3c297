/** Time that passes only when a test says so: how long something waits is then seen exactly, on however busy a machine. */
import { vi } from "vitest";

export type FrozenTime = {
  /** Lets `ms` milliseconds pass for anyone who waits. */
  readonly pass: (ms: number) => void;
  /** How many waits are under way; one that was answered is none any more. */
  readonly waits: () => number;
  /** Goes on once `isSo`, however long the real work takes; no time passes meanwhile. */
  readonly until: (isSo: () => boolean) => Promise<void>;
};

/** `Date.now` and the timers stand still during `work`; databases, objects and buckets really work. */
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

/** Real turns enough for an answer that is not to come to have come. */
export const anyAnswer = (): Promise<void> => scheduler.wait(50);
