/**
 * Names of files for titles of pages: such as Windows, macOS and Linux all take, unique in their folder for systems that
 * ignore case, and short enough that the paths made of them stay short.
 */
import { utf8Length } from "../../realtime/text.ts";

/** Bytes of UTF-8 a name may take without its extension, and a folder's path before names in it get shorter still. */
const MAX_NAME_LENGTH = 80;
const SHORTEST_ROOM = 16;
const PATH_ROOM = 200;

/** How long a name may be in a folder whose path takes so many bytes. */
export const maxNameBytes = (folder: string): number =>
  Math.max(SHORTEST_ROOM, Math.min(MAX_NAME_LENGTH, PATH_ROOM - utf8Length(folder)));

/** Controls, lone surrogates, line separators, and what turns the direction of writing: "gpj.exe" reads as "exe.jpg" with it. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** What no file system, or only some, allow (Windows: Naming Files, Paths, and Namespaces). */
const FORBIDDEN = /[<>:"/\\|?*]/g;
/** Devices of Windows, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/iu;

/** The title as the name of a file without its extension, at most `room` bytes long; the same name comes back unchanged. */
export function safeName(title: string, room = MAX_NAME_LENGTH): string {
  const bare = title
    .replace(/[\t\n\r\u0085\u2028\u2029]+/g, " ")
    .replace(UNSEEN, "")
    .replace(FORBIDDEN, "_")
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .trim()
    // A leading dot hides the file, and two climb out of the folder.
    .replace(/^\.+/, "_");
  const short = withoutTail(shorten(DEVICE.test(bare) ? `_${bare}` : bare, room));
  return short === "" ? "Untitled" : short;
}

/** Windows drops dots and spaces at the end of a name. */
const withoutTail = (name: string): string => name.replace(/[. ]+$/, "");

/** As many whole characters as fit into `room` bytes. */
function shorten(text: string, room: number): string {
  if (utf8Length(text) <= room) return text;
  let length = 0;
  let bytes = 0;
  for (const char of text) {
    bytes += utf8Length(char);
    if (bytes > room) break;
    length += char.length;
  }
  return text.slice(0, length);
}

/** Equal for names that some file system takes for the same. */
export const foldFileName = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");

type Claim = {
  /** The title's name, from `safeName`. */
  readonly name: string;
  /** What is to stand in the folder under that name: extensions of files with their dot, "" for a folder. */
  readonly endings: readonly string[];
};

/** The names that are taken in one folder. */
export class FolderNames {
  readonly #room: number;
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  constructor(room = MAX_NAME_LENGTH, reserved: readonly string[] = []) {
    this.#room = room;
    for (const name of reserved) this.#taken.add(foldFileName(name));
  }

  /** The name, or else the first of `name 2`, `name 3`… with which every ending is free; it is taken from then on. */
  claim({ name, endings }: Claim): string {
    const series = foldFileName(name) + endings.join("/");
    for (let n = this.#next.get(series) ?? 1; ; n++) {
      const candidate = n === 1 ? name : this.#numbered(name, n);
      const keys = endings.map((ending) => foldFileName(candidate + ending));
      if (keys.some((key) => this.#taken.has(key))) continue;
      for (const key of keys) this.#taken.add(key);
      this.#next.set(series, n + 1);
      return candidate;
    }
  }

  #numbered(name: string, n: number): string {
    const suffix = ` ${n}`;
    return withoutTail(shorten(name, this.#room - suffix.length)) + suffix;
  }
}
