/** Reads the directory of an untrusted zip archive (APPNOTE 6.3.10 §4.3.12 to §4.3.16), record by record. */
import type { Buffer } from "node:buffer";

/** A directory record. None of it can be trusted before the entry has been read. */
export type ZipRecord = {
  /** As written in the archive; not to be trusted as a path. */
  readonly name: string;
  /** Why the entry cannot be read, or null. */
  readonly fault: string | null;
  readonly isStored: boolean;
  /** Declared size in bytes, unpacked and packed. */
  readonly size: number;
  readonly packed: number;
  readonly crc: number;
  /** Offset of its local header. */
  readonly offset: number;
  /** Length of the record itself, in bytes. */
  readonly length: number;
};

/** Offset of the records, and their declared number. */
export type Directory = { readonly offset: number; readonly count: number };

/** The upper half of code page 437, which archives use for names that are not UTF-8. */
const CP437_UPPER =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

const cp437 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437_UPPER.charAt(byte - 0x80))).join("");

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const CENTRAL = 0x02014b50;

const END_LENGTH = 22;
const LOCATOR_LENGTH = 20;
const MAX_COMMENT_LENGTH = 65_535;
const CENTRAL_LENGTH = 46;
export const END_64_LENGTH = 56;
/** The end record is within this many bytes of the archive's end. */
export const TAIL_LENGTH = LOCATOR_LENGTH + END_LENGTH + MAX_COMMENT_LENGTH;

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const IS_UTF8 = 1 << 11;
const LINK = 0o120000;
const FILE_TYPE = 0o170000;
const IN_EXTRA = 0xffffffff;

/**
 * Reads the last bytes of an archive; null if they are not the end of one. `at64` is the offset of the ZIP64 end
 * record, if any.
 */
export function readEnd(tail: Buffer): (Directory & { readonly at64: number | null }) | null {
  const from = tail.length - END_LENGTH;
  for (let at = from; at >= Math.max(0, from - MAX_COMMENT_LENGTH); at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    const count = tail.readUInt16LE(at + 10);
    const offset = tail.readUInt32LE(at + 16);
    return { count, offset, at64: count === 0xffff || offset === IN_EXTRA ? locate64(tail, at) : null };
  }
  return null;
}

function locate64(tail: Buffer, end: number): number | null {
  const locator = end - LOCATOR_LENGTH;
  if (locator < 0 || tail.readUInt32LE(locator) !== END_64_LOCATOR) return null;
  return Number(tail.readBigUInt64LE(locator + 8));
}

/** `bytes` must begin at offset `at64`. */
export function readEnd64(bytes: Buffer): Directory | null {
  if (bytes.length < END_64_LENGTH || bytes.readUInt32LE(0) !== END_64) return null;
  return { count: Number(bytes.readBigUInt64LE(32)), offset: Number(bytes.readBigUInt64LE(48)) };
}

/** Null if there is no record, or if it is not completely within these bytes. */
export function readRecord(bytes: Buffer, at: number): ZipRecord | null {
  if (at + CENTRAL_LENGTH > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) return null;
  const nameEnd = at + CENTRAL_LENGTH + bytes.readUInt16LE(at + 28);
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
  const end = extraEnd + bytes.readUInt16LE(at + 32);
  if (end > bytes.length) return null;
  const flags = bytes.readUInt16LE(at + 8);
  const method = bytes.readUInt16LE(at + 10);
  const mode = bytes.readUInt32LE(at + 38) >>> 16;
  const rawName = bytes.subarray(at + CENTRAL_LENGTH, nameEnd);
  const [size, packed, offset] = sizesIn(
    [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)],
    bytes.subarray(nameEnd, extraEnd),
  );
  const name = decodeName(rawName, (flags & IS_UTF8) !== 0);
  return {
    name: name ?? rawName.toString("utf8"),
    fault:
      name === null
        ? "Its name is not valid UTF-8."
        : (mode & FILE_TYPE) === LINK
          ? "It is a link to another file, not a file."
          : (flags & ENCRYPTED) !== 0
            ? "It is encrypted."
            : method !== STORED && method !== DEFLATED
              ? "It uses an unsupported compression method."
              : null,
    isStored: method === STORED,
    size,
    packed,
    crc: bytes.readUInt32LE(at + 16),
    offset,
    length: end - at,
  };
}

/** Values that do not fit into 32 bits are in an extra field, in this order (APPNOTE §4.5.3). */
function sizesIn(written: readonly [number, number, number], extra: Buffer): readonly [number, number, number] {
  const [size, packed, offset] = written;
  if (size !== IN_EXTRA && packed !== IN_EXTRA && offset !== IN_EXTRA) return written;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    const end = Math.min(extra.length, next + extra.readUInt16LE(at + 2));
    const exact = (value: number): number => {
      if (value !== IN_EXTRA || next + 8 > end) return value;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    };
    return [exact(size), exact(packed), exact(offset)];
  }
  return written;
}

/** UTF-8 if declared or if the bytes are valid UTF-8, otherwise code page 437 (APPNOTE appendix D). */
function decodeName(raw: Uint8Array, saysUtf8: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return saysUtf8 ? null : cp437(raw);
  }
}
