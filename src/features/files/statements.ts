/** SQL fragments for other features. */
export { claimBlob } from "./blob-store.ts";
export { claimBlobs, insertFiles, type NewFile } from "./bulk-store.ts";
export { deleteUpload as forgetUpload, isUnfinished as isUploadOpen } from "./multipart-store.ts";
export { deleteFile, findContent, fitsStorage, listFiles, usageOf } from "./store.ts";
