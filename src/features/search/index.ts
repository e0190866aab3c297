/** The public API for higher-level features: index maintenance. */
export { indexDirty, sweepDirty } from "./indexing.ts";
