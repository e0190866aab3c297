/** Opens nested archives, one per step: stored ones are read in place, compressed ones are unpacked into the bucket first. */
import type { Deps } from "../../../deps.ts";
import { baseName, stemOf } from "../../../formats/transfer/paths.ts";
import type { ZipRecord } from "../../../formats/zip/directory.ts";
import { EntryBroken } from "../../../formats/zip/reader.ts";
import { stagedKey } from "../../files/rules.ts";
import { ArchiveReader, type ArchivePlace, type FoundArchive, type PackedEntry } from "./archive-reader.ts";
import { skipped } from "./notes.ts";
import { allowImport, finishStep, type ImportCursor } from "./step.ts";
import type { TransferRow } from "./store.ts";

/** Maximum number of archives per import. */
export const MAX_ARCHIVES = 200;
/**
 * Maximum unpacked size of one compressed archive, because a step has 30 s of CPU time, and of all of them, because
 * they are kept in the bucket.
 */
const MAX_UNPACKED = 1_000_000_000;
const MAX_ALL_UNPACKED = 5_000_000_000;

export async function openNestedArchive(
  deps: Deps,
  transfer: TransferRow,
  cursor: ImportCursor,
  [found, ...others]: readonly [FoundArchive, ...FoundArchive[]],
): Promise<void> {
  const place = await allowImport(deps, transfer);
  const { record, path } = found;
  const opened = await open(deps, transfer.id, cursor, found);
  const isOpen = typeof opened !== "string";
  const next: ImportCursor = {
    ...cursor,
    found: others,
    archives: isOpen ? [...cursor.archives, opened] : cursor.archives,
    unpacked: cursor.unpacked + (record.isStored || !isOpen ? 0 : record.size),
  };
  return finishStep(deps, transfer, place, { cursor: next }, [], isOpen ? [] : [skipped(path, opened)]);
}

/** Returns the reason if the archive cannot be opened. */
async function open(
  deps: Pick<Deps, "files">,
  transferId: string,
  { archives, unpacked }: ImportCursor,
  { record, path, from, isAlone }: FoundArchive,
): Promise<ArchivePlace | string> {
  const around = archives[from];
  if (!around) return "It is damaged.";
  const isTooLarge = record.size > MAX_UNPACKED || unpacked + record.size > MAX_ALL_UNPACKED;
  if (archives.length >= MAX_ARCHIVES || (!record.isStored && isTooLarge))
    return "There are too many archives nested in this one, or they are too large: unpack the archive that contains it.";
  const reader = new ArchiveReader(deps.files, around);
  const entry = entryOf(record);
  const [size, level] = [record.size, around.level + 1];
  const folder = folderFor(path, isAlone);
  try {
    if (record.isStored) return { key: around.key, base: await reader.place(entry), size, folder, level };
    const key = stagedKey(`${transferId}.${archives.length}`);
    await unpackInto(deps, key, reader, entry);
    return { key, base: 0, size, folder, level };
  } catch (error) {
    if (error instanceof EntryBroken) return "It is damaged.";
    throw error;
  }
}

const entryOf = ({ offset, packed, size, crc, isStored }: ZipRecord): PackedEntry => ({
  at: offset,
  packed,
  size,
  crc,
  isStored: isStored ? 1 : 0,
});

/** Parts of one export (Notion's "Part-1.zip") are merged in place; any other archive gets a folder with its name. */
const folderFor = (path: string, isAlone: boolean): string =>
  isAlone || /part-?\d+\.zip$/i.test(path) ? path.slice(0, -baseName(path).length) : `${stemOf(path)}/`;

async function unpackInto(
  deps: Pick<Deps, "files">,
  key: string,
  reader: ArchiveReader,
  entry: PackedEntry,
): Promise<void> {
  const writer = deps.files.writeStream(key, entry.size);
  try {
    for await (const piece of reader.stream(entry)) await writer.write(piece);
    await writer.end();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
