/** Limits on the size of pictures and on the memory for them. */

/** Longer side of the generated pictures, in pixels. */
export const PREVIEW_SIDE = 1600;
export const THUMBNAIL_SIDE = 320;

/** Maximum side in pixels, which is WebP's limit (RFC 9649, section 2.5). */
export const MAX_SIDE = 16_383;

/** In pixels. Phones' 50-megapixel pictures have up to 8,192 × 6,144 pixels, slightly more than fifty million. */
export const MAX_PIXELS = 50 * 2 ** 20;

/** Maximum scans of a JPEG: progressive ones have about ten, and each costs a pass over the whole picture. */
export const MAX_SCANS = 100;

/**
 * Bytes for the file and the decoder's linear memory together. An isolate has 128 MiB; the rest is for the script, its
 * output and uncollected garbage.
 */
export const MEMORY = 104 * 2 ** 20;

/** Initial linear memory of a decoder, in bytes. */
export const DECODER_MEMORY = 16 * 2 ** 20;
