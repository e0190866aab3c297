/** The public API for higher-level features: recording measurements and their rollup. */
export { flushIfDue, flushMetrics } from "./flush.ts";
export { rollUp } from "./rollup.ts";
export { checkTriggers } from "./triggers.ts";
