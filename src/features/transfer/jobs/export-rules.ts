/** Limits of background exports, and the location of their archives. */
import { DAY } from "../../../kernel/clock.ts";

/** Maximum number of pages per archive, and bytes of their files. */
export const MAX_EXPORT_PAGES = 100_000;
export const MAX_EXPORT_BYTES = 5_000_000_000;
/** Maximum number of running or downloadable exports per user, which limits their bucket usage. */
export const MAX_EXPORTS = 3;
/** How long an archive can be downloaded, in ms. */
export const KEPT_FOR = 7 * DAY;

/** All parts of a multipart upload except the last must have the same size. */
export const EXPORT_PART_BYTES = 8 * 1_048_576;

const FOLDER = "exports/";
export const archiveKey = (transferId: string): string => `${FOLDER}${transferId}`;
export const ARCHIVES = FOLDER;
