/** The fields shared by every description of a stored file. */
import type { FileRecord } from "./contract.ts";
import type { StoredFileRow } from "./store.ts";

export const toRecord = (file: StoredFileRow): Omit<FileRecord, "deduplicated"> => ({
  id: file.id,
  filename: file.filename,
  mimeType: file.mimeType,
  size: file.size,
  processingStatus: file.status,
  pageId: file.pageId,
  sha256: file.sha256,
});
