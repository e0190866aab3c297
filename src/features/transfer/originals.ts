/** The files of an archive that are no texts of pages: as many as there is room for. Nothing is stored here. */
import type { Deps } from "../../deps.ts";
import { knowFile, type KnownFile, type UnstoredFile } from "../files/service.ts";
import { EntryBroken, EntryTooLarge } from "./archive-reader.ts";
import { MOST_FILES, type Told } from "./contract.ts";
import type { Unpacked } from "./unpack.ts";

/** The same content has the same generation. */
export type Original = KnownFile & { readonly generation: string };

type Known = {
  readonly originals: ReadonlyMap<string, Original>;
  /** Each content once; it is unpacked again to be stored, so that none waits in memory for the others. */
  readonly contents: readonly UnstoredFile[];
  readonly skipped: readonly Told[];
};

/** `room` is how many bytes the caller may still store. */
export async function knowOriginals(deps: Deps, packed: Unpacked["originals"], room: number): Promise<Known> {
  const originals = new Map<string, Original>();
  const skipped: Told[] = [];
  const contents = new Map<string, UnstoredFile>();
  let left = room;
  for (const [path, { filename, size, read }] of packed) {
    const reason = originals.size >= MOST_FILES ? TOO_MANY : size > left ? NO_ROOM : null;
    const bytes = reason ?? openOrWhy(read);
    if (typeof bytes === "string") {
      skipped.push({ path, reason: bytes });
      continue;
    }
    const known = await knowFile(bytes, filename);
    const { generation } = contents.get(known.sha256) ?? { generation: deps.newId() };
    if (!contents.has(known.sha256)) contents.set(known.sha256, { ...known, generation, read });
    originals.set(path, { ...known, generation });
    left -= known.size;
  }
  return { originals, contents: [...contents.values()], skipped };
}

const TOO_MANY = `One import stores at most ${MOST_FILES} files.`;
const NO_ROOM = "Your storage has no room left for it.";

function openOrWhy(read: () => Uint8Array): Uint8Array | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof EntryTooLarge) return "It is too large.";
    if (error instanceof EntryBroken) return "It is damaged.";
    throw error;
  }
}
