/** Archives in an archive: read where they lie if they are stored as they are, else unpacked beside it. */
import type { Deps } from "../../../deps.ts";
import { nameOf, stemOf } from "../../../formats/transfer/paths.ts";
import type { ZipRecord } from "../../../formats/zip/directory.ts";
import { EntryBroken } from "../../../formats/zip/reader.ts";
import { stagedKey } from "../../files/rules.ts";
import { ArchiveReader, type ArchivePlace, type PackedEntry } from "./archive-reader.ts";
import type { TransferNote } from "./contract.ts";
import { skipped } from "./notes.ts";
import type { ImportCursor } from "./step.ts";
import type { TransferRow } from "./store.ts";

const MAX_ARCHIVES = 200;
/** Bytes that packed archives of one import may unpack to: so much stands in the bucket beside the archive. */
const MAX_UNPACKED = 5_000_000_000;

export type FoundArchive = { readonly record: ZipRecord; readonly path: string };

type Around = {
  readonly cursor: ImportCursor;
  readonly archive: ArchivePlace;
  /** It is all that the archive around it holds. */
  readonly isAlone: boolean;
};

export async function openNested(
  deps: Deps,
  transfer: Pick<TransferRow, "id">,
  found: readonly FoundArchive[],
  { cursor, archive, isAlone }: Around,
): Promise<{ archives: ArchivePlace[]; notes: TransferNote[]; packed: number }> {
  const archives: ArchivePlace[] = [];
  const notes: TransferNote[] = [];
  let packed = 0;
  const reader = new ArchiveReader(deps.files, archive);
  for (const { record, path } of found) {
    const number = cursor.archives.length + archives.length;
    const entry = { ...record, at: record.offset, isStored: record.isStored ? 1 : 0 };
    const isTooMuch =
      number >= MAX_ARCHIVES || (!record.isStored && cursor.packed + packed + record.size > MAX_UNPACKED);
    if (isTooMuch) {
      notes.push(skipped(path, "The archives in this one are too many or too large: unpack the one that holds it."));
      continue;
    }
    try {
      const at = record.isStored
        ? { key: archive.key, base: await reader.place(entry) }
        : { key: await unpackBeside(deps, `${transfer.id}.${number}`, reader, entry), base: 0 };
      archives.push({ ...at, size: record.size, folder: folderFor(path, isAlone), level: archive.level + 1 });
      if (!record.isStored) packed += record.size;
    } catch (error) {
      if (!(error instanceof EntryBroken)) throw error;
      notes.push(skipped(path, "It is damaged."));
    }
  }
  return { archives, notes, packed };
}

/** Parts of one export (Notion's "Part-1.zip") go where they lie, any other archive into a folder of its name. */
const folderFor = (path: string, isAlone: boolean): string =>
  isAlone || /part-?\d+\.zip$/i.test(path) ? path.slice(0, -nameOf(path).length) : `${stemOf(path)}/`;

async function unpackBeside(deps: Deps, name: string, reader: ArchiveReader, entry: PackedEntry): Promise<string> {
  const key = stagedKey(name);
  const writer = deps.files.writeStream(key, entry.size);
  try {
    for await (const piece of reader.stream(entry)) await writer.write(piece);
    await writer.end();
    return key;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
