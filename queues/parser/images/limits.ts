/** How large a picture, and how much memory for it. */

/** Pixels of the longer side of what is made of a picture. */
export const PREVIEW_SIDE = 1600;
export const THUMBNAIL_SIDE = 320;

/** Pixels of a side; WebP has no more (RFC 9649, section 2.5). */
export const MAX_SIDE = 16_383;

/** Pixels. What phones call 50 megapixels goes up to 8,192 × 6,144, a little more than fifty million. */
export const MAX_PIXELS = 50 * 2 ** 20;

/** Scans of a JPEG: those that load step by step have about ten, and each costs a walk over the whole picture. */
export const MAX_SCANS = 100;

/**
 * Bytes for the file and the decoder's linear memory together. An isolate has 128 MiB; the rest is for the script, what
 * it makes and what is not collected yet.
 */
export const MEMORY = 104 * 2 ** 20;

/** Bytes of linear memory a decoder starts with. */
export const DECODER_MEMORY = 16 * 2 ** 20;
