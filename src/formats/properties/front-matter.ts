/**
 * Reads the front matter of a page: lines of `key: value` between two lines of `---` at the start of the text. Values
 * are scalars and lists, in brackets or an item per line; below `statuses:` and `properties:` there is one more level
 * of keys. Everything else is raw: it is shown as written, and no edit rewrites it. Pure, linear in the text.
 */
import { isContent, keyEnd, lineAt, MAX_FRONT_MATTER, spanOfMatter } from "./delimiters.ts";
import { listAt, scalarAt, type Scalar, type ScalarAt, type Span } from "./scalars.ts";

export { delimited, lineAt, MAX_FRONT_MATTER } from "./delimiters.ts";
export type { Scalar, ScalarAt, Span } from "./scalars.ts";

export type PropertyValue = Scalar | readonly Scalar[];

/** One property with the lines below it, without the last line ending. */
export type Entry = Span & {
  /** As written, without quotes; null for a line that is not `key: value`. */
  readonly key: string | null;
  readonly keyAt: Span;
  /** The value on the key's line, without its comment; empty before a list with an item per line. */
  readonly valueAt: Span;
  /** Null for no value, and for raw entries. */
  readonly value: PropertyValue;
  /** The items of a list, the one scalar otherwise; none for a raw or empty value. */
  readonly items: readonly ScalarAt[];
  /** `lines`: an item per line; `brackets`: a list in one line. */
  readonly form: "scalar" | "brackets" | "lines" | "map" | "raw";
  /** The second level; only of `map`. */
  readonly below: readonly Entry[];
};

/** `from` and `to` delimit the lines between the two delimiter lines; the page's body begins at `end`. */
export type FrontMatter = Span & {
  readonly end: number;
  readonly entries: readonly Entry[];
  /** Past the limits of size or number of keys, no edit is possible. */
  readonly isTooLarge: boolean;
};

export const MAX_KEYS = 200;
/** Keys with a second level of keys. */
const MAPS = new Set(["statuses", "properties"]);

type Line = Span & { readonly text: string; readonly indent: number };

/** Names are compared without regard to case, blanks around them and Unicode composition. */
export const foldKey = (key: string): string => key.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();

/** Null for a text without front matter; lines of prose between two rules are none. */
export function readFrontMatter(text: string): FrontMatter | null {
  const found = spanOfMatter(text);
  if (found === null) return null;
  const { from, to } = found;
  if (to - from > MAX_FRONT_MATTER) return { ...found, entries: [], isTooLarge: true };
  const entries = entriesOf(linesOf(text, from, to), true);
  return { ...found, entries: entries.slice(0, MAX_KEYS), isTooLarge: countKeys(entries) > MAX_KEYS };
}

const countKeys = (entries: readonly Entry[]): number => entries.reduce((sum, { below }) => sum + 1 + below.length, 0);

/** The offset at which the body of the page begins. */
export const bodyStart = (text: string): number => spanOfMatter(text)?.end ?? 0;

function linesOf(text: string, from: number, to: number): Line[] {
  const lines: Line[] = [];
  for (let at = from; at < to;) {
    const [line, next] = lineAt(text, at);
    if (isContent(line))
      lines.push({ from: at, to: at + line.length, text: line, indent: line.length - line.trimStart().length });
    at = next;
  }
  return lines;
}

/** A property begins at the indentation of the first one; everything indented further is below it. */
function entriesOf(lines: readonly Line[], mayNest: boolean): Entry[] {
  const entries: Entry[] = [];
  const indent = lines[0]?.indent ?? 0;
  for (let at = 0; at < lines.length;) {
    let next = at + 1;
    while (next < lines.length && isBelow(lines[next], indent)) next += 1;
    const [head, ...rest] = lines.slice(at, next);
    if (head) entries.push(entryOf(head, rest, mayNest));
    at = next;
  }
  return entries;
}

const isBelow = (line: Line | undefined, indent: number): boolean =>
  line !== undefined && (line.indent > indent || (line.indent === indent && /^\s*-(?:\s|$)/.test(line.text)));

function entryOf(head: Line, rest: readonly Line[], mayNest: boolean): Entry {
  const length = keyEnd(head.text.slice(head.indent));
  const keyFrom = head.from + head.indent;
  const to = rest.at(-1)?.to ?? head.to;
  const none = { from: keyFrom, to: keyFrom };
  const raw = { from: head.from, to, value: null, items: [], below: [], form: "raw" } as const;
  if (length < 0) return { ...raw, key: null, keyAt: none, valueAt: none };
  const keyAt = { from: keyFrom, to: keyFrom + length };
  const colon = head.text.indexOf(":", head.indent + length);
  const key = keyOf(head.text.slice(head.indent, head.indent + length));
  const blanks = /[ \t]*/y;
  blanks.lastIndex = colon + 1;
  const start = colon + 1 + (blanks.exec(head.text)?.[0].length ?? 0);
  const value = valueOf(head, start);
  const entry = { ...raw, key, keyAt, valueAt: value?.at ?? { from: head.from + start, to: head.to } };
  if (key === null || value === null) return entry;
  if (rest.length === 0) return { ...entry, ...value.read };
  if (value.at.from !== value.at.to) return entry;
  if (mayNest && MAPS.has(foldKey(key)) && !isItem(rest[0]))
    return { ...entry, form: "map", below: entriesOf(rest, false) };
  const items = itemsOf(rest);
  return items === null ? entry : { ...entry, form: "lines", items, value: items.map((item) => item.value) };
}

const isItem = (line: Line | undefined): boolean => line !== undefined && /^\s*-(?:\s|$)/.test(line.text);

function keyOf(source: string): string | null {
  const key = scalarAt(source, 0);
  if (key === null || source === '""' || source === "''") return null;
  return typeof key.value === "string" ? key.value : key.source;
}

type Read = Pick<Entry, "value" | "items" | "form">;

/** The value that begins at `start` of the key's line; null for one that is raw. */
function valueOf(head: Line, start: number): { readonly at: Span; readonly read: Read } | null {
  const shift = ({ from, to }: Span): Span => ({ from: head.from + from, to: head.from + to });
  if (head.text[start] === "[") {
    const list = listAt(head.text, start);
    if (list === null) return null;
    const items = list.items.map((item) => ({ ...item, ...shift(item) }));
    return { at: shift(list), read: { form: "brackets", items, value: items.map(({ value }) => value) } };
  }
  const scalar = scalarAt(head.text, start);
  if (scalar === null) return null;
  const items = scalar.value === null ? [] : [{ ...scalar, ...shift(scalar) }];
  return { at: shift(scalar), read: { form: "scalar", items, value: scalar.value } };
}

/** An item per line, all indented alike; null if anything else is among them. */
function itemsOf(lines: readonly Line[]): ScalarAt[] | null {
  const items: ScalarAt[] = [];
  const indent = lines[0]?.indent;
  for (const line of lines) {
    const lead = /^\s*-[ \t]+/.exec(line.text)?.[0];
    const item = lead === undefined || line.indent !== indent ? null : scalarAt(line.text, lead.length);
    if (item === null) return null;
    items.push({ ...item, from: line.from + item.from, to: line.from + item.to });
  }
  return items;
}

/** The entry that counts: the last of those with this name. */
export const findEntry = (entries: readonly Entry[], key: string): Entry | null => {
  const folded = foldKey(key);
  return entries.findLast((entry) => entry.key !== null && foldKey(entry.key) === folded) ?? null;
};

/** The properties that count, in the order of their lines. */
export function countedEntries(entries: readonly Entry[]): readonly Entry[] {
  const last = new Map(entries.flatMap((entry) => (entry.key === null ? [] : [[foldKey(entry.key), entry] as const])));
  return entries.filter((entry) => entry.key !== null && last.get(foldKey(entry.key)) === entry);
}
