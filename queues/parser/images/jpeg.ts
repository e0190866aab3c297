/** Reads the segments of a JPEG (ITU-T T.81 annex B) before its pixels. */
import { type Orientation, orientationOf } from "./exif.ts";
import type { HeaderFields } from "./picture.ts";
import { reader } from "./byte-reader.ts";

/** Maximum segments examined; long profiles and depth maps are split into hundreds. */
const MAX_SEGMENTS = 8192;
/** The frame header must be within this many bytes. */
const HEADER_BYTES = 16 * 2 ** 20;
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** The frame headers, C0–CF except for the three that define tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Restart markers and TEM have no length. */
const hasNoLength = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01 || marker === 0x00;

/** Null if there is no frame header before the pixels. */
export function readJpeg(bytes: Uint8Array): HeaderFields | null {
  const at = reader(bytes.subarray(0, HEADER_BYTES));
  let orientation: Orientation = 1;
  let offset = 2;
  for (let n = 0; n < MAX_SEGMENTS && offset < at.length; n++) {
    // Skips anything between segments, as decoders do.
    while (offset < at.length && at.u8(offset) !== 0xff) offset++;
    while (at.u8(offset) === 0xff) offset++;
    const marker = at.u8(offset++);
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return null;
    if (hasNoLength(marker)) continue;
    const length = at.u16(offset);
    if (!(length >= 2)) return null;
    if (isFrame(marker)) return { width: at.u16(offset + 5), height: at.u16(offset + 3), orientation };
    if (marker === APP1 && at.name(offset + 2, 6) === "Exif\0\0") {
      orientation = orientationOf(at.part(offset + 8, offset + length));
    }
    offset += length;
  }
  return null;
}

/** Number of scans, up to `most`: each costs the decoder a pass over the whole picture. */
export function countScans(bytes: Uint8Array, most: number): number {
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at !== -1 && scans < most; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === START_OF_SCAN) scans++;
  }
  return scans;
}
