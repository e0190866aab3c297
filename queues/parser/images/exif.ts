/** A picture's orientation in Exif (CIPA DC-008, tag 0x0112). */
import { reader } from "./byte-reader.ts";

/** 1 is upright; 2–4 mirror it or rotate it by 180°, 5–8 also swap its sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const TAG = 0x0112;
const SHORT = 3;
/** In bytes: a directory has a two-byte count and twelve-byte entries. */
const COUNT = 2;
const ENTRY = 12;

export const swapsSides = (orientation: Orientation): boolean => orientation >= 5;

export function asOrientation(value: number): Orientation {
  // Only the eight values of the type pass the check.
  return Number.isInteger(value) && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

/** Reads the orientation from a TIFF block, the format of Exif data; 1 if missing or invalid. */
export function orientationOf(block: Uint8Array): Orientation {
  // Some writers prefix the block with the marker of JPEG's segment in every format.
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
