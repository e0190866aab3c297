/**
 * Notion databases: a table with a title per row, and a folder with the pages of rows. They become the text of a folder
 * that declares the properties, and texts of pages with their cells as front matter. Pure.
 */
import { foldKey, MAX_FRONT_MATTER, MAX_KEYS } from "../../properties/front-matter.ts";
import { newProperty, type Property } from "../../properties/schema.ts";
import { readRecords } from "../../tables/read-table.ts";
import { inferColumn, PEOPLE, type Column, type FindEntries } from "../cells/columns.ts";
import { declarations, matterLine, withMatter, withView } from "../matter-text.ts";
import { headingTitle, pairRows, withoutRepeated, type RowCells } from "./row-page.ts";

export type RowFile = {
  readonly path: string;
  /** The file's name without its id. */
  readonly name: string;
  readonly text: string;
};

export type DatabaseRow = {
  /** The path of the row's page; null for a row without one. */
  readonly path: string | null;
  readonly title: string;
  readonly text: string;
};

/** A cell that was not imported as a value of its column's type. */
export type CellNote = { readonly row: number; readonly column: string; readonly reason: string };

export type Database = {
  readonly text: string;
  /** Those of the table, in its order. */
  readonly rows: readonly DatabaseRow[];
  readonly cells: readonly CellNote[];
  /** Notes on the whole table. */
  readonly notes: readonly string[];
};

/** A larger table is no database: pairing its rows with pages takes time. */
export const MAX_COLUMNS = 1_000;
export const MAX_ROWS = 5_000;
/** Leaves room for the line `properties:`. */
const MAX_PROPERTIES = MAX_KEYS - 1;
/** Longer cells stay in the page's text. */
const MAX_CELL = 4_000;
/** Names that front matter reads as something else. */
const RESERVED = new Set(["properties", "statuses"]);

type TableOptions = {
  /** The table as a view shows it, whose columns come first. */
  readonly shown?: string | null;
  /** Texts that a spreadsheet would run as a formula begin with an apostrophe, as in our own exports. */
  readonly isEscaped?: boolean;
};

/** Null for a table that cannot be a database: without columns, or with too many columns or rows. */
export function readDatabase(
  csv: string,
  files: readonly RowFile[],
  find: FindEntries,
  { shown = null, isEscaped = false }: TableOptions,
): Database | null {
  const [first = [], ...records] = readRecords(csv).filter((record) => record.some((field) => field.trim() !== ""));
  if (first.length === 0 || records.length > MAX_ROWS) return null;
  const width = Math.max(
    first.length,
    ...records.map((record) => record.findLastIndex((field) => field.trim() !== "") + 1),
  );
  if (width > MAX_COLUMNS) return null;
  // Rows may have more fields than the header.
  const header = [...first, ...Array.from({ length: width - first.length }, () => "")];
  const names = namesOf(header);
  const titleAt = titleColumn(records, files);
  const written = header.map((name) => name.trim());
  // Cells are found by the name in the header, as on pages; equal names are told apart.
  const sources = written.map((name, n) => (name !== "" && written.indexOf(name) === n ? name : (names[n] ?? name)));
  const raw = records.map((record) => toRow(record, sources, titleAt, isEscaped));
  const known = new Set(sources);
  const pages = files.map(({ name, text }) => ({ title: headingTitle(text) ?? name, text }));
  const pairs = pairRows(pages, raw, known);
  const fileOf = new Map(pairs.flatMap((row, n) => (row === null ? [] : [[row, files[n]] as const])));
  const others = names.flatMap((name, n) => (n === titleAt ? [] : [{ name, source: sources[n] ?? name }]));
  const taken = others.slice(0, MAX_PROPERTIES);
  const shortCells = (source: string): string[] =>
    raw.map((row) => row.cells.get(source) ?? "").map((cell) => (cell.length > MAX_CELL ? "" : cell));
  const columns = taken.map(({ name, source }) => ({ source, ...inferColumn(name, shortCells(source), find) }));
  const cells: CellNote[] = [];
  const table = { columns, names: known, untaken: others.slice(MAX_PROPERTIES).map(({ source }) => source) };
  const rows = raw.map((row, n) => rowOf(row, n, table, fileOf.get(n), cells));
  const declared = columns.map(({ property }) => property);
  const properties = withinLimit(declared);
  const bare = properties.filter((property) => !declared.includes(property)).map(({ name }) => name);
  const order =
    shown === null ? [] : namesOf((readRecords(firstLine(shown))[0] ?? []).slice(0, MAX_COLUMNS)).map(foldKey);
  const rank = (name: string): number => (order.includes(foldKey(name)) ? order.indexOf(foldKey(name)) : order.length);
  const visible = properties.map(({ name }) => name).toSorted((a, b) => rank(a) - rank(b));
  return {
    text: withView(declarations(properties), { name: "Table", kind: "table" }, { columns: ["Title", ...visible] }),
    rows,
    cells,
    notes: [
      "The table became a folder with properties. Its formulas and roll-ups were imported as the values in the export; views, colors and templates are not in it.",
      ...columns.flatMap(({ property, values }) => peopleNote(property, values)),
      ...(others.length > taken.length
        ? [
            `A page has at most ${MAX_PROPERTIES} properties here. Columns kept in texts: ${others.length - taken.length}.`,
          ]
        : []),
      ...(bare.length > 0 ? [`There are too many choices to declare them. Without choices: ${bare.join(", ")}.`] : []),
    ],
  };
}

const firstLine = (csv: string): string => csv.slice(0, 100_000).split("\n", 1)[0] ?? "";

function peopleNote({ name, type }: Property, values: Column["values"]): string[] {
  if (!PEOPLE.test(name) || !["choice", "choices", "text"].includes(type)) return [];
  const count = values.filter((value) => value !== null).length;
  return count === 0 ? [] : [`${name}: people are imported by their names, not as accounts. Cells: ${count}.`];
}

/** Different names, none of them reserved or empty. A name that is not in the header differs from all that are. */
function namesOf(header: readonly string[]): string[] {
  const given = new Set(header.map(foldKey));
  const used = new Set<string>();
  return header.map((written, n) => {
    const words = written.replaceAll(/\s+/g, " ").trim().slice(0, 100);
    const base = words === "" ? `Column ${n + 1}` : RESERVED.has(foldKey(words)) ? `${words} (column)` : words;
    const [own, folded] = [foldKey(words), foldKey(base)];
    const isTaken = (name: string): boolean => used.has(name) || (name !== own && given.has(name));
    let end = "";
    for (let i = 2; isTaken(folded + end); i++) end = ` ${i}`;
    used.add(folded + end);
    return base + end;
  });
}

/** The column whose cells are the titles of the pages; the first one without pages. */
function titleColumn(records: readonly (readonly string[])[], files: readonly RowFile[]): number {
  const titles = new Set(files.map(({ name, text }) => headingTitle(text) ?? name));
  const count = (column: number): number => records.filter((record) => titles.has(record[column]?.trim() ?? "")).length;
  const width = Math.min(20, Math.max(0, ...records.slice(0, 1).map(({ length }) => length)));
  let best = 0;
  let most = count(0);
  for (let column = 1; column < width; column++) {
    const found = count(column);
    if (found > most) [best, most] = [column, found];
  }
  return best;
}

function toRow(record: readonly string[], sources: readonly string[], titleAt: number, isEscaped: boolean): RowCells {
  const cellAt = (n: number): string => {
    const cell = record[n]?.trim() ?? "";
    return isEscaped ? cell.replace(/^'(?=[=+\-@])/, "") : cell;
  };
  const cells = sources.flatMap((name, n) => {
    const cell = cellAt(n);
    return cell === "" || n === titleAt ? [] : [[name, cell] as const];
  });
  return { title: cellAt(titleAt), cells: new Map(cells) };
}

type SourceColumn = Column & { readonly source: string };

type Table = {
  readonly columns: readonly SourceColumn[];
  /** Those of all columns in the header. */
  readonly names: ReadonlySet<string>;
  /** The names of columns beyond the limit. */
  readonly untaken: readonly string[];
};

function rowOf(
  row: RowCells,
  n: number,
  { columns, names, untaken }: Table,
  file: RowFile | undefined,
  notes: CellNote[],
): DatabaseRow {
  const lines: string[] = [];
  const inText = new Map(
    untaken.flatMap((source) => {
      const cell = row.cells.get(source);
      return cell === undefined ? [] : [[source, cell] as const];
    }),
  );
  let length = 0;
  for (const { property, values, faults, source } of columns) {
    const cell = row.cells.get(source) ?? "";
    const line = matterLine(property.name, values[n] ?? null);
    const isLeft = cell.length > MAX_CELL || length + (line?.length ?? 0) > MAX_FRONT_MATTER - 1_000;
    const fault = isLeft ? "it is too long for a property, kept in the text" : faults.get(n);
    if (fault !== undefined) notes.push({ row: n, column: property.name, reason: fault });
    if (isLeft) inText.set(source, cell);
    else if (line !== null) {
      lines.push(line);
      length += line.length + 1;
    }
  }
  // Lines of cells that stay in the text are not repeated.
  const repeated = new Map([...row.cells].filter(([name]) => !inText.has(name)));
  const { text, kept } = withoutRepeated(file?.text ?? "", names, { ...row, cells: repeated });
  const added = [...inText].filter(([name]) => !kept.includes(name)).map(([name, cell]) => `${name}: ${cell}\n`);
  const body =
    added.length === 0 ? text : `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${added.join("\n")}`;
  return { path: file?.path ?? null, title: row.title, text: withMatter(lines, body) };
}

/** Declarations that would exceed the limit of front matter lose their options, longest first. */
function withinLimit(properties: readonly Property[]): readonly Property[] {
  const sizeOf = ({ name, options }: Property): number =>
    name.length + 40 + options.reduce((sum, { label }) => sum + label.length + 12, 0);
  let size = properties.reduce((sum, each) => sum + sizeOf(each), 0);
  const plain = new Set<Property>();
  for (const each of properties.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    if (size < MAX_FRONT_MATTER - 4_000) break;
    plain.add(each);
    size -= sizeOf(each) - each.name.length - 40;
  }
  return properties.map((each) =>
    plain.has(each) ? newProperty(each.name, each.type === "choice" ? "text" : each.type) : each,
  );
}
