/** Archives for other slices. */
export { ArchiveWriter } from "./archive-writer.ts";
export { driveArchive, streamOf, type Room } from "./export.ts";
