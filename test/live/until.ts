/** Waits for what a socket, a timer or D1 brings about, with patience for a busy machine. */
import { vi } from "vitest";

const PATIENCE_MS = 30_000;

export const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: PATIENCE_MS });
