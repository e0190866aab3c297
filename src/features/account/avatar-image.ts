/** What an uploaded picture is, judged by its content: type and size are read from the header, nothing is decoded. */
import { GIF } from "image-size/types/gif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";

/** The formats taken, by the ending of their names; every other parser of the library stays out of reach. */
const FORMATS = { png: PNG, jpg: JPG, gif: GIF, webp: WEBP } as const;
type ImageExtension = keyof typeof FORMATS;

/** Pixels of either side. */
const MAX_SIDE = 4096;
/** Bytes in which the header has to lie: a JPEG may have profiles and previews in front of it. */
const HEADER_BYTES = 524_288;

/** The ending that fits the content; null for what is no picture of these formats, or has no side or too long a one. */
export function imageExtension(bytes: Uint8Array): ImageExtension | null {
  const header = bytes.subarray(0, HEADER_BYTES);
  for (const [extension, format] of Object.entries(FORMATS)) {
    try {
      if (!format.validate(header)) continue;
      const { width, height } = format.calculate(header);
      const fits = [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE);
      return fits ? (extension as ImageExtension) : null; // a key of FORMATS
    } catch {
      // The parsers throw at the end of a cut or damaged header.
      return null;
    }
  }
  return null;
}
