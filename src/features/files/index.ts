/** Public interface of the files feature: files of pages, their processing, and garbage collection. */
export { type PageFile, fileOfPage } from "./file-page.ts";
export {
  removeExpiredUploads,
  removeStaleStaged,
  removeUnreferencedBlobs,
  removeUnusedCandidates,
} from "./garbage-collection.ts";
export { listPageFiles } from "./page-files.ts";
export {
  type Assignment,
  type Findings,
  beginProcessing,
  finishProcessing,
  quarantine,
  readForProcessing,
} from "./processing.ts";
export { promoteBlob } from "./blob-promotion.ts";
export { resumePromotions, resumeRuns } from "./resume.ts";
