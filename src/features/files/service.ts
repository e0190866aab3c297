/** Files for other slices. */
export { discardFiles, knowFile, processAll, storeFiles, type KnownFile, type UnstoredFile } from "./arrivals.ts";
export { findBytes, opened, type Opened } from "./serve.ts";
export type { StoredBlob } from "./many-store.ts";
export type { StoredFileRow } from "./store.ts";
