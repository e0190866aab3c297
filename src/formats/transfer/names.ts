/**
 * File names for page titles: valid on Windows, macOS and Linux, unique in their folder on case-insensitive systems,
 * and short enough to keep paths short.
 */
import { utf8Length } from "../../realtime/text.ts";

/**
 * Maximum UTF-8 bytes of a name without its extension, and of a folder's path before the names in it are shortened
 * further.
 */
const MAX_NAME_LENGTH = 80;
const SHORTEST_ROOM = 16;
const PATH_ROOM = 200;

/** Maximum length of a name in a folder, in bytes, based on the length of the folder's path. */
export const maxNameBytes = (folder: string): number =>
  Math.max(SHORTEST_ROOM, Math.min(MAX_NAME_LENGTH, PATH_ROOM - utf8Length(folder)));

/** Controls, lone surrogates, line separators, and directional marks, with which "gpj.exe" can be displayed as "exe.jpg". */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Characters that some or all file systems forbid (Windows: Naming Files, Paths, and Namespaces). */
const FORBIDDEN = /[<>:"/\\|?*]/g;
/** Windows device names, with anything after the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/iu;

/** Converts a title to a file name without extension, at most `room` bytes long; idempotent. */
export function safeName(title: string, room = MAX_NAME_LENGTH): string {
  const bare = title
    .replace(/[\t\n\r\u0085\u2028\u2029]+/g, " ")
    .replace(UNSEEN, "")
    .replace(FORBIDDEN, "_")
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .trim()
    // A leading dot hides the file, and two leave the folder.
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

/** Equal for names that some file system treats as the same. */
export const foldFileName = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");

type Claim = {
  /** The name from `safeName`. */
  readonly name: string;
  /** The items that need this name in the folder: file extensions with their dot, "" for a folder. */
  readonly endings: readonly string[];
};

/** The names in use in one folder. */
export class FolderNames {
  readonly #room: number;
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  constructor(room = MAX_NAME_LENGTH, reserved: readonly string[] = []) {
    this.#room = room;
    for (const name of reserved) this.#taken.add(foldFileName(name));
  }

  /** Reserves and returns the name, or the first of `name 2`, `name 3`… for which every ending is free. */
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
