/**
 * Typed values of properties: what a value means under its declared type, its text, and its key for sorting. A value
 * that does not fit its type is marked, and shown as written. Pure.
 */
import { countedEntries, foldKey, type Entry, type FrontMatter } from "./front-matter.ts";
import { findOption, type Option, type Property, type PropertyType } from "./schema.ts";
import type { ScalarAt } from "./scalars.ts";

export type Reference = { readonly kind: "user" | "page" | "file"; readonly id: string; readonly label: string };

export type TypedValue = {
  /** A list for choices, people and pages; ids (`user:ID`, `page:ID`, `file:ID`) for references; null for none. */
  readonly value: string | number | boolean | readonly string[] | null;
  readonly text: string;
  readonly references: readonly Reference[];
  readonly fits: boolean;
  /** Sorts within the type; null sorts last. */
  readonly sort: string | number | null;
};

const NONE: TypedValue = { value: null, text: "", references: [], fits: true, sort: null };

const REFERENCE = /^@?\[((?:\\.|[^[\]\\])*)\]\((user|page|file):([\w-]+)\)$/;

/** A mention or link that is the whole value, such as `@[Ann](user:ID)` or `[Plan](page:ID)`. */
export function readReference(source: string): Reference | null {
  const [, label = "", kind, id = ""] = REFERENCE.exec(source.trim()) ?? [];
  if (kind !== "user" && kind !== "page" && kind !== "file") return null;
  return { kind, id, label: label.replaceAll(/\\(.)/g, "$1") };
}

/** Inverse of `readReference`. */
export function writeReference({ kind, id, label }: Reference): string {
  const words = label
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[[\]\\]/g, String.raw`\$&`);
  return `${kind === "user" ? "@" : ""}[${words}](${kind}:${id})`;
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([01]\d|2[0-3]):[0-5]\d)?$/;

function isDay(source: string): boolean {
  const [, year, month, day] = DAY.exec(source) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** A day, a day with a time, or a range of two; null for anything else. Never a moment, which would depend on a zone. */
export function readDate(source: string): { readonly start: string; readonly end: string | null } | null {
  const [start = "", end = null, ...rest] = source.split("/").map((part) => part.trim());
  if (rest.length > 0 || !isDay(start) || (end !== null && (!isDay(end) || end < start))) return null;
  return { start: start.replace(" ", "T"), end: end?.replace(" ", "T") ?? null };
}

const MAX_ADDRESS = 2_000;
/** The parts of a domain contain no dot, so that a text that does not match is tried in linear time. */
const ADDRESS =
  /^(?:(?:https?:\/\/|mailto:|tel:)\S+|[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?)$/u;

const isAddress = (source: string): boolean => source.length <= MAX_ADDRESS && ADDRESS.test(source);

/** The words of a scalar as its reader sees them. */
export const textOf = ({ value, source }: ScalarAt): string => (typeof value === "string" ? value : source);

const joined = (items: readonly ScalarAt[]): string =>
  items.map((item) => readReference(textOf(item))?.label ?? textOf(item)).join(", ");

/** The value of `entry`, null for a property that the page does not have. Without a property, it is read as text. */
export function typedValue(property: Property | null, entry: Entry | null): TypedValue {
  if (entry === null || (entry.items.length === 0 && entry.form !== "raw")) return NONE;
  const text = joined(entry.items);
  const misfit: TypedValue = { ...NONE, value: text, text, fits: false, sort: foldKey(text) };
  if (entry.form === "raw" || entry.form === "map") return { ...misfit, value: null };
  if (property?.isUnderstood === false) return misfit;
  return READERS[property?.type ?? "text"](entry.items, property?.options ?? [], text) ?? misfit;
}

type Reader = (items: readonly ScalarAt[], options: readonly Option[], text: string) => TypedValue | null;

const asText: Reader = (items, _, text) => ({
  ...NONE,
  value: text,
  text,
  references: items.flatMap((item) => readReference(textOf(item)) ?? []),
  sort: foldKey(text),
});

const one =
  (read: (source: string, item: ScalarAt, options: readonly Option[]) => Partial<TypedValue> | null): Reader =>
  (items, options, text) => {
    const [item] = items;
    const value = item && items.length === 1 ? read(textOf(item).trim(), item, options) : null;
    return value && { ...NONE, text, ...value };
  };

const asReferences =
  (kind: Reference["kind"]): Reader =>
  (items, _, text) => {
    const references = items.flatMap((item) => readReference(textOf(item)) ?? []).filter((each) => each.kind === kind);
    const value = references.map(({ id }) => `${kind}:${id}`);
    return references.length < items.length ? null : { ...NONE, value, text, references, sort: foldKey(text) };
  };

const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);

/** The state of a checkbox that a word means; undefined for any other word. */
export const readTruth = (word: string): boolean | undefined => TRUTH.get(word.toLowerCase());

const READERS: Readonly<Record<PropertyType, Reader>> = {
  text: asText,
  formula: asText,
  rollup: asText,
  number: one((source, { value }) => {
    const number =
      typeof value === "number" ? value : /^-?\d{1,15}(?:\.\d{1,15})?$/.test(source) ? Number(source) : null;
    return number === null ? null : { value: number, sort: number };
  }),
  choice: one((source, _, options) => {
    const option = findOption(options, source);
    return option && { value: option.label, text: option.label, sort: options.indexOf(option) };
  }),
  choices: (items, options) => {
    const labels = items.map((item) => findOption(options, textOf(item))?.label ?? textOf(item));
    const fits = options.length === 0 || labels.every((label) => findOption(options, label) !== null);
    const text = labels.join(", ");
    return { ...NONE, value: labels, text, fits, sort: foldKey(text) };
  },
  people: asReferences("user"),
  page: asReferences("page"),
  file: asReferences("file"),
  date: one((source) => {
    const date = readDate(source);
    if (date === null) return null;
    const written = date.end === null ? date.start : `${date.start}/${date.end}`;
    return { value: written, sort: date.start };
  }),
  checkbox: one((source) => {
    const value = readTruth(source);
    return value === undefined ? null : { value, sort: Number(value) };
  }),
  address: one((source) => (isAddress(source) ? { value: source, sort: foldKey(source) } : null)),
};

/** One item of a value as the index stores it, whatever its declared type: a change of types rewrites no row. */
export type IndexedValue = {
  /** The folded name of the property. */
  readonly key: string;
  /** Position in a list. */
  readonly n: number;
  /** Number, 0 or 1 for a checkbox, the day of a date, the id of a reference, else folded text. */
  readonly value: string | number;
  /** The words, if they differ from `value`. */
  readonly shown: string | null;
};

const MAX_INDEXED_KEY = 100;
const MAX_INDEXED_TEXT = 200;
/** Items of one list. */
const MAX_INDEXED_ITEMS = 50;
/** Rows of one page. */
export const MAX_INDEXED = 500;

export function indexedValues(matter: FrontMatter | null): readonly IndexedValue[] {
  return countedEntries(matter?.entries ?? [])
    .filter(({ form, key }) => form !== "map" && foldKey(key ?? "").length <= MAX_INDEXED_KEY)
    .flatMap(({ key, items }) =>
      items.slice(0, MAX_INDEXED_ITEMS).map((item, n) => indexed(foldKey(key ?? ""), n, item)),
    )
    .slice(0, MAX_INDEXED);
}

function indexed(key: string, n: number, item: ScalarAt): IndexedValue {
  const words = textOf(item).slice(0, MAX_INDEXED_TEXT).trim();
  const { value } = item;
  if (typeof value === "number") return { key, n, value, shown: String(value) === item.source ? null : item.source };
  if (typeof value === "boolean") return { key, n, value: Number(value), shown: item.source };
  const reference = readReference(textOf(item).trim());
  if (reference)
    return { key, n, value: `${reference.kind}:${reference.id}`, shown: reference.label.slice(0, MAX_INDEXED_TEXT) };
  const folded = foldKey(words);
  return { key, n, value: folded, shown: folded === words ? null : words };
}

/** The entry that the index's rows of one property came from, for `typedValue`; null without rows. */
export function entryOfIndexed(rows: readonly IndexedValue[]): Entry | null {
  const none = { from: 0, to: 0 };
  const [first] = rows;
  if (first === undefined) return null;
  const items = rows.map((row): ScalarAt => ({ ...none, ...scalarOfIndexed(row) }));
  const value = items.map((item) => item.value);
  return { ...none, key: first.key, keyAt: none, valueAt: none, below: [], form: "lines", value, items };
}

function scalarOfIndexed({ value, shown }: IndexedValue): Pick<ScalarAt, "value" | "source"> {
  if (typeof value === "number") {
    const isTruth = shown !== null && /^(?:true|false)$/i.test(shown);
    return { value: isTruth ? value === 1 : value, source: shown ?? String(value) };
  }
  const [, kind] = /^(user|page|file):[\w-]+$/.exec(value) ?? [];
  const isReference = (kind === "user" || kind === "page" || kind === "file") && shown !== null;
  if (!isReference) return { value: shown ?? value, source: shown ?? value };
  const source = writeReference({ kind, id: value.slice(kind.length + 1), label: shown });
  return { value: source, source };
}
