/**
 * Reads a zip archive that is not trusted (APPNOTE 6.3.10): by its central directory, each entry for itself, never
 * beyond the bytes there are, and never more out of it than asked for.
 */
import { Buffer } from "node:buffer";
import { crc32, inflateRawSync } from "node:zlib";
import { cp437 } from "./cp437.ts";

export type ZipEntry = {
  /** As the archive writes it; not to be trusted as a path. */
  readonly name: string;
  /** Why its bytes cannot be had, or null. */
  readonly fault: string | null;
  readonly isStored: boolean;
  /** Bytes it says to have when it is unpacked. */
  readonly size: number;
  /** Its bytes as they are packed, without a copy. Throws EntryBroken. */
  readonly packed: () => Uint8Array;
  /** Throws EntryTooLarge when it says to have more bytes than `limit`, EntryBroken for what is no such entry. */
  readonly open: (limit: number) => Uint8Array;
};

export class NotAnArchive extends Error {}
/** Entries that share bytes: no tool writes them, and a few bytes that many share unpack to any amount. */
export class OverlappingEntries extends NotAnArchive {}
export class EntryTooLarge extends Error {}
export class EntryBroken extends Error {}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

const END_LENGTH = 22;
const MAX_COMMENT_LENGTH = 65_535;
const CENTRAL_LENGTH = 46;
const LOCAL_LENGTH = 30;

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const IS_UTF8 = 1 << 11;
const LINK = 0o120000;
const FILE_TYPE = 0o170000;
const IN_EXTRA = 0xffffffff;

/** The entries in the directory's order. Throws NotAnArchive; what is wrong with one entry is that entry's fault. */
export function readEntries(archive: Uint8Array): ZipEntry[] {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const { offset, count } = findDirectory(bytes);
  const entries: ZipEntry[] = [];
  const extents: EntryExtent[] = [];
  let at = offset;
  for (let i = 0; i < count; i++) {
    if (at + CENTRAL_LENGTH > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw new NotAnArchive();
    const length =
      CENTRAL_LENGTH + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (at + length > bytes.length) throw new NotAnArchive();
    const { entry, extent } = readEntry(bytes, at);
    entries.push(entry);
    if (extent !== null) extents.push(extent);
    at += length;
  }
  requireDisjoint([...extents, { from: offset, data: offset, to: at }]);
  return entries;
}

/** Where an entry lies, from its local header to the end of its data. */
type EntryExtent = { readonly from: number; readonly data: number; readonly to: number };

function requireDisjoint(extents: readonly EntryExtent[]): void {
  let end = 0;
  for (const { from, to } of extents.toSorted((a, b) => a.from - b.from)) {
    if (from < end) throw new OverlappingEntries();
    end = to;
  }
}

/** How many entries the archive says to have, for anyone who does not want to read as many. */
export const countEntries = (archive: Uint8Array): number =>
  findDirectory(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)).count;

function findDirectory(bytes: Buffer): { offset: number; count: number } {
  const from = bytes.length - END_LENGTH;
  for (let at = from; at >= Math.max(0, from - MAX_COMMENT_LENGTH); at--) {
    if (bytes.readUInt32LE(at) !== END) continue;
    const count = bytes.readUInt16LE(at + 10);
    const offset = bytes.readUInt32LE(at + 16);
    return count === 0xffff || offset === IN_EXTRA
      ? (findDirectory64(bytes, at) ?? { offset, count })
      : { offset, count };
  }
  throw new NotAnArchive();
}

function findDirectory64(bytes: Buffer, end: number): { offset: number; count: number } | null {
  const locator = end - 20;
  if (locator < 0 || bytes.readUInt32LE(locator) !== END_64_LOCATOR) return null;
  const at = Number(bytes.readBigUInt64LE(locator + 8));
  if (at + 56 > bytes.length || bytes.readUInt32LE(at) !== END_64) return null;
  return { count: Number(bytes.readBigUInt64LE(at + 32)), offset: Number(bytes.readBigUInt64LE(at + 48)) };
}

function readEntry(bytes: Buffer, at: number): { entry: ZipEntry; extent: EntryExtent | null } {
  const flags = bytes.readUInt16LE(at + 8);
  const method = bytes.readUInt16LE(at + 10);
  const crc = bytes.readUInt32LE(at + 16);
  const nameEnd = at + CENTRAL_LENGTH + bytes.readUInt16LE(at + 28);
  const rawName = bytes.subarray(at + CENTRAL_LENGTH, nameEnd);
  const mode = bytes.readUInt32LE(at + 38) >>> 16;
  const extra = bytes.subarray(nameEnd, nameEnd + bytes.readUInt16LE(at + 30));
  const [size, packed, offset] = sizesIn(
    [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)],
    extra,
  );
  const name = decodeName(rawName, (flags & IS_UTF8) !== 0);
  const extent = extentOf(bytes, offset, packed);
  const data = (): Uint8Array => {
    if (extent === null) throw new EntryBroken();
    return bytes.subarray(extent.data, extent.to);
  };
  const entry: ZipEntry = {
    name: name ?? rawName.toString("utf8"),
    fault:
      name === null
        ? "Its name is not valid UTF-8."
        : (mode & FILE_TYPE) === LINK
          ? "It is a link to another file, not a file."
          : (flags & ENCRYPTED) !== 0
            ? "It is encrypted."
            : method !== STORED && method !== DEFLATED
              ? "It is packed by a method that is not known here."
              : null,
    isStored: method === STORED,
    size,
    packed: data,
    open(limit) {
      if (size > limit) throw new EntryTooLarge();
      const unpacked = method === STORED ? data() : inflate(data(), size);
      if (unpacked.length !== size || crc32(unpacked) !== crc) throw new EntryBroken();
      return unpacked;
    },
  };
  return { entry, extent };
}

/** Null for an entry without a local header, or with one that lies beyond the end. */
function extentOf(bytes: Buffer, from: number, packed: number): EntryExtent | null {
  if (from + LOCAL_LENGTH > bytes.length || bytes.readUInt32LE(from) !== LOCAL) return null;
  const data = from + LOCAL_LENGTH + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28);
  return data + packed > bytes.length ? null : { from, data, to: data + packed };
}

/**
 * Little more than it says to have, so that one which goes on costs no more. workerd grows its buffer in leaps and holds
 * their sizes against the limit, not the bytes that came out.
 */
function inflate(packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: 2 * size + 65_536 });
  } catch {
    throw new EntryBroken();
  }
}

/** Those that do not fit into 32 bits stand in an extra field, in this order (APPNOTE §4.5.3). */
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

/** UTF-8 where it is said, or where it is that without being said; else code page 437 (APPNOTE appendix D). */
function decodeName(raw: Uint8Array, saysUtf8: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return saysUtf8 ? null : cp437(raw);
  }
}
