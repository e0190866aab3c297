/** Keys and names of stored files, and how much of a file its type is detected from; size limits are in the contract. */

/** How many bytes of a file are used to detect its type. */
export const HEAD_BYTES = 4_100;

/**
 * Keys of bytes before and after promotion. A staged object may extend past the end of the file: only the file's
 * maximum size was known when writing began.
 */
export const stagedKey = (generation: string): string => `stage/${generation}`;
export const blobKey = (sha256: string, generation: string): string => `sha256/${sha256}/${generation}`;
export const VARIANTS = ["preview", "thumbnail"] as const;
export type VariantName = (typeof VARIANTS)[number];
/**
 * `tag` separates variants made from the same bytes by different parser versions: two records of one generation never
 * share an object that only one of them describes.
 */
export const variantKey = (generation: string, variant: VariantName, tag: string): string =>
  `${variantFolder(generation)}${variant}-${tag}`;
/** Comments found in the file; `tag` as for variants. */
export const commentsKey = (generation: string, tag: string): string =>
  `${variantFolder(generation)}comments-${tag}.json`;
export const variantFolder = (generation: string): string => `variants/${generation}/`;

/** Bidirectional marks and overrides, which make a name look like another (Unicode UAX #9). */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const MAX_NAME = 200;

/** A name valid on any system: one line, no folders, at most 200 characters; `file` if nothing is left. */
export function cleanFilename(raw: string): string {
  const line = raw
    .toWellFormed()
    .replace(DIRECTIONS, "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[/\\:*?"<>|]+/g, "_")
    .trim();
  const name = shorten(line);
  return /^[.\s_]*$/.test(name) ? "file" : name;
}

/** Truncates before the extension, so that the file type stays visible. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= MAX_NAME) return name;
  const extension = Array.from(/\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? "");
  const stem = characters.slice(0, MAX_NAME - extension.length).join("");
  return extension.length === 0 ? stem.trimEnd() : stem + extension.join("");
}
