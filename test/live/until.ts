/** Waits for the effect of a socket, a timer or D1, with a long timeout for a busy machine. */
import { vi } from "vitest";

const PATIENCE_MS = 30_000;

export const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: PATIENCE_MS });
