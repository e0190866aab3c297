/** The system clock and randomness, read only here. */
import type { Instant } from "../kernel/clock.ts";

export const systemClock = (): Instant => Date.now();

/** Identifies one request in responses and logs. */
export const newRequestId = (): string => crypto.randomUUID();

export const systemRandom = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
