/**
 * The records of a zip archive: local headers, data descriptors and the directory (APPNOTE 6.3.10 §4.3), including
 * ZIP64.
 */
import { Buffer } from "node:buffer";

export type WrittenZipEntry = {
  /** A path that ends with a slash is a folder. */
  readonly path: string;
  /** Offset of its local header. */
  readonly offset: number;
  readonly packed: number;
  readonly size: number;
  readonly crc: number;
  readonly isStored: boolean;
  /** Its sizes were not known at its start: they follow its data. */
  readonly isStreamed: boolean;
};

const VERSION = 20;
const VERSION_64 = 45;
const IS_UTF8 = 1 << 11;
const IS_STREAMED = 1 << 3;
/** 1 January 1980, the first date that zip supports, so that the same files always give the same bytes. */
const FIRST_DAY = 0x0021;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

const flagsOf = ({ isStreamed }: Pick<WrittenZipEntry, "isStreamed">): number =>
  IS_UTF8 | (isStreamed ? IS_STREAMED : 0);
const methodOf = ({ isStored }: Pick<WrittenZipEntry, "isStored">): number => (isStored ? 0 : 8);

/** Precedes the data. For a streamed entry, sizes and checksum are 0. */
export function localHeader(entry: Omit<WrittenZipEntry, "offset">): Buffer {
  const name = Buffer.from(entry.path, "utf8");
  const header = Buffer.alloc(30 + name.length);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(flagsOf(entry), 6);
  header.writeUInt16LE(methodOf(entry), 8);
  header.writeUInt16LE(FIRST_DAY, 12);
  header.writeUInt32LE(entry.crc, 14);
  header.writeUInt32LE(entry.packed, 18);
  header.writeUInt32LE(entry.size, 22);
  header.writeUInt16LE(name.length, 26);
  name.copy(header, 30);
  return header;
}

/** Follows the data of a streamed entry. */
export function dataDescriptor({ crc, packed, size }: Pick<WrittenZipEntry, "crc" | "packed" | "size">): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

/** The directory record of an entry. An offset beyond 4 GB is in an extra field. */
export function directoryRecord(entry: WrittenZipEntry): Buffer {
  const name = Buffer.from(entry.path, "utf8");
  const isFar = entry.offset >= MAX_32;
  const record = Buffer.alloc(46 + name.length + (isFar ? 12 : 0));
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(isFar ? VERSION_64 : VERSION, 4);
  record.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6);
  record.writeUInt16LE(flagsOf(entry), 8);
  record.writeUInt16LE(methodOf(entry), 10);
  record.writeUInt16LE(FIRST_DAY, 14);
  record.writeUInt32LE(entry.crc, 16);
  record.writeUInt32LE(entry.packed, 20);
  record.writeUInt32LE(entry.size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(isFar ? 12 : 0, 30);
  record.writeUInt32LE(isFar ? MAX_32 : entry.offset, 42);
  name.copy(record, 46);
  if (isFar) {
    record.writeUInt16LE(1, 46 + name.length);
    record.writeUInt16LE(8, 48 + name.length);
    record.writeBigUInt64LE(BigInt(entry.offset), 50 + name.length);
  }
  return record;
}

/** Follows the directory. Values too large for an ordinary end record are in a ZIP64 record before it. */
export function endOfArchive({
  count,
  offset,
  length,
}: {
  readonly count: number;
  readonly offset: number;
  readonly length: number;
}): Buffer {
  const isLarge = count >= MAX_16 || offset >= MAX_32 || length >= MAX_32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(length, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  return isLarge ? Buffer.concat([end64({ count, offset, length }), end]) : end;
}

/** The ZIP64 end record (§4.3.14), and its locator (§4.3.15). */
function end64({ count, offset, length }: Parameters<typeof endOfArchive>[0]): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(VERSION_64, 12);
  end.writeUInt16LE(VERSION_64, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + length), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
