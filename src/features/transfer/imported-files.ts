/** Describes the archive's files that are not page texts, up to the available storage. Stores nothing. */
import type { Deps } from "../../deps.ts";
import { describeFile, type DescribedFile, type PendingFile } from "../files/service.ts";
import { EntryBroken, EntryTooLarge } from "../../formats/zip/reader.ts";
import { MAX_FILES, type ImportNote } from "./contract.ts";
import type { ParsedArchive } from "./parsed-archive.ts";

/** Files with the same content share a generation. */
export type ImportedFile = DescribedFile & { readonly generation: string };

type DescribedFiles = {
  readonly originals: ReadonlyMap<string, ImportedFile>;
  /** Each distinct content once. It is unpacked again for storing, so that contents do not accumulate in memory. */
  readonly contents: readonly PendingFile[];
  readonly skipped: readonly ImportNote[];
};

/** `room` is the caller's remaining storage in bytes. */
export async function describeFiles(
  deps: Pick<Deps, "newId">,
  packed: ParsedArchive["originals"],
  room: number,
): Promise<DescribedFiles> {
  const originals = new Map<string, ImportedFile>();
  const skipped: ImportNote[] = [];
  const contents = new Map<string, PendingFile>();
  let left = room;
  for (const [path, { filename, size, read }] of packed) {
    const reason = originals.size >= MAX_FILES ? TOO_MANY : size > left ? STORAGE_FULL : null;
    const bytes = reason ?? openOrWhy(read);
    if (typeof bytes === "string") {
      skipped.push({ path, reason: bytes });
      continue;
    }
    const known = await describeFile(bytes, filename);
    const { generation } = contents.get(known.sha256) ?? { generation: deps.newId() };
    if (!contents.has(known.sha256)) contents.set(known.sha256, { ...known, generation, read });
    originals.set(path, { ...known, generation });
    left -= known.size;
  }
  return { originals, contents: [...contents.values()], skipped };
}

const TOO_MANY = `One import can store at most ${MAX_FILES} files.`;
const STORAGE_FULL = "There is not enough space left in your storage for it.";

function openOrWhy(read: () => Uint8Array): Uint8Array | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof EntryTooLarge) return "It is too large.";
    if (error instanceof EntryBroken) return "It is damaged.";
    throw error;
  }
}
