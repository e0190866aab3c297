/** Archives for other features. */
export { ZipWriter } from "../../formats/zip/writer.ts";
export { driveArchive, streamOf, type ArchiveCapacity } from "./export.ts";
