/**
 * Edits of front matter. Each changes one property and nothing else, so that comments, quotes and the order of lines
 * stay, and concurrent edits of other properties merge. They return null if the text does not allow the edit: the
 * property is raw, or the front matter is past its limits. Pure.
 */
import type { Edit } from "../tasks/edits.ts";
import {
  findEntry,
  foldKey,
  MAX_KEYS,
  readFrontMatter,
  type Entry,
  type FrontMatter,
  type PropertyValue,
  type Scalar,
} from "./front-matter.ts";
import { writeScalar } from "./scalars.ts";

/** A property, or one below `statuses:` or `properties:`. */
export type KeyPath = string | readonly [map: "statuses" | "properties", key: string];

type Place = {
  readonly matter: FrontMatter;
  /** The entries among which the key is. */
  readonly entries: readonly Entry[];
  readonly map: Entry | null;
  readonly key: string;
};

function find(text: string, path: KeyPath): Place | "none" | null {
  const matter = readFrontMatter(text);
  if (matter === null) return "none";
  if (matter.isTooLarge) return null;
  if (typeof path === "string") return { matter, entries: matter.entries, map: null, key: path };
  const map = findEntry(matter.entries, path[0]);
  if (map && map.form !== "map" && (map.form !== "scalar" || map.value !== null)) return null;
  return { matter, entries: map?.below ?? [], map, key: path[1] };
}

const equals = (entries: readonly Entry[], key: string): readonly Entry[] =>
  entries.filter((entry) => entry.key !== null && foldKey(entry.key) === foldKey(key));

const list = (items: readonly Scalar[]): string => `[${items.map((item) => writeScalar(item, true)).join(", ")}]`;

const isList = (value: PropertyValue): value is readonly Scalar[] => Array.isArray(value);

const written = (value: PropertyValue): string => (isList(value) ? list(value) : writeScalar(value));

const lineOf = (key: string, value: PropertyValue, indent = ""): string =>
  `${indent}${writeScalar(key)}:${written(value) === "" ? "" : ` ${written(value)}`}`;

/** Lists below `properties:` have an item per line, because people change single options. */
const nestedLines = (key: string, value: PropertyValue, indent: string): string =>
  isList(value)
    ? [`${indent}${writeScalar(key)}:`, ...value.map((item) => `${indent}  - ${writeScalar(item)}`)].join("\n")
    : lineOf(key, value, indent);

/** Sets the value; adds the property after the others if it is missing, and front matter to a text without. */
export function setProperty(text: string, path: KeyPath, value: PropertyValue): Edit[] | null {
  const place = find(text, path);
  if (place === null) return null;
  if (place === "none") {
    const lines = typeof path === "string" ? lineOf(path, value) : `${path[0]}:\n${nestedLines(path[1], value, "  ")}`;
    return [{ from: 0, insert: `---\n${lines}\n---\n` }];
  }
  const entry = findEntry(place.entries, place.key);
  if (entry === null) return add(text, place, path, value);
  const isNested = typeof path !== "string";
  return isNested && isList(value) && entry.form === "scalar"
    ? setNestedList(text, entry, value)
    : setValue(text, entry, value);
}

function setNestedList(text: string, entry: Entry, value: readonly Scalar[]): Edit[] {
  const lead = `\n${indentOf(text, entry)}  - `;
  const { from, to } = entry.valueAt;
  const lines = { from: entry.to, insert: value.map((item) => lead + writeScalar(item)).join("") };
  return from === to ? [lines] : [{ from: text.lastIndexOf(":", from) + 1, to, insert: "" }, lines];
}

function add(text: string, { matter, map }: Place, path: KeyPath, value: PropertyValue): Edit[] | null {
  if (matter.entries.reduce((sum, { below }) => sum + 1 + below.length, 0) >= MAX_KEYS) return null;
  if (typeof path === "string") return [{ from: matter.to, insert: `${lineOf(path, value)}\n` }];
  const last = map?.below.at(-1);
  const lines = nestedLines(path[1], value, last ? indentOf(text, last) : "  ");
  if (map) return [{ from: map.to, insert: `\n${lines}` }];
  return [{ from: matter.to, insert: `${path[0]}:\n${lines}\n` }];
}

const indentOf = (text: string, { from }: Entry): string => /^[ \t]*/.exec(text.slice(from, from + 200))?.[0] ?? "";

function setValue(text: string, entry: Entry, value: PropertyValue): Edit[] | null {
  if (entry.form === "raw" || entry.form === "map") return null;
  if (isList(value) && entry.form === "brackets") return setBrackets(entry, value);
  if (isList(value) && entry.form === "lines") return setLines(text, entry, value);
  if (isSame(entry, value)) return [];
  const [at, to] = [entry.valueAt.from, entry.form === "lines" ? entry.to : entry.valueAt.to];
  const next = entry.form === "scalar" ? quotedAlike(text.charAt(at), value) : written(value);
  const space = text.charAt(at - 1) === ":" && next !== "" ? " " : "";
  // A comment after an empty value begins at the value.
  const after = at === to && next !== "" && text.charAt(at) === "#" ? " " : "";
  return [{ from: at, to, insert: space + next + after }];
}

const isSame = (entry: Entry, value: PropertyValue): boolean =>
  !isList(value) && entry.form === "scalar" && entry.value === value;

/** Keeps the quotes that a text has. */
function quotedAlike(quote: string, value: PropertyValue): string {
  if (typeof value !== "string" || /\p{Cc}/u.test(value)) return written(value);
  if (quote === "'") return `'${value.replaceAll("'", "''")}'`;
  return quote === '"' ? JSON.stringify(value) : written(value);
}

type Difference = { readonly start: number; readonly end: number; readonly middle: readonly Scalar[] };

/** The items from `start`, and before the last `end`, differ. */
function difference(entry: Entry, next: readonly Scalar[]): Difference {
  const old = entry.items.map(({ value }) => value);
  const most = Math.min(old.length, next.length);
  let start = 0;
  while (start < most && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  return { start, end, middle: next.slice(start, next.length - end) };
}

function setBrackets(entry: Entry, value: readonly Scalar[]): Edit[] {
  const { start, end, middle } = difference(entry, value);
  const { items } = entry;
  if (middle.length === 0 && start + end === items.length) return [];
  const before = items[start - 1];
  const after = items[items.length - end];
  const from = before?.to ?? entry.valueAt.from + 1;
  const to = after?.from ?? entry.valueAt.to - 1;
  const parts = middle.map((item) => writeScalar(item, true));
  return [{ from, to, insert: [...(before ? [""] : []), ...parts, ...(after ? [""] : [])].join(", ") }];
}

function lineEnd(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed === -1 ? text.length : feed;
}

function setLines(text: string, entry: Entry, value: readonly Scalar[]): Edit[] {
  const { start, end, middle } = difference(entry, value);
  const { items } = entry;
  if (middle.length === 0 && start + end === items.length) return [];
  const [first] = items;
  const lead = first ? text.slice(text.lastIndexOf("\n", first.from) + 1, first.from) : "  - ";
  const before = items[start - 1];
  const last = items[items.length - 1 - end];
  const from = lineEnd(text, before?.to ?? entry.valueAt.to);
  const to = last && start + end < items.length ? lineEnd(text, last.to) : from;
  return [{ from, to, insert: middle.map((item) => `\n${lead}${writeScalar(item)}`).join("") }];
}

/** Renames every property of this name, so that the one that counts stays the same. No edit if the new name exists. */
export function renameProperty(text: string, path: KeyPath, next: string): Edit[] | null {
  const place = find(text, path);
  if (place === null || place === "none") return place === null ? null : [];
  const isTaken = foldKey(next) !== foldKey(place.key) && findEntry(place.entries, next) !== null;
  if (isTaken || foldKey(next) === "") return null;
  return equals(place.entries, place.key).map(({ keyAt }) => ({ ...keyAt, insert: writeScalar(next) }));
}

/** Removes every property of this name, even if its value is raw. */
export function removeProperty(text: string, path: KeyPath): Edit[] | null {
  const place = find(text, path);
  if (place === null || place === "none") return place === null ? null : [];
  return equals(place.entries, place.key).map(({ from, to }) => ({ from, to: to + 1 }));
}

/** Moves a property in front of another one; to the end if `before` is null. */
export function moveProperty(text: string, path: KeyPath, before: string | null): Edit[] | null {
  const place = find(text, path);
  if (place === null || place === "none") return null;
  const entry = findEntry(place.entries, place.key);
  const next = before === null ? null : findEntry(place.entries, before);
  if (entry === null || entry === next || (before !== null && next === null)) return [];
  const last = place.entries.at(-1);
  if (next === null && last === entry) return [];
  const lines = text.slice(entry.from, entry.to);
  const added = next ? { from: next.from, insert: `${lines}\n` } : { from: last?.to ?? 0, insert: `\n${lines}` };
  return [{ from: entry.from, to: entry.to + 1 }, added].toSorted((a, b) => a.from - b.from);
}

/** Applies edits of one text, whose ranges do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((next, { from, to = from, insert = "" }) => next.slice(0, from) + insert + next.slice(to), text);
}
