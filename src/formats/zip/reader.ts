/**
 * Reads an untrusted zip archive (APPNOTE 6.3.10) by its central directory: each entry separately, never beyond the end
 * of the bytes, and never unpacking more than the given limit.
 */
import { Buffer } from "node:buffer";
import { crc32, inflateRawSync } from "node:zlib";
import { END_64_LENGTH, readEnd, readEnd64, readRecord, type Directory, type ZipRecord } from "./directory.ts";

export type ZipEntry = {
  /** As written in the archive; not to be trusted as a path. */
  readonly name: string;
  /** Why the entry cannot be read, or null. */
  readonly fault: string | null;
  readonly isStored: boolean;
  /** Declared unpacked size in bytes. */
  readonly size: number;
  /** The packed bytes, without a copy. Throws EntryBroken. */
  readonly packed: () => Uint8Array;
  /** Throws EntryTooLarge if the declared size exceeds `limit`, EntryBroken if the entry is invalid. */
  readonly open: (limit: number) => Uint8Array;
};

export class NotAnArchive extends Error {}
/** Entries that share bytes: no tool writes them, and a few shared bytes can unpack to any size. */
export class OverlappingEntries extends NotAnArchive {}
export class EntryTooLarge extends Error {}
export class EntryBroken extends Error {}

const LOCAL = 0x04034b50;
export const LOCAL_LENGTH = 30;

/** The entries in directory order. Throws NotAnArchive; an invalid entry is reported as that entry's fault. */
export function readEntries(archive: Uint8Array): ZipEntry[] {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const { offset, count } = findDirectory(bytes);
  const entries: ZipEntry[] = [];
  const extents: EntryExtent[] = [];
  let at = offset;
  for (let i = 0; i < count; i++) {
    const record = readRecord(bytes, at);
    if (record === null) throw new NotAnArchive();
    const { entry, extent } = toEntry(bytes, record);
    entries.push(entry);
    if (extent !== null) extents.push(extent);
    at += record.length;
  }
  requireDisjoint([...extents, { from: offset, data: offset, to: at }]);
  return entries;
}

/** The range of an entry, from its local header to the end of its data. */
type EntryExtent = { readonly from: number; readonly data: number; readonly to: number };

function requireDisjoint(extents: readonly EntryExtent[]): void {
  let end = 0;
  for (const { from, to } of extents.toSorted((a, b) => a.from - b.from)) {
    if (from < end) throw new OverlappingEntries();
    end = to;
  }
}

/** The declared number of entries, so that callers can reject an archive with too many. */
export const countZipEntries = (archive: Uint8Array): number =>
  findDirectory(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)).count;

function findDirectory(bytes: Buffer): Directory {
  const end = readEnd(bytes);
  if (end === null) throw new NotAnArchive();
  const { at64 } = end;
  return (at64 === null || at64 + END_64_LENGTH > bytes.length ? null : readEnd64(bytes.subarray(at64))) ?? end;
}

function toEntry(bytes: Buffer, record: ZipRecord): { entry: ZipEntry; extent: EntryExtent | null } {
  const { name, fault, isStored, size, packed, offset } = record;
  const extent = extentOf(bytes, offset, packed);
  const data = (): Uint8Array => {
    if (extent === null) throw new EntryBroken();
    return bytes.subarray(extent.data, extent.to);
  };
  const entry: ZipEntry = {
    name,
    fault,
    isStored,
    size,
    packed: data,
    open(limit) {
      if (size > limit) throw new EntryTooLarge();
      return unpack(record, data());
    },
  };
  return { entry, extent };
}

/** Throws EntryBroken if the data does not match its record. */
export function unpack(
  { isStored, size, crc }: Pick<ZipRecord, "isStored" | "size" | "crc">,
  packed: Uint8Array,
): Uint8Array {
  const unpacked = isStored ? packed : inflate(packed, size);
  if (unpacked.length !== size || crc32(unpacked) !== crc) throw new EntryBroken();
  return unpacked;
}

/** Offset of an entry's data relative to its local header; null if `head` is not a local header. */
export const dataOffset = (head: Buffer): number | null =>
  head.length < LOCAL_LENGTH || head.readUInt32LE(0) !== LOCAL
    ? null
    : LOCAL_LENGTH + head.readUInt16LE(26) + head.readUInt16LE(28);

/** Null for an entry without a local header, or with data beyond the end. */
function extentOf(bytes: Buffer, from: number, packed: number): EntryExtent | null {
  const distance = dataOffset(bytes.subarray(from, from + LOCAL_LENGTH));
  if (distance === null) return null;
  const data = from + distance;
  return data + packed > bytes.length ? null : { from, data, to: data + packed };
}

/**
 * The limit is only a little above the declared size, so that an entry which unpacks to more costs no more. It needs
 * slack because workerd grows its buffer in steps and compares the buffer size with the limit, not the bytes produced.
 */
function inflate(packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: 2 * size + 65_536 });
  } catch {
    throw new EntryBroken();
  }
}
