/** The manifest of an archive, a line a page; ids stay out of it, for they are others after an import. */
import type { EntryDetail, ManifestPage } from "./contract.ts";
import { MESSAGES, PAGE, type ExportEntry } from "./export-entries.ts";

type Line = { page: ManifestPage; attachments: NonNullable<ManifestPage["attachments"]> };

/** Is told of entries in their order, and prints a page when the next begins. */
export class ManifestWriter {
  readonly #places = new Map<number, number>();
  #line: Line | null = null;
  #count = 0;

  begin(): string {
    return '{"format":"octavo","version":1,"pages":[\n';
  }

  /** What is to be written now. */
  add({ n, parentN, part, path, type, title }: Omit<ExportEntry, "pageId" | "fileId">, detail: EntryDetail): string {
    if (part !== PAGE) {
      // What its page was too late for stands in no line.
      if (this.#line === null || !this.#places.has(n)) return "";
      if (part === MESSAGES) this.#line.page = { ...this.#line.page, messages: path };
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

  /** The page that is complete now, in the order of keys that its lines have always had. */
  #print(): string {
    if (this.#line === null) return "";
    const { page, attachments } = this.#line;
    this.#line = null;
    const { path, type, title, parent, messages, file, agent } = page;
    const line = {
      path,
      type,
      title,
      parent,
      ...(messages !== undefined && { messages }),
      ...(file && { file }),
      ...(agent && { agent }),
      ...(attachments.length > 0 && { attachments }),
    };
    return (this.#count === 1 ? "" : ",\n") + JSON.stringify(line);
  }
}
