/** Writes an archive's manifest, one line per page. It contains no ids, because an import creates new ones. */
import type { EntryDetail, ManifestPage } from "./contract.ts";
import { MESSAGES, PAGE, THREADS, type ExportEntry } from "./export-entries.ts";

type Line = { page: ManifestPage; attachments: NonNullable<ManifestPage["attachments"]> };

/** Receives entries in order, and emits a page's line when the next page begins. */
export class ManifestWriter {
  readonly #places = new Map<number, number>();
  #line: Line | null = null;
  #count = 0;

  begin(): string {
    return '{"format":"octavo","version":1,"pages":[\n';
  }

  /** Returns the text to write now. */
  add({ n, parentN, part, path, type, title }: Omit<ExportEntry, "pageId" | "fileId">, detail: EntryDetail): string {
    if (part !== PAGE) {
      // The page was left out, so its other entries have no line to go into.
      if (this.#line === null || !this.#places.has(n)) return "";
      if (part === MESSAGES) this.#line.page = { ...this.#line.page, messages: path };
      else if (part === THREADS) this.#line.page = { ...this.#line.page, comments: path };
      else if (detail.file) this.#line.attachments.push({ path, ...detail.file });
      return "";
    }
    const printed = this.#print();
    this.#places.set(n, this.#count);
    this.#count += 1;
    const parent = this.#places.get(parentN) ?? null;
    this.#line = { page: { path, type, title, parent, ...detail }, attachments: [] };
    return printed;
  }

  end(): string {
    return `${this.#print()}\n]}\n`;
  }

  /** The line of the completed page. The key order is fixed. */
  #print(): string {
    if (this.#line === null) return "";
    const { page, attachments } = this.#line;
    this.#line = null;
    const { path, type, title, icon, cover, parent, messages, comments, file, agent } = page;
    const line = {
      path,
      type,
      title,
      ...(icon !== undefined && { icon }),
      ...(cover !== undefined && { cover }),
      parent,
      ...(messages !== undefined && { messages }),
      ...(comments !== undefined && { comments }),
      ...(file && { file }),
      ...(agent && { agent }),
      ...(attachments.length > 0 && { attachments }),
    };
    return (this.#count === 1 ? "" : ",\n") + JSON.stringify(line);
  }
}
