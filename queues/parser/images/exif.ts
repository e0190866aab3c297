/** How a picture is to be turned, as Exif tells it (CIPA DC-008, tag 0x0112). */
import { reader } from "./byte-reader.ts";

/** 1 is upright; 2–4 mirror or turn it by half, 5–8 also swap its sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const TAG = 0x0112;
const SHORT = 3;
/** In bytes: a directory is a count of two and entries of twelve. */
const COUNT = 2;
const ENTRY = 12;

export const swapsSides = (orientation: Orientation): boolean => orientation >= 5;

export function asOrientation(value: number): Orientation {
  // The check leaves only the eight values of the type.
  return Number.isInteger(value) && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

/** Of a TIFF block, which is what Exif data are; 1 when it says nothing or nothing that makes sense. */
export function orientationOf(block: Uint8Array): Orientation {
  // Some writers put the marker of JPEG's segment in front of the block everywhere.
  const tiff = reader(block).name(0, 6) === "Exif\0\0" ? block.subarray(6) : block;
  const order = reader(tiff).name(0, 2);
  if (order !== "II" && order !== "MM") return 1;
  const at = reader(tiff, order === "II");
  const directory = at.u32(4);
  const entries = at.u16(directory);
  for (let n = 0; n < entries; n++) {
    const entry = directory + COUNT + n * ENTRY;
    if (entry + ENTRY > at.length) break;
    if (at.u16(entry) === TAG) return at.u16(entry + 2) === SHORT ? asOrientation(at.u16(entry + 8)) : 1;
  }
  return 1;
}
