/** The public API for higher-level features: index maintenance. */
export { emptyIndex, markAllPages } from "./rebuild-store.ts";
export { scheduleIndexing } from "./service.ts";
export { indexDirty, sweepDirty } from "./indexing.ts";
