/** Reads entries of an archive as page texts or files, as many as one step can hold in memory. */
import type { Deps } from "../../../deps.ts";
import { holdsMarkdown, syntaxOf, type PageType } from "../../../kernel/page-type.ts";
import { withoutControls } from "../../../kernel/text.ts";
import { frontMatterFault, titleInText } from "../../../formats/transfer/other-tools.ts";
import { decodeTable } from "../../../formats/tables/decode-table.ts";
import { sheetOf } from "../../../formats/tables/sheet-of-file.ts";
import { baseName } from "../../../formats/transfer/paths.ts";
import { EntryBroken } from "../../../formats/zip/reader.ts";
import { fitsIn } from "../../../realtime/text.ts";
import { UPLOAD_PART_BYTES } from "../../files/contract.ts";
import { describeFile, stageFile, type DescribedFile, type PendingFile } from "../../files/service.ts";
import { MAX_TEXT_FILE_BYTES } from "../archive-bounds.ts";
import { decodeUnicode } from "../decode-unicode.ts";
import { ArchiveReader, type ArchivePlace } from "./archive-reader.ts";
import type { TransferNote } from "./contract.ts";
import type { EntryRow } from "./entry-store.ts";
import { changed, skipped } from "./notes.ts";

/** Limits on the bytes a step holds in memory, and on the bytes it reads. */
const MAX_HELD = 12_000_000;
const MAX_PASSED = 120_000_000;

export type TextPage = {
  readonly entry: EntryRow;
  readonly type: PageType;
  readonly title: string;
  readonly content: string;
};
export type FilePage = DescribedFile & {
  readonly entry: EntryRow;
  readonly generation: string;
  /** Too large for memory: its bytes are staged in the bucket. */
  readonly isStaged: boolean;
};

export type ReadBatch = {
  readonly texts: readonly TextPage[];
  readonly files: readonly FilePage[];
  /** Each distinct content of the files that are not staged. */
  readonly contents: readonly PendingFile[];
  readonly left: readonly EntryRow[];
  readonly notes: readonly TransferNote[];
};

/** `room` is the caller's remaining storage in bytes. */
export async function readBatch(
  deps: Deps,
  archives: readonly ArchivePlace[],
  entries: readonly EntryRow[],
  room: number,
): Promise<ReadBatch> {
  const reading = new BatchReading(deps, archives, room);
  for (const entry of entries) {
    await reading.take(entry);
    if (reading.isFull) break;
  }
  return reading;
}

class BatchReading implements ReadBatch {
  readonly texts: TextPage[] = [];
  readonly files: FilePage[] = [];
  readonly left: EntryRow[] = [];
  readonly notes: TransferNote[] = [];
  readonly #contents = new Map<string, PendingFile>();
  readonly #deps: Deps;
  readonly #archives: readonly ArchivePlace[];
  #reader: { readonly archive: number; readonly bytes: ArchiveReader } | null = null;
  #room: number;
  #held = 0;
  #passed = 0;

  constructor(deps: Deps, archives: readonly ArchivePlace[], room: number) {
    this.#deps = deps;
    this.#archives = archives;
    this.#room = room;
  }

  get contents(): readonly PendingFile[] {
    return [...this.#contents.values()];
  }

  get isFull(): boolean {
    return this.#held >= MAX_HELD || this.#passed >= MAX_PASSED;
  }

  async take(entry: EntryRow): Promise<void> {
    const isFile = entry.type === "FILE" || entry.size > MAX_TEXT_FILE_BYTES;
    if (isFile && entry.size > this.#room)
      return this.#leave(entry, "There is not enough space left in your storage for it.");
    try {
      if (entry.size > UPLOAD_PART_BYTES) await this.#stage(entry);
      else await this.#open(entry, isFile);
      this.#passed += entry.packed;
    } catch (error) {
      if (!(error instanceof EntryBroken)) throw error;
      this.#leave(entry, "It is damaged.");
    }
  }

  async #open(entry: EntryRow, isFile: boolean): Promise<void> {
    const bytes = await this.#bytesOf(entry).open(entry);
    this.#held += bytes.length;
    const text = isFile ? null : this.#readText(entry, bytes);
    if (text !== null) this.#takeText(entry, text);
    else if (bytes.length === 0) this.#leave(entry, "It is empty.");
    else if (bytes.length > this.#room) this.#leave(entry, "There is not enough space left in your storage for it.");
    else await this.#takeFile(entry, bytes);
  }

  #readText({ path, type }: EntryRow, bytes: Uint8Array): string | null {
    const table = syntaxOf(type) === "csv" ? decodeTable(bytes) : null;
    if (table?.note) this.notes.push(changed(path, table.note));
    return textFor(table?.text ?? decodeUnicode(bytes, false));
  }

  #takeText(entry: EntryRow, text: string): void {
    const { path, stem, type } = entry;
    const isMarkdown = holdsMarkdown(type);
    const own = isMarkdown ? titleInText(baseName(stem), text) : null;
    const fault = isMarkdown ? frontMatterFault(text) : null;
    if (fault !== null) this.notes.push(changed(path, fault));
    const { text: content, notes } = syntaxOf(type) === "csv" ? sheetOf(path, text) : { text, notes: [] };
    this.notes.push(...notes.map((reason) => changed(path, reason)));
    this.texts.push({ entry, type, title: own ?? entry.title, content });
  }

  async #takeFile(entry: EntryRow, bytes: Uint8Array): Promise<void> {
    const described = await describeFile(bytes, baseName(entry.path));
    const { sha256 } = described;
    const { generation } = this.#contents.get(sha256) ?? { generation: this.#deps.newId() };
    this.#contents.set(sha256, { ...described, generation, read: () => bytes });
    this.#keep({ ...described, entry, generation, isStaged: false });
  }

  async #stage(entry: EntryRow): Promise<void> {
    const chunks = this.#bytesOf(entry).stream(entry);
    const staged = await stageFile(this.#deps, baseName(entry.path), { chunks, most: entry.size });
    this.#keep({ ...staged, entry, isStaged: true });
  }

  #keep(file: FilePage): void {
    this.#room -= file.size;
    if (file.entry.type !== "FILE")
      this.notes.push(changed(file.entry.path, "Its text cannot be stored in a page: it is kept as a file."));
    this.files.push(file);
  }

  #leave(entry: EntryRow, reason: string): void {
    this.left.push(entry);
    this.notes.push(skipped(entry.path, reason));
  }

  #bytesOf({ archive }: EntryRow): ArchiveReader {
    const place = this.#archives[archive];
    if (!place) throw new EntryBroken();
    if (this.#reader?.archive !== archive)
      this.#reader = { archive, bytes: new ArchiveReader(this.#deps.files, place) };
    return this.#reader.bytes;
  }
}

/** Null if the content is not a text that fits in a page. */
function textFor(decoded: string | null): string | null {
  if (decoded === null || decoded.includes("\0")) return null;
  const text = withoutControls(decoded);
  return fitsIn(text) ? text : null;
}
