/** Files for other slices. */
export { knowFile, processAll, storeFiles, type KnownFile } from "./arrivals.ts";
export { findBytes, opened, type Opened } from "./serve.ts";
export type { StoredFileRow } from "./store.ts";
