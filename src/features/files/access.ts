/** SQL of files for other slices. */
export { claimBlobs, insertFiles, type NewFile } from "./many-store.ts";
export { findContent, fits, listFiles, usageOf } from "./store.ts";
