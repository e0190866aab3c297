/** Extracts texts and files from an untrusted archive within limits, with a reason for each skipped entry. */
import { AppError } from "../../kernel/errors.ts";
import { parseJson } from "../../kernel/json.ts";
import { syntaxOf } from "../../kernel/page-type.ts";
import { CONTENT_LIMIT_BYTES, withoutControls } from "../../kernel/text.ts";
import { MANIFEST } from "../../formats/transfer/layout.ts";
import {
  isPropertyTypes,
  readPropertyTypes,
  vaultOf,
  type PropertyTypes,
} from "../../formats/transfer/obsidian/property-types.ts";
import { typeOfFile } from "../../formats/transfer/other-tools.ts";
import { decodeTable } from "../../formats/tables/decode-table.ts";
import { entryPath, extensionOf, baseName, isSystemFile, stemOf } from "../../formats/transfer/paths.ts";
import { readThreadFile } from "./thread-file.ts";
import { fitsIn, utf8Length } from "../../realtime/text.ts";
import {
  EntryBroken,
  EntryTooLarge,
  NotAnArchive,
  OverlappingEntries,
  countZipEntries,
  readEntries,
  type ZipEntry,
} from "../../formats/zip/reader.ts";
import {
  DIRECT_IMPORT,
  MAX_TEXT_FILE_BYTES,
  requireEntries,
  requirePages,
  requireUnpacked,
  tooLarge,
} from "./archive-bounds.ts";
import { decodeUnicode } from "./decode-unicode.ts";
import { MAX_TEXT, readManifest, type Manifest, type ImportNote } from "./contract.ts";
import type { ThreadFile } from "./import-threads.ts";
import type { PackedFile, ParsedArchive } from "./parsed-archive.ts";
import { ThreadOwners, type ThreadOwner } from "./thread-owners.ts";

/** A compressed nested archive is held in memory next to the outer one. */
const MAX_NESTED_BYTES = 32_000_000;
const MAX_NESTED = 2;
/** Large enough for the maximum number of pages with the longest paths, and for agent settings. */
const MAX_MANIFEST_BYTES = 16_000_000;

/** Throws `invalid_content` if this is not a zip archive, `payload_too_large` if it exceeds the limits. */
export function parseArchive(archive: Uint8Array): ParsedArchive {
  return new ArchiveParser(archive.length).run(archive);
}

/** The entry's nesting level, whether it is the only entry, and whether its archive stays in memory. */
type EntryContext = { readonly level: number; readonly isAlone: boolean; readonly isKept: boolean };

type FoundEntry = { readonly entry: ZipEntry; readonly path: string };

class ArchiveParser {
  readonly #packed: number;
  readonly #files = new Map<string, string>();
  readonly #originals = new Map<string, PackedFile>();
  readonly #threads = new Map<string, ThreadFile>();
  readonly #propertyTypes = new Map<string, PropertyTypes>();
  readonly #skipped: ImportNote[] = [];
  readonly #changed: ImportNote[] = [];
  #entries = 0;
  #unpacked = 0;
  #text = 0;
  /** Bytes of nested archives held in memory because their files are still needed. */
  #held = 0;

  constructor(packed: number) {
    this.#packed = packed;
  }

  run(archive: Uint8Array): ParsedArchive {
    const found = this.#list(archive, "");
    if (found === null) {
      throw new AppError("invalid_content", "The file is not a zip archive, or its end is missing.");
    }
    const { manifest, root } = this.#readManifest(found);
    const named = new Set(manifest?.pages.map(({ path }) => path));
    const filenames = new Map(
      manifest?.pages.flatMap(({ path, file, attachments }) => [
        ...(file ? [[path, file.name] as const] : []),
        ...(attachments ?? []).map((attached) => [attached.path, attached.name] as const),
      ]),
    );
    const talk = new Set(manifest?.pages.flatMap(({ messages }) => messages ?? []));
    const inside = found
      .filter(({ path }) => path.startsWith(root))
      .map(({ entry, path }) => ({ entry, path: path.slice(root.length) }));
    const owners = new ThreadOwners(manifest, inside);
    const place = { level: 1, isAlone: inside.length === 1, isKept: true };
    const commented: (FoundEntry & { readonly owner: ThreadOwner })[] = [];
    for (const { entry, path } of inside) {
      const owner = owners.of(path);
      if (owner !== null) commented.push({ entry, path, owner });
      else if (talk.has(path))
        this.#skip(path, "Messages are not imported, because they belong to the people who wrote them.");
      else if (filenames.has(path)) this.#takeOriginal(entry, path, filenames.get(path));
      else if (named.has(path) && !path.endsWith("/"))
        this.#takeText(entry, path, true, (reason) => this.#skip(path, reason));
      else if (manifest === null || path !== MANIFEST) this.#take(entry, path, place);
    }
    // After the texts of pages, which have precedence within the limits.
    for (const { entry, path, owner } of commented)
      if (!this.#takeThreads(entry, path, owner.page)) {
        if (owner.isListed) this.#skip(path, "It is not a file of comment threads.");
        else this.#take(entry, path, place);
      }
    return {
      files: this.#files,
      originals: this.#originals,
      manifest,
      threads: this.#threads,
      propertyTypes: this.#propertyTypes,
      skipped: this.#skipped,
      changed: this.#changed,
    };
  }

  /** Returns false for a file of another kind. */
  #takeThreads(entry: ZipEntry, path: string, page: string): boolean {
    if (this.#text + entry.size > MAX_TEXT) {
      this.#skip(path, `One import can contain at most ${MAX_TEXT} bytes of text, with the comments.`);
      return true;
    }
    const bytes = this.#bytesOf(entry, path, MAX_TEXT);
    const threads = bytes && readThreadFile(decodeUnicode(bytes, false) ?? "");
    if (threads === null) return bytes === null;
    this.#text += entry.size;
    this.#threads.set(page, threads);
    return true;
  }

  /** Returns null if this is not an archive. Entries with invalid paths are skipped with a note. */
  #list(archive: Uint8Array, folder: string): FoundEntry[] | null {
    try {
      this.#entries += countZipEntries(archive);
      requireEntries(this.#entries, DIRECT_IMPORT);
      return readEntries(archive).flatMap((entry) => {
        const path = entryPath(entry.name);
        if (path !== null) return [{ entry, path: folder + path }];
        this.#skip(folder + entry.name, "Its path leads out of the archive.");
        return [];
      });
    } catch (error) {
      if (error instanceof OverlappingEntries) throw new AppError("invalid_content", "Files in the archive overlap.");
      if (error instanceof NotAnArchive) return null;
      throw error;
    }
  }

  /** Looks at the top, or in the only folder, because most tools pack a folder that way. */
  #readManifest(found: readonly FoundEntry[]): { manifest: Manifest | null; root: string } {
    const at = found.find(({ path }) => /^(?:[^/]+\/)?octavo\.json$/.test(path));
    if (!at || at.entry.fault !== null) return { manifest: null, root: "" };
    const root = at.path.slice(0, -MANIFEST.length);
    if (!found.every(({ path }) => path.startsWith(root) || path.startsWith("__MACOSX/")))
      return { manifest: null, root: "" };
    try {
      const bytes = this.#open(at.entry, MAX_MANIFEST_BYTES);
      const manifest = readManifest(
        parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes)),
      );
      if (manifest !== null) return { manifest, root };
    } catch (error) {
      if (error instanceof AppError) throw error;
    }
    return { manifest: null, root: "" };
  }

  #take(entry: ZipEntry, path: string, place: EntryContext): void {
    if (path === "" || path.endsWith("/") || isSystemFile(path)) return;
    if (isPropertyTypes(path)) this.#takeTypes(entry, path);
    else if (path.split("/").some((name) => name.startsWith("."))) this.#skip(path, "Hidden files are not imported.");
    else if (extensionOf(path) === ".zip") this.#takeArchive(entry, path, place);
    else if (baseName(path) === MANIFEST) this.#skip(path, "It does not describe this archive.");
    else if (typeOfFile(path) === "FILE" && extensionOf(path) !== ".base")
      this.#takeForeign(entry, path, place, NESTED_TOO_LARGE);
    else this.#takeText(entry, path, false, (reason) => this.#takeForeign(entry, path, place, reason));
  }

  #takeTypes(entry: ZipEntry, path: string): void {
    const bytes = this.#bytesOf(entry, path, MAX_TEXT_FILE_BYTES);
    const types = bytes && readPropertyTypes(decodeUnicode(bytes, false) ?? "");
    if (types) this.#propertyTypes.set(vaultOf(path), types);
    else if (bytes) this.#skip(path, "It does not declare types of properties.");
  }

  #takeForeign(entry: ZipEntry, path: string, { isKept }: EntryContext, reason: string): void {
    if (isKept) this.#takeOriginal(entry, path);
    else this.#skip(path, reason);
  }

  /** Parts of one export (Notion's "Part-1.zip") are merged in place; any other archive gets a folder with its name. */
  #takeArchive(entry: ZipEntry, path: string, { level, isAlone, isKept }: EntryContext): void {
    if (level >= MAX_NESTED) {
      this.#skip(path, `Nested archives are opened up to ${MAX_NESTED} levels deep.`);
      return;
    }
    const bytes = this.#bytesOf(entry, path, entry.isStored ? this.#packed : MAX_NESTED_BYTES);
    if (bytes === null) return;
    const isPart = isAlone || /part-?\d+\.zip$/i.test(path);
    const found = this.#list(bytes, isPart ? path.slice(0, -baseName(path).length) : `${stemOf(path)}/`);
    if (found === null) this.#skip(path, "It is not a zip archive, or its end is missing.");
    // A stored archive is part of the outer one, which is in memory anyway.
    const held = entry.isStored ? 0 : bytes.length;
    const fits = isKept && this.#held + held <= MAX_NESTED_BYTES;
    if (fits) this.#held += held;
    const place = { level: level + 1, isAlone: false, isKept: fits };
    for (const inner of found ?? []) this.#take(inner.entry, inner.path, place);
  }

  /** `otherwise` handles an intact file that is not a text that fits in a page. */
  #takeText(entry: ZipEntry, path: string, isOurs: boolean, otherwise: (reason: string) => void): void {
    if (this.#files.has(path)) {
      this.#skip(path, "The archive contains another file with the same name.");
      return;
    }
    if (entry.fault === null && entry.size > MAX_TEXT_FILE_BYTES) {
      otherwise(TOO_LONG);
      return;
    }
    const bytes = this.#bytesOf(entry, path, MAX_TEXT_FILE_BYTES);
    if (bytes === null) return;
    // In our own export, a leading byte order mark is part of the text.
    const table = !isOurs && syntaxOf(typeOfFile(path)) === "csv" ? decodeTable(bytes) : null;
    const decoded = table?.text ?? decodeUnicode(bytes, isOurs);
    if (table?.note) this.#changed.push({ path, reason: table.note });
    if (decoded === null || (!isOurs && decoded.includes("\0"))) {
      otherwise("It is not text in UTF-8 or UTF-16.");
      return;
    }
    const text = withoutControls(decoded);
    if (fitsIn(text)) this.#keep(path, text);
    else otherwise(TOO_LONG);
  }

  #takeOriginal(entry: ZipEntry, path: string, filename = baseName(path)): void {
    const limit = entry.isStored ? this.#packed : MAX_NESTED_BYTES;
    if (this.#originals.has(path)) this.#skip(path, "The archive contains another file with the same name.");
    else if (entry.fault !== null) this.#skip(path, entry.fault);
    else if (entry.size === 0) this.#skip(path, "It is empty.");
    else if (entry.size > limit) this.#skip(path, "It is too large.");
    else {
      const once = (): Uint8Array => {
        const bytes = this.#open(entry, limit);
        read = () => entry.open(limit);
        return bytes;
      };
      let read = once;
      this.#originals.set(path, { filename, size: entry.size, read: () => read() });
    }
  }

  #keep(path: string, text: string): void {
    this.#text += utf8Length(text);
    if (this.#text > MAX_TEXT)
      throw tooLarge(`One import can contain at most ${MAX_TEXT} bytes of text. Split the archive.`);
    this.#files.set(path, text);
    requirePages(this.#files.size, DIRECT_IMPORT);
  }

  /** Returns null for a skipped entry, after adding a note. */
  #bytesOf(entry: ZipEntry, path: string, limit: number): Uint8Array | null {
    if (entry.fault !== null) return this.#skip(path, entry.fault);
    if (entry.size > limit) return this.#skip(path, TOO_LONG);
    try {
      return this.#open(entry, limit);
    } catch (error) {
      if (error instanceof EntryTooLarge) return this.#skip(path, TOO_LONG);
      if (error instanceof EntryBroken) return this.#skip(path, "It is damaged.");
      throw error;
    }
  }

  /** Counts the declared size before opening; no more than that is unpacked. */
  #open(entry: ZipEntry, limit: number): Uint8Array {
    if (entry.size <= limit) this.#count(entry.size);
    return entry.open(limit);
  }

  #count(bytes: number): void {
    this.#unpacked += bytes;
    requireUnpacked(this.#unpacked, this.#packed, DIRECT_IMPORT);
  }

  #skip(path: string, reason: string): null {
    this.#skipped.push({ path: path.slice(0, 500).toWellFormed(), reason });
    return null;
  }
}

const NESTED_TOO_LARGE = "The archives nested in this one are too large in total: unpack the archive that contains it.";
const TOO_LONG = `It is too large: a page can contain at most ${CONTENT_LIMIT_BYTES} bytes of text.`;
