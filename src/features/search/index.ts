/** The public API for higher-level features: index maintenance. */
export { EMPTY_INDEX, MARK_ALL_PAGES } from "./rebuild-statements.ts";
export { scheduleIndexing } from "./service.ts";
export { indexDirty, sweepDirty } from "./indexing.ts";
