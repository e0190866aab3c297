/** Turns the tables of a Notion export into folders with properties, and their rows into pages with values. */
import {
  MAX_COLUMNS,
  MAX_ROWS,
  readDatabase,
  type Database,
  type RowFile,
} from "../../formats/transfer/notion/database.ts";
import { notionIdOf } from "../../formats/transfer/notion/relations.ts";
import { titleOfName, withoutNotionId } from "../../formats/transfer/other-tools.ts";
import { baseName, extensionOf, folderOf, readAddress, resolvePath, stemOf } from "../../formats/transfer/paths.ts";
import { safeName } from "../../formats/transfer/names.ts";
import { isPropertyTypes } from "../../formats/transfer/obsidian/property-types.ts";
import { fitsIn } from "../../realtime/text.ts";
import { DIRECT_IMPORT } from "./archive-bounds.ts";
import { CellNotes } from "./cell-notes.ts";
import type { ImportNote } from "./contract.ts";
import type { ArchiveContents, TypedFile } from "./import-tree.ts";

const TABLE = /[0-9a-f]{32}(?:_all)?\.csv$/;

/** True for an archive entry that is a table of a Notion export. */
export const isNotionTable = (path: string): boolean => TABLE.test(path);

/** True for an archive entry whose content determines the properties of other pages. */
export const describesPages = (name: string): boolean =>
  isNotionTable(name) || /\.base$/i.test(name) || isPropertyTypes(name);

/** Returns the contents unchanged without such tables, and for our own exports. */
export function withDatabases(sources: ArchiveContents): ArchiveContents {
  const tables = [...sources.files.keys()].filter((path) =>
    sources.tables === "folders" ? isTable(path, sources) : isNotionTable(path) && !isLesser(path, sources),
  );
  return tables.length === 0 || sources.manifest !== null ? sources : new DatabaseImport(sources).run(tables);
}

/** Not a sheet of our own, which has formulas and formats. */
const isTable = (path: string, sources: ArchiveContents): boolean =>
  extensionOf(path) === ".csv" &&
  !isLesser(path, sources) &&
  sources.files.get(path)?.includes("#octavo-sheet") === false;

/** Notion exports a table twice: as displayed, and with all its rows and columns (`_all`). */
const isLesser = (path: string, { files }: ArchiveContents): boolean =>
  isNotionTable(path) && !path.endsWith("_all.csv") && files.has(path.replace(/\.csv$/, "_all.csv"));

class DatabaseImport {
  readonly #sources: ArchiveContents;
  readonly #files: Map<string, string>;
  readonly #typed: Map<string, TypedFile>;
  readonly #changed: ImportNote[] = [];
  readonly #cells = new CellNotes();
  /** Pages and tables by Notion's id, and Markdown files by folder. */
  readonly #byId = new Map<string, string>();
  readonly #byFolder = new Map<string, string[]>();
  readonly #folders = new Set<string>();
  #pages: number;

  constructor(sources: ArchiveContents) {
    this.#sources = sources;
    this.#files = new Map(sources.files);
    this.#typed = new Map(sources.typed);
    this.#pages = sources.files.size + sources.originals.size;
    for (const path of sources.files.keys()) {
      const id = notionIdOf(path);
      if (id !== null && !isLesser(path, sources)) this.#byId.set(id, path);
      if (extensionOf(path) !== ".md") continue;
      const folder = folderOf(path);
      const beside = this.#byFolder.get(folder);
      if (beside) beside.push(path);
      else this.#byFolder.set(folder, [path]);
    }
  }

  run(tables: readonly string[]): ArchiveContents {
    for (const path of tables) this.#import(path);
    const { changed = [] } = this.#sources;
    return {
      ...this.#sources,
      files: this.#files,
      typed: this.#typed,
      changed: [...changed, ...this.#changed, ...this.#cells.all()],
    };
  }

  #import(path: string): void {
    const stem = stemOf(path).replace(/_all$/, "");
    const folder = this.#folderOf(stem);
    const rows = (this.#byFolder.get(folder) ?? []).map((each) => this.#rowFile(each));
    const csv = this.#sources.files.get(path) ?? "";
    const shown = path.endsWith("_all.csv") ? (this.#sources.files.get(`${stem}.csv`) ?? null) : null;
    const find = { page: (to: string) => this.#page(path, to), file: (to: string) => this.#file(path, to) };
    const database = readDatabase(csv, rows, find, { shown, isEscaped: !isNotionTable(path) });
    const added = database?.rows.filter((row) => row.path === null).length ?? 0;
    if (database === null || this.#pages + added > DIRECT_IMPORT.pages) {
      const reason = database === null ? TOO_LARGE : TOO_MANY;
      this.#changed.push({ path, reason });
      return;
    }
    this.#pages += added;
    this.#files.set(path, database.text);
    this.#typed.set(path, { type: "FOLDER", title: titleOfName(baseName(stem)) });
    this.#changed.push(...database.notes.map((reason) => ({ path, reason })));
    this.#addRows(path, folder, database);
  }

  #addRows(table: string, folder: string, { rows, cells }: Database): void {
    const paths = rows.map(({ path, title, text }) => {
      const own = path ?? this.#newPath(folder, title);
      if (!fitsIn(text)) {
        this.#changed.push({ path: own, reason: "With its properties it would be too large: it has none." });
        return own;
      }
      this.#files.set(own, text);
      // The title of a page that exists is in its text.
      if (path === null || title !== "") this.#typed.set(own, { type: "DOCUMENT", title: titleOfName(title) });
      return own;
    });
    for (const { row, column, reason } of cells) this.#cells.add(paths[row] ?? table, table, column, reason);
  }

  #newPath(folder: string, title: string): string {
    const name = safeName(title);
    let path = `${folder}${name}.md`;
    for (let n = 2; this.#files.has(path); n++) path = `${folder}${name} ${n}.md`;
    return path;
  }

  #rowFile(path: string): RowFile {
    return { path, name: titleOfName(baseName(stemOf(path))), text: this.#sources.files.get(path) ?? "" };
  }

  /** The folder of a table's pages has the table's name, which lacks the id in some exports. */
  #folderOf(stem: string): string {
    const named = `${stem}/`;
    const bare = `${withoutNotionId(stem)}/`;
    const isBare = !this.#byFolder.has(named) && this.#byFolder.has(bare) && !this.#folders.has(bare);
    if (isBare) this.#folders.add(bare);
    return isBare ? bare : named;
  }

  #page(table: string, target: string): string | null {
    const id = notionIdOf(target);
    const path = pathOf(table, target);
    return (
      (id === null ? undefined : this.#byId.get(id)) ?? (path !== null && this.#sources.files.has(path) ? path : null)
    );
  }

  #file(table: string, target: string): string | null {
    const path = pathOf(table, target);
    return path !== null && this.#sources.originals.has(path) ? path : null;
  }
}

const TOO_LARGE = `It has no columns, or more than ${MAX_COLUMNS} columns or ${MAX_ROWS} rows: it is imported as a sheet.`;
const TOO_MANY = `With a page for each of its rows, the import would exceed ${DIRECT_IMPORT.pages} pages: it is imported as a sheet.`;

function pathOf(from: string, target: string): string | null {
  const address = readAddress(target);
  return address === null ? null : resolvePath(from, address.path);
}
