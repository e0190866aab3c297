/** Files for other slices. */
export {
  discardFiles,
  describeFile,
  processAll,
  storeFiles,
  type DescribedFile,
  type PendingFile,
} from "./arrivals.ts";
export { findBytes, toOpenedFile, type OpenedFile } from "./serve.ts";
export type { StoredBlob } from "./many-store.ts";
export type { StoredFileRow } from "./store.ts";
