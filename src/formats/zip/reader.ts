/**
 * Reads a zip archive that is not trusted (APPNOTE 6.3.10): by its central directory, each entry for itself, never
 * beyond the bytes there are, and never more out of it than asked for.
 */
import { Buffer } from "node:buffer";
import { crc32, inflateRawSync } from "node:zlib";
import { END_64_LENGTH, readEnd, readEnd64, readRecord, type Directory, type ZipRecord } from "./directory.ts";

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

const LOCAL = 0x04034b50;
export const LOCAL_LENGTH = 30;

/** The entries in the directory's order. Throws NotAnArchive; what is wrong with one entry is that entry's fault. */
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

/** Throws EntryBroken for what is not the entry that its record describes. */
export function unpack(
  { isStored, size, crc }: Pick<ZipRecord, "isStored" | "size" | "crc">,
  packed: Uint8Array,
): Uint8Array {
  const unpacked = isStored ? packed : inflate(packed, size);
  if (unpacked.length !== size || crc32(unpacked) !== crc) throw new EntryBroken();
  return unpacked;
}

/** Where an entry's data begin behind its local header, as a distance from that; null when `head` is none. */
export const dataOffset = (head: Buffer): number | null =>
  head.length < LOCAL_LENGTH || head.readUInt32LE(0) !== LOCAL
    ? null
    : LOCAL_LENGTH + head.readUInt16LE(26) + head.readUInt16LE(28);

/** Null for an entry without a local header, or with one that lies beyond the end. */
function extentOf(bytes: Buffer, from: number, packed: number): EntryExtent | null {
  const distance = dataOffset(bytes.subarray(from, from + LOCAL_LENGTH));
  if (distance === null) return null;
  const data = from + distance;
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
