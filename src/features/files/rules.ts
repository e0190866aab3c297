/** How stored files are named, and told apart by their first bytes; how large they may be is in the contract. */

/** How much of a file its type is told from, in bytes. */
export const HEAD_BYTES = 4_100;

/**
 * Where bytes wait until they have their place, and where they have it. The object that they wait in may go on behind the
 * end of the file: when its writing began, only the most that the file can have was known.
 */
export const stagedKey = (generation: string): string => `stage/${generation}`;
export const blobKey = (sha256: string, generation: string): string => `sha256/${sha256}/${generation}`;
export const VARIANTS = ["preview", "thumbnail"] as const;
export type VariantName = (typeof VARIANTS)[number];
/**
 * `tag` tells apart what different makers made of the same bytes: two records of one generation never share an object that
 * only one of them describes.
 */
export const variantKey = (generation: string, variant: VariantName, tag: string): string =>
  `${variantFolder(generation)}${variant}-${tag}`;
export const variantFolder = (generation: string): string => `variants/${generation}/`;

/** Bidirectional marks and overrides, which make a name read as another (Unicode UAX #9). */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const MAX_NAME = 200;

/** A name that any system can save under: one line, no folders, at most 200 characters; `file` if nothing is left. */
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

/** Cut before the extension, so that the kind of file stays to be seen. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= MAX_NAME) return name;
  const extension = Array.from(/\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? "");
  const stem = characters.slice(0, MAX_NAME - extension.length).join("");
  return extension.length === 0 ? stem.trimEnd() : stem + extension.join("");
}
