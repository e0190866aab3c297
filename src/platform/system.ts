/** The machine's clock and randomness: the only place that reads them. */
import type { Instant } from "../kernel/clock.ts";

export const systemClock = (): Instant => Date.now();

/** Names one request in answers and logs. */
export const newRequestId = (): string => crypto.randomUUID();

export const systemRandom = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
