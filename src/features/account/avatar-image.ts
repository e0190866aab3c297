/** Validates an uploaded avatar by its content: type and size are read from the header without decoding the image. */
import { GIF } from "image-size/types/gif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";

/** Accepted formats by file extension; the library's other parsers are never called. */
const FORMATS = { png: PNG, jpg: JPG, gif: GIF, webp: WEBP } as const;
type ImageExtension = keyof typeof FORMATS;

/** Maximum width and height in pixels. */
const MAX_SIDE = 4096;
/** The header must lie within this many bytes: in a JPEG, profiles and previews may precede it. */
const HEADER_BYTES = 524_288;

/** The extension for this content; null unless it is an image in one of these formats with valid dimensions. */
export function imageExtension(bytes: Uint8Array): ImageExtension | null {
  const header = bytes.subarray(0, HEADER_BYTES);
  for (const [extension, format] of Object.entries(FORMATS)) {
    try {
      if (!format.validate(header)) continue;
      const { width, height } = format.calculate(header);
      const fits = [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE);
      return fits ? (extension as ImageExtension) : null; // a key of FORMATS
    } catch {
      // The parsers throw on a truncated or damaged header.
      return null;
    }
  }
  return null;
}
