/**
 * Pages of a Notion database's rows: the heading, one line per property, and the content. Finds the row of a page, and
 * removes the lines whose values the row repeats. Pure.
 */
import { plainText } from "../../markdown/inline.ts";
import { notionIdOf, readFilePaths, readRelation } from "./relations.ts";

export type RowCells = {
  readonly title: string;
  /** By column name; no entry for an empty cell. */
  readonly cells: ReadonlyMap<string, string>;
};

type PropertyLine = { readonly from: number; readonly to: number; readonly name: string; readonly value: string };

/** Where the properties of a page may begin: after its heading. */
function headingOf(text: string): { readonly title: string; readonly end: number } | null {
  const [whole, words = ""] = /^\s*#[ \t]+(.+)\n*/.exec(text.slice(0, 4_000)) ?? [];
  return whole === undefined ? null : { title: plainText(words), end: whole.length };
}

/** The title that the page's heading shows; null without a heading. */
export const headingTitle = (text: string): string | null => headingOf(text)?.title ?? null;

/** A value may continue on more lines, if the row has such a value. */
function propertyLines(text: string, names: ReadonlySet<string>, cells: ReadonlyMap<string, string>): PropertyLine[] {
  const lines: PropertyLine[] = [];
  for (let at = headingOf(text)?.end ?? 0; at < text.length;) {
    const feed = text.indexOf("\n", at);
    let end = feed === -1 ? text.length : feed;
    const line = text.slice(at, end);
    const name = nameAt(line, names);
    if (name === null) break;
    const start = at + name.length + 1;
    const cell = cells.get(name) ?? "";
    if (cell.includes("\n") && text.startsWith(` ${cell}`, start)) end = start + 1 + cell.length;
    lines.push({ from: at, to: Math.min(end + 1, text.length), name, value: text.slice(start, end).trim() });
    at = end + 1;
  }
  return lines;
}

/** The longest column name that the line begins with. */
function nameAt(line: string, names: ReadonlySet<string>): string | null {
  for (let colon = line.lastIndexOf(":", 200); colon > 0; colon = line.lastIndexOf(":", colon - 1)) {
    const name = line.slice(0, colon);
    if (names.has(name) && /^(?:\s|$)/.test(line.slice(colon + 1))) return name;
  }
  return null;
}

/** The page repeats the paths of pages and files relative to itself. */
function isEqual(value: string, cell: string): boolean {
  const plain = (words: string): string => words.replaceAll(/\s+/g, " ").trim();
  if (plain(value) === plain(cell)) return true;
  const [here, there] = [readRelation(value), readRelation(cell)];
  if (here && there) return keysOf(here.map(({ target }) => notionIdOf(target))) === keysOf(there.map(({ target }) => notionIdOf(target))); // oxfmt-ignore
  const [files, others] = [readFilePaths(value), readFilePaths(cell)];
  const last = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  return files !== null && others !== null && keysOf(files.map(last)) === keysOf(others.map(last));
}

const keysOf = (keys: readonly (string | null)[]): string => keys.join(", ");

/** The number of the page's property lines that the row has too. */
export const countEqual = (text: string, names: ReadonlySet<string>, { cells }: RowCells): number =>
  propertyLines(text, names, cells).filter(({ name, value }) => isEqual(value, cells.get(name) ?? "")).length;

/** The text without the property lines that equal the row's cells; `kept` are the names of the others. */
export function withoutRepeated(
  text: string,
  names: ReadonlySet<string>,
  { cells }: RowCells,
): { readonly text: string; readonly kept: readonly string[] } {
  const lines = propertyLines(text, names, cells);
  const others = lines.filter(({ name, value }) => !isEqual(value, cells.get(name) ?? ""));
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return { text, kept: [] };
  const kept = others.map(({ from, to }) => text.slice(from, to)).join("");
  const after = others.length === 0 ? text.slice(last.to).replace(/^\n+/, "") : text.slice(last.to);
  return { text: text.slice(0, first.from) + kept + after, kept: others.map(({ name }) => name) };
}

/** Folded for comparison: file names lack some characters of titles. */
export const titleKey = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Rows with equal titles whose values are compared with a page. */
const MAX_EQUAL = 100;

/** The row of each page by index, or null. Of rows with equal titles the one with the most equal values is chosen. */
export function pairRows(
  pages: readonly { readonly title: string; readonly text: string }[],
  rows: readonly RowCells[],
  names: ReadonlySet<string>,
): readonly (number | null)[] {
  const byTitle = new Map<string, number[]>();
  for (const [row, { title }] of rows.entries()) {
    for (const key of new Set([title, titleKey(title)])) {
      const same = byTitle.get(key);
      if (same) same.push(row);
      else byTitle.set(key, [row]);
    }
  }
  const taken = new Set<number>();
  const free = (key: string): number[] => (byTitle.get(key) ?? []).filter((row) => !taken.has(row)).slice(0, MAX_EQUAL);
  return pages.map(({ title, text }) => {
    const same = free(title);
    const [first, ...others] = same.length > 0 ? same : free(titleKey(title));
    if (first === undefined) return null;
    let [best, most] = [first, others.length === 0 ? 0 : scoreOf(text, rows[first], names)];
    for (const row of others) {
      const score = scoreOf(text, rows[row], names);
      if (score > most) [best, most] = [row, score];
    }
    taken.add(best);
    return best;
  });
}

const scoreOf = (text: string, row: RowCells | undefined, names: ReadonlySet<string>): number =>
  row ? countEqual(text, names, row) : 0;
