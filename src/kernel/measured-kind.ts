/** Kinds of measurements that an isolate takes of itself. */
export const MEASURED_KINDS = ["ai", "cache", "call", "event", "query", "request", "sign-in", "sweep"] as const;
export type MeasuredKind = (typeof MEASURED_KINDS)[number];
