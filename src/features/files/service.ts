/** Service functions for other features. */
export {
  discardFiles,
  describeFile,
  processAll,
  stageFile,
  storeFiles,
  type DescribedFile,
  type PendingFile,
} from "./bulk-ingest.ts";
export { readComments } from "./found-comments.ts";
export { assembleArchive } from "./multipart-upload.ts";
export { findBytes, toOpenedFile, type OpenedFile } from "./serve.ts";
export type { StoredBlob } from "./bulk-store.ts";
export type { StoredFileRow } from "./store.ts";
