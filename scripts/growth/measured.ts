/** The measured costs that the growth model adds up: the tables of docs/performance.md, and bytes of real rows. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { root } from "../commands.ts";
import { ASSUMED } from "./assumptions.ts";

export type Cost = {
  readonly trips: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly objectRows: number;
  readonly calls: number;
};

const page = (): string => readFileSync(join(root, "docs/performance.md"), "utf8");

/** The cells of every table row, without padding. */
const rowsOf = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** "3" or "3 +1": what the response waited for, and later work. */
const total = (cell: string): number => cell.split("+").reduce((sum, part) => sum + Number(part || 0), 0);

/** Requests by name, from the first table of counts. Throws for a name that the table lacks. */
export function measuredRequests(): (name: string) => Cost {
  const rows = new Map(rowsOf(page()).map(([name = "", ...cells]) => [name, cells]));
  return (name) => {
    const cells = rows.get(name);
    if (cells?.length !== 7) throw new Error(`docs/performance.md has no counts for ${name}.`);
    const [trips = 0, rowsRead = 0, rowsWritten = 0, objectRows = 0, calls = 0] = cells.map(total);
    return { trips, rowsRead, rowsWritten, objectRows, calls };
  };
}

/** Messages, and rows written and later deleted, of a minute of typing. */
export function measuredTyping(): (manner: string) => { readonly messages: number; readonly rows: number } {
  const rows = new Map(rowsOf(page()).map(([name = "", ...cells]) => [name, cells]));
  return (manner) => {
    const [messages, written, deleted] = (rows.get(manner) ?? []).map(Number);
    if (messages === undefined || written === undefined || deleted === undefined)
      throw new Error(`docs/performance.md has no minute of typing ${manner}.`);
    return { messages, rows: written + deleted };
  };
}

function migrated(folder: string): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec("PRAGMA page_size = 4096");
  for (const file of readdirSync(join(root, folder)).toSorted())
    database.exec(readFileSync(join(root, folder, file), "utf8"));
  database.exec("PRAGMA foreign_keys = OFF");
  return database;
}

const sizeOf = (database: DatabaseSync): number =>
  Number(database.prepare("SELECT count(*) AS n FROM dbstat").get()?.["n"]) * 4096;

let ids = 0;
/** As long as the service's ids, and in the order of time as they are. */
const nextId = (): string =>
  `01a1${(ids += 1).toString(16).padStart(8, "0")}-7000-8000-${"0".repeat(8)}`.padEnd(36, "0");

/** Bytes of a row of the table with its indexes, on average; columns without a value get one of their type. */
function bytesOfRow(
  database: DatabaseSync,
  table: string,
  values: Readonly<Record<string, () => SQLInputValue>> = {},
): number {
  const COUNT = 2_000;
  const columns = database
    .prepare(`SELECT name, type, "notnull" AS required, dflt_value AS preset FROM pragma_table_info('${table}')`)
    .all()
    .filter(({ name, required, preset }) => Object.hasOwn(values, String(name)) || (required === 1 && preset === null));
  const names = columns.map(({ name }) => String(name));
  const insert = database.prepare(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
  );
  const filler = (type: unknown): SQLInputValue => (type === "TEXT" ? nextId() : 1_790_000_000_000 + ids);
  const before = sizeOf(database);
  database.exec("BEGIN");
  for (let row = 0; row < COUNT; row++)
    insert.run(...columns.map(({ name, type }) => values[String(name)]?.() ?? filler(String(type).toUpperCase())));
  database.exec("COMMIT");
  return Math.round((sizeOf(database) - before) / COUNT);
}

export type Bytes = {
  readonly user: number;
  readonly page: number;
  readonly message: number;
  readonly notification: number;
  readonly file: number;
  readonly indexedPage: number;
};

/** Inserts rows into migrated databases. The text of the index is as long as the page's; its words are those of English. */
export function measuredBytes(): Bytes {
  const main = migrated("migrations/main");
  const search = migrated("migrations/search");
  const text = (length: number) => (): string => wordsOf(length);
  const once = (value: SQLInputValue) => (): SQLInputValue => value;
  const user = bytesOfRow(main, "users") + 4 * bytesOfRow(main, "sessions") + 2 * bytesOfRow(main, "drives");
  const pageRow = bytesOfRow(main, "pages", { type: once("DOCUMENT"), title: text(40), parent_id: nextId });
  const contents = bytesOfRow(main, "page_contents", { content: text(ASSUMED.textLength) });
  const grants = 0.1 * bytesOfRow(main, "page_grants", { rights: once(1) });
  return {
    user,
    page: Math.round(pageRow + contents + grants),
    message: bytesOfRow(main, "messages", {
      role: once("user"),
      user_id: nextId,
      content: text(ASSUMED.messageLength),
    }),
    notification: bytesOfRow(main, "notifications", { type: once("MENTION"), message: text(80), page_id: nextId }),
    file: bytesOfRow(main, "blobs") + bytesOfRow(main, "files", { role: once("content"), status: once("completed") }),
    indexedPage: bytesOfIndex(search, ASSUMED.textLength),
  };
}

function bytesOfIndex(database: DatabaseSync, length: number): number {
  const docs = bytesOfRow(database, "docs", { title: () => wordsOf(40), body: () => wordsOf(length) });
  const before = sizeOf(database);
  const insert = database.prepare("INSERT INTO terms (rowid, tokens) VALUES (?, ?)");
  database.exec("BEGIN");
  for (let row = 1; row <= 2_000; row++) insert.run(row, termsOfWords(wordsOf(length)));
  database.exec("COMMIT");
  return docs + Math.round((sizeOf(database) - before) / 2_000);
}

let seed = 1;
const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;

/** Words of three to nine letters; as in a language, a few of 20,000 are frequent. */
function wordsOf(length: number): string {
  let text = "";
  while (text.length < length) {
    const rank = Math.floor(20_000 ** random());
    text += `${(rank * 2_654_435_761).toString(26).slice(-3 - (rank % 7))} `;
  }
  return text.slice(0, length);
}

/** Words and their letters in threes, marked as the index marks them. */
function termsOfWords(text: string): string {
  const terms = new Set<string>();
  for (const word of text.split(" ").filter(Boolean)) {
    terms.add(`w${word}`);
    for (let at = 0; at + 3 <= word.length; at++) terms.add(`t${word.slice(at, at + 3)}`);
  }
  return [...terms].join(" ");
}
