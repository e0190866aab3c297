/** SQL of files for other features. */
export { claimBlobs, insertFiles } from "./bulk-store.ts";
export { findContent, fitsStorage, listFiles, usageOf } from "./store.ts";
