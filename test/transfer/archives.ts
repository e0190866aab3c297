/** Zip archives for tests, ordinary and deliberately corrupted. */
import { strFromU8, strToU8, unzipSync, zipSync, type ZipOptions, type Zippable } from "fflate";

type Content = string | Uint8Array | readonly [content: string | Uint8Array, options: ZipOptions];

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? strToU8(content) : content;

/** Zips files in the given order; a path that ends with a slash is a folder. */
export function zip(files: Readonly<Record<string, Content>>, options: ZipOptions = {}): Uint8Array {
  const entries: Zippable = {};
  for (const [path, content] of Object.entries(files)) {
    const [body, own] = content instanceof Uint8Array || typeof content === "string" ? [content, {}] : content;
    entries[path] = [bytesOf(body), { mtime: new Date(1980, 0, 1), ...own }];
  }
  return zipSync(entries, options);
}

/** The archive's files as text, by path, in archive order. */
export const unzip = (archive: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(archive)).map(([path, bytes]) => [path, strFromU8(bytes)]));

export const CENTRAL = 0x02014b50;
export const LOCAL = 0x04034b50;

/** Copies the archive and changes the file's record of the given kind. `at` is the offset of the record. */
export function patch(
  archive: Uint8Array,
  kind: typeof CENTRAL | typeof LOCAL,
  name: string,
  change: (view: DataView, at: number) => void,
): Uint8Array {
  const bytes = archive.slice();
  const view = new DataView(bytes.buffer);
  const nameAt = kind === CENTRAL ? 46 : 30;
  for (let at = 0; at + nameAt + name.length <= bytes.length; at++) {
    if (
      view.getUint32(at, true) !== kind ||
      strFromU8(bytes.subarray(at + nameAt, at + nameAt + name.length), true) !== name
    )
      continue;
    change(view, at);
    return bytes;
  }
  throw new Error(`The archive has no record of ${name}.`);
}

/** Replaces every occurrence of a byte sequence with another of the same length. */
export function replaceBytes(archive: Uint8Array, from: readonly number[], to: readonly number[]): Uint8Array {
  const bytes = archive.slice();
  for (let at = 0; at + from.length <= bytes.length; at++) {
    if (from.every((byte, i) => bytes[at + i] === byte)) bytes.set(to, at);
  }
  return bytes;
}

/** The archive with `times` directory records that all refer to one file, under names numbered from `000`. */
export function repeatEntry(archive: Uint8Array, name: string, times: number): Uint8Array {
  let at = 0;
  patch(archive, CENTRAL, name, (_, found) => (at = found));
  const end = archive.length - 22;
  const record = archive.slice(at, at + 46 + name.length);
  const records = Array.from({ length: times }, (_, i) => {
    const own = record.slice();
    own.set(strToU8(String(i).padStart(3, "0")), 46);
    return own;
  });
  const bytes = new Uint8Array(at + times * record.length + 22);
  bytes.set(archive.subarray(0, at));
  for (const [i, own] of records.entries()) bytes.set(own, at + i * record.length);
  bytes.set(archive.subarray(end), bytes.length - 22);
  const view = new DataView(bytes.buffer);
  view.setUint16(bytes.length - 12, times, true);
  view.setUint32(bytes.length - 10, times * record.length, true);
  view.setUint32(bytes.length - 6, at, true);
  return bytes;
}

/**
 * The archive as tools write it when it may exceed 4 GB (APPNOTE §4.5.3): sizes and offsets of all entries in extra fields,
 * and the directory's entry count and offset in the Zip64 end record.
 */
export function toZip64(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)];
  const records: Buffer[] = [];
  for (let at = start; at < end;) {
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const record = Buffer.from(bytes.subarray(at, nameEnd));
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    for (const [i, field] of [24, 20, 42].entries()) {
      extra.writeBigUInt64LE(BigInt(record.readUInt32LE(field)), 4 + 8 * i);
      record.writeUInt32LE(0xffffffff, field);
    }
    record.writeUInt16LE(45, 6);
    record.writeUInt16LE(extra.length, 30);
    record.writeUInt16LE(0, 32);
    records.push(record, extra);
    at = next;
  }
  const directory = Buffer.concat(records);
  const larger = Buffer.alloc(76);
  larger.writeUInt32LE(0x06064b50, 0);
  larger.writeBigUInt64LE(44n, 4);
  larger.writeBigUInt64LE(BigInt(count), 24);
  larger.writeBigUInt64LE(BigInt(count), 32);
  larger.writeBigUInt64LE(BigInt(directory.length), 40);
  larger.writeBigUInt64LE(BigInt(start), 48);
  larger.writeUInt32LE(0x07064b50, 56);
  larger.writeBigUInt64LE(BigInt(start + directory.length), 64);
  larger.writeUInt32LE(1, 72);
  const last = Buffer.from(bytes.subarray(end));
  last.fill(0xff, 8, 20);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, start), directory, larger, last]));
}
