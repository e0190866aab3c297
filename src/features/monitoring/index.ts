/** For those who stand above this feature: what is measured, and its roll-up. */
export { flushIfDue, flushMetrics } from "./flush.ts";
export { rollUp } from "./rollup.ts";
export { checkTriggers } from "./triggers.ts";
