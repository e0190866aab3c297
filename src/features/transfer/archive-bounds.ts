/** What an archive may hold at most, and the refusals of one that holds more. */
import { AppError } from "../../kernel/errors.ts";
import { CONTENT_LIMIT_BYTES } from "../../kernel/text.ts";

type ImportBounds = {
  /** Files and folders in the archive, and in the archives that it holds. */
  readonly entries: number;
  /** Bytes that it unpacks to. */
  readonly unpacked: number;
  /** Pages that it makes. */
  readonly pages: number;
};

/** Of an import that the answer waits for: the archive stands in memory, and one commit makes all pages. */
export const DIRECT_IMPORT: ImportBounds = { entries: 5_000, unpacked: 200_000_000, pages: 2_000 };
/** Of an import that goes on behind an answer, step by step. */
export const IMPORT_JOB: ImportBounds = { entries: 200_000, unpacked: 20_000_000_000, pages: 100_000 };

/** Of a file that is a page's text: room for line ends and a byte order mark that go. */
export const MAX_TEXT_FILE_BYTES = CONTENT_LIMIT_BYTES + 100_000;

/** An archive that unpacks to more than so many times its size is made to be a burden; small ones are not worth the question. */
const MAX_RATIO = 100;
const RATIO_FROM = 10_000_000;

export function requireEntries(entries: number, most: ImportBounds): void {
  if (entries > most.entries) throw tooLarge(`An archive may hold at most ${most.entries} files and folders.`);
}

export function requireUnpacked(unpacked: number, packed: number, most: ImportBounds): void {
  if (unpacked > most.unpacked) throw tooLarge(`An archive may unpack to at most ${most.unpacked} bytes.`);
  if (unpacked > RATIO_FROM && unpacked > packed * MAX_RATIO)
    throw tooLarge(`An archive may unpack to at most ${MAX_RATIO} times its size.`);
}

export function requirePages(pages: number, most: ImportBounds): void {
  if (pages > most.pages) throw tooLarge(`One import makes at most ${most.pages} pages. Divide the archive.`);
}

export const exportTooLarge = (most: string): AppError =>
  tooLarge(`One export holds at most ${most}. Export the pages at the top one by one.`);

export const tooLarge = (why: string): AppError => new AppError("payload_too_large", why);
