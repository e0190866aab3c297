/** SQL of files for other slices. */
export { claimBlobs, insertFiles, type NewFile } from "./many-store.ts";
export { findContent, fitsStorage, listFiles, usageOf } from "./store.ts";
