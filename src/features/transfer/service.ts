/** Archives for other slices. */
export { ZipWriter } from "./archive-writer.ts";
export { driveArchive, streamOf, type ArchiveCapacity } from "./export.ts";
