/** Numbers of exports in the background, and where their archives lie. */
import { DAY } from "../../../kernel/clock.ts";

/** Pages of one archive, and bytes of their files. */
export const MAX_EXPORT_PAGES = 100_000;
export const MAX_EXPORT_BYTES = 5_000_000_000;
/** Exports of one person that go on or whose archives are kept: that bounds what they take of the bucket. */
export const MAX_EXPORTS = 3;
/** How long an archive is kept, in ms. */
export const KEPT_FOR = 7 * DAY;

/** All parts of an archive but the last have the same size, as the bucket asks for. */
export const EXPORT_PART_BYTES = 8 * 1_048_576;

const FOLDER = "exports/";
export const archiveKey = (transferId: string): string => `${FOLDER}${transferId}`;
export const ARCHIVES = FOLDER;
