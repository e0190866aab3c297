/** Limits on imported archives, and the errors for exceeding them. */
import { AppError } from "../../kernel/errors.ts";
import { CONTENT_LIMIT_BYTES } from "../../kernel/text.ts";

type ImportBounds = {
  /** Maximum number of files and folders in the archive, including nested archives. */
  readonly entries: number;
  /** Maximum unpacked size in bytes. */
  readonly unpacked: number;
  /** Maximum number of pages created. */
  readonly pages: number;
};

/** Limits of a synchronous import: the archive is held in memory, and one commit creates all pages. */
export const DIRECT_IMPORT: ImportBounds = { entries: 5_000, unpacked: 200_000_000, pages: 2_000 };
/** Limits of an import that runs as a background job. */
export const IMPORT_JOB: ImportBounds = { entries: 200_000, unpacked: 20_000_000_000, pages: 100_000 };

/** Maximum size of a file imported as page text; leaves room for line endings and a byte order mark, which are removed. */
export const MAX_TEXT_FILE_BYTES = CONTENT_LIMIT_BYTES + 100_000;

/** An archive with a higher compression ratio is treated as a zip bomb. Up to `RATIO_FROM` unpacked bytes are exempt. */
const MAX_RATIO = 100;
const RATIO_FROM = 10_000_000;

export function requireEntries(entries: number, most: ImportBounds): void {
  if (entries > most.entries) throw tooLarge(`An archive can contain at most ${most.entries} files and folders.`);
}

export function requireUnpacked(unpacked: number, packed: number, most: ImportBounds): void {
  if (unpacked > most.unpacked) throw tooLarge(`An archive can unpack to at most ${most.unpacked} bytes.`);
  if (unpacked > RATIO_FROM && unpacked > packed * MAX_RATIO)
    throw tooLarge(`An archive can unpack to at most ${MAX_RATIO} times its size.`);
}

export function requirePages(pages: number, most: ImportBounds): void {
  if (pages > most.pages) throw tooLarge(`One import can create at most ${most.pages} pages. Split the archive.`);
}

export const exportTooLarge = (most: string): AppError =>
  tooLarge(`One export can contain at most ${most}. Export the top-level pages one by one.`);

export const tooLarge = (why: string): AppError => new AppError("payload_too_large", why);
