/**
 * Reads picture headers without decoding: PNG (W3C PNG 3rd ed.), JPEG (ITU-T T.81), GIF89a, WebP (RFC 9649), and AVIF
 * and HEIC (ISO/IEC 23008-12). Pure and total: returns a result for any bytes.
 */
import { type Orientation, orientationOf } from "./exif.ts";
import { hasHeifBrand, readHeif } from "./heif.ts";
import { readJpeg } from "./jpeg.ts";
import type { PictureFormat, HeaderFields, Header } from "./picture.ts";
import { type Bytes, reader } from "./byte-reader.ts";

/** Maximum chunks examined; pictures have dozens. */
const MAX_CHUNKS = 4096;

/** Null for other formats, and for a picture too damaged to determine its size. */
export function readHeader(bytes: Uint8Array): Header | null {
  const at = reader(bytes);
  const found = recognize(at, bytes);
  return found && isSide(found.width) && isSide(found.height) ? found : null;
}

const isSide = (value: number) => Number.isInteger(value) && value > 0;

function recognize(at: Bytes, bytes: Uint8Array): Header | null {
  switch (formatOf(at)) {
    case "png":
      return named("png", readPng(at));
    case "jpeg":
      return named("jpeg", readJpeg(bytes));
    case "gif":
      return named("gif", readGif(bytes));
    case "webp":
      return named("webp", readWebp(bytes));
    case "heif":
      return readHeif(at);
    case null:
      return null;
  }
}

/** True if the bytes begin like one of these formats, whatever follows. */
export const isPicture = (bytes: Uint8Array): boolean => formatOf(reader(bytes)) !== null;

function formatOf(at: Bytes): Exclude<PictureFormat, "avif" | "heic"> | "heif" | null {
  if (at.name(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (at.u16(0) === 0xffd8) return "jpeg";
  if (/^GIF8[79]a$/.test(at.name(0, 6))) return "gif";
  if (at.name(0) === "RIFF" && at.name(8) === "WEBP") return "webp";
  return hasHeifBrand(at) ? "heif" : null;
}

const named = (format: PictureFormat, found: HeaderFields | null): Header | null => found && { format, ...found };

/** A chunk has a length, a name, data and a four-byte checksum. */
function readPng(at: Bytes): HeaderFields | null {
  if (at.name(12) !== "IHDR") return null;
  let orientation: Orientation = 1;
  let frames = NaN;
  let chunk = 8;
  for (let n = 0; n < MAX_CHUNKS && at.name(chunk + 4) !== "IDAT" && chunk < at.length; n++) {
    const length = at.u32(chunk);
    if (!Number.isInteger(length)) break;
    const name = at.name(chunk + 4);
    if (name === "eXIf") orientation = orientationOf(at.part(chunk + 8, chunk + 8 + length));
    if (name === "acTL") frames = at.u32(chunk + 8);
    chunk += 12 + length;
  }
  return { width: at.u32(16), height: at.u32(20), orientation, ...(Number.isInteger(frames) && { frames }) };
}

function readGif(bytes: Uint8Array): HeaderFields {
  const at = reader(bytes, true);
  return { width: at.u16(6), height: at.u16(8), orientation: 1 };
}

/** A chunk has a name, a length and data, padded to an even length. */
function readWebp(bytes: Uint8Array): HeaderFields | null {
  const at = reader(bytes, true);
  const data = 20;
  switch (at.name(12)) {
    case "VP8 ":
      return { width: at.u16(data + 6) & 0x3fff, height: at.u16(data + 8) & 0x3fff, orientation: 1 };
    case "VP8L": {
      // A signature byte, then each side minus one, in 14 bits.
      const packed = at.u32(data + 1);
      if (at.u8(data) !== 0x2f || !Number.isInteger(packed)) return null;
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1, orientation: 1 };
    }
    case "VP8X":
      return { width: u24(at, data + 4) + 1, height: u24(at, data + 7) + 1, ...walkWebp(at) };
    default:
      return null;
  }
}

const u24 = (at: Bytes, offset: number) => at.u16(offset) + at.u8(offset + 2) * 0x1_0000;

function walkWebp(at: Bytes): Pick<HeaderFields, "orientation" | "frames"> {
  let orientation: Orientation = 1;
  let frames = 0;
  let chunk = 12;
  for (let n = 0; n < MAX_CHUNKS && chunk + 8 <= at.length; n++) {
    const length = at.u32(chunk + 4);
    const name = at.name(chunk);
    if (name === "EXIF") orientation = orientationOf(at.part(chunk + 8, chunk + 8 + length));
    if (name === "ANMF") frames++;
    chunk += 8 + length + (length % 2);
  }
  return { orientation, ...(frames > 0 && { frames }) };
}
