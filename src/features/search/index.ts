/** For those who stand above this feature: the work that keeps the index. */
export { indexDirty, sweepDirty } from "./indexing.ts";
