/** Public API for the sweep. */
export { sweepProperties } from "./backfill.ts";
