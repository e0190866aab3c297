/** The public API for higher-level features: recording measurements and their rollup. */
export { countCall, flushIfDue, flushMetrics, reportSweep } from "./flush.ts";
export { rollUp } from "./rollup.ts";
export { checkTriggers } from "./triggers.ts";
