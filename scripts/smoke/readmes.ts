/** Real text to work with: the README files of the installed packages, and their folder structure. */
import { readFile, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

const FILE = "README.md";
/** The maximum size of a page. */
const MAX_BYTES = 1_000_000;

export type Readme = {
  /** Folders from the outermost on, without the file name. */
  readonly folders: readonly Folder[];
  readonly text: string;
  readonly bytes: number;
};

/** `key` distinguishes folders with the same title: it keeps the `node_modules` that `title` omits. */
export type Folder = { readonly key: string; readonly title: string };

/** At most `most` files, spread evenly over all of them; files that are too large or not UTF-8 are skipped. */
export async function findReadmes(folder: string, most: number): Promise<Readme[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name === FILE)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  const readmes: Readme[] = [];
  for (const path of spread(paths, most)) {
    const bytes = await readFile(join(folder, path));
    const text = decode(bytes);
    if (text === null || bytes.length > MAX_BYTES) continue;
    readmes.push({ folders: foldersOf(path.split(sep).slice(0, -1)), text, bytes: bytes.length });
  }
  return readmes;
}

/** Every n-th item, so that a small run includes all sorts of packages. */
export function spread<T>(items: readonly T[], most: number): T[] {
  const share = Math.min(1, most / items.length);
  return items.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

/** Maps `a/node_modules/b` to the folder `b` in the folder `a`. */
function foldersOf(segments: readonly string[]): Folder[] {
  return segments.flatMap((title, index) =>
    title === "node_modules" ? [] : [{ key: segments.slice(0, index + 1).join("/"), title }],
  );
}

/**
 * The text as the service should return it, except for CRLF; null if it is not UTF-8 or contains NUL, which pages
 * reject.
 */
function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
