/** What a view of a folder shows: its properties, the value of a cell, groups, and the values of a new page. Pure. */
import type { FolderRow, RowsAnswer } from "../../../features/properties/contract.ts";
import { applyEdits, setProperty } from "../../../formats/properties/front-matter-edits.ts";
import { foldKey, type PropertyValue } from "../../../formats/properties/front-matter.ts";
import {
  COLORS,
  findOption,
  findProperty,
  newProperty,
  type Option,
  type Property,
  PROPERTY_TYPES,
} from "../../../formats/properties/schema.ts";
import type { Reference } from "../../../formats/properties/values.ts";
import type { View } from "../../../formats/properties/view-blocks.ts";
import { isTest, type Query } from "../../../formats/query/query.ts";
import type { ShownValue } from "../../shared/properties/value-view.tsx";

const optionOf = ({ label, color, limit }: RowsAnswer["properties"][number]["options"][number]): Option => ({
  label,
  color: COLORS.find((each) => each === color) ?? null,
  limit,
  isDone: false,
  was: null,
});

/** Declarations as the service returns them, for a folder that declares none itself. */
export const inherited = (declared: RowsAnswer["properties"]): readonly Property[] =>
  declared.map(({ name, type, options, currency }) => ({
    ...newProperty(name, PROPERTY_TYPES.find((each) => each === type) ?? "text"),
    options: options.map(optionOf),
    currency,
  }));

const KINDS = { user: "people", page: "page", file: "file" } as const;

function guessed(name: string, { value }: ShownValue): Property {
  const [first] = Array.isArray(value) ? value : [];
  const kind = /^(user|page|file):/.exec(first ?? "")?.[1];
  const type =
    typeof value === "number"
      ? "number"
      : typeof value === "boolean"
        ? "checkbox"
        : kind === "user" || kind === "page" || kind === "file"
          ? KINDS[kind]
          : Array.isArray(value)
            ? "choices"
            : "text";
  return newProperty(name, type);
}

/** The declared properties, then those that only pages have. */
export function propertiesOf(schema: readonly Property[], rows: readonly FolderRow[]): readonly Property[] {
  const found = new Map<string, Property>();
  for (const { values } of rows)
    for (const [name, value] of Object.entries(values)) {
      const key = foldKey(name);
      if (!found.has(key) && findProperty(schema, name) === null)
        found.set(key, guessed(name, { ...value, references: [] }));
    }
  return [...schema, ...found.values()];
}

/** The columns besides the title; all properties for a view that names none. */
export function columnsOf(view: View, properties: readonly Property[]): readonly Property[] {
  if (view.columns.length === 0) return properties;
  return view.columns.flatMap((name) => findProperty(properties, name) ?? []);
}

const REFERENCE = /^(user|page|file):(.+)$/;

function referencesOf(value: readonly string[], text: string): readonly Reference[] {
  const parts = text.split(", ");
  return value.flatMap((item, n) => {
    const [, kind, id = ""] = REFERENCE.exec(item) ?? [];
    // Labels that contain a comma cannot be told apart.
    const label = parts.length === value.length ? (parts[n] ?? "") : text;
    return kind === "user" || kind === "page" || kind === "file" ? [{ kind, id, label }] : [];
  });
}

export function shownIn(row: FolderRow, property: Property): ShownValue {
  const key = foldKey(property.name);
  const found = Object.entries(row.values).find(([name]) => foldKey(name) === key)?.[1];
  if (!found) return { value: null, text: "", references: [], fits: true };
  return { ...found, references: Array.isArray(found.value) ? referencesOf(found.value, found.text) : [] };
}

export type RowGroup = {
  readonly key: string;
  /** Null for the pages without a value. */
  readonly label: string | null;
  readonly option: Option | null;
  readonly rows: readonly FolderRow[];
};

/** In the order of the declared options; unknown values follow, and pages without a value are last. */
export function groupsOf(rows: readonly FolderRow[], property: Property): readonly RowGroup[] {
  const groups = new Map<string, RowGroup>(
    property.options.map((option) => [foldKey(option.label), { key: foldKey(option.label), label: option.label, option, rows: [] }]), // oxfmt-ignore
  );
  const none: FolderRow[] = [];
  for (const row of rows) {
    const { text } = shownIn(row, property);
    const option = findOption(property.options, text);
    const key = foldKey(option?.label ?? text);
    if (key === "") none.push(row);
    else {
      const group = groups.get(key) ?? { key, label: text, option: null, rows: [] };
      groups.set(key, { ...group, rows: [...group.rows, row] });
    }
  }
  return [...groups.values(), { key: "", label: null, option: null, rows: none }];
}

/** The values that the equalities of a filter require, as far as a new page can have them. */
export function valuesOf(query: Query | null, properties: readonly Property[]): ReadonlyMap<string, PropertyValue> {
  const values = new Map<string, PropertyValue>();
  const parts = query === null ? [] : "and" in query ? query.and : [query];
  for (const part of parts) {
    if (!isTest(part) || (part.op !== "=" && part.op !== "has") || typeof part.v === "object" || part.v === undefined)
      continue;
    const property = findProperty(properties, part.p);
    const isPlain = property && !["people", "page", "file", "formula", "rollup"].includes(property.type);
    if (!isPlain || /^(?:today|me\b)/i.test(String(part.v))) continue;
    values.set(property.name, property.type === "choices" ? [String(part.v)] : part.v);
  }
  return values;
}

/** Front matter with these values; nothing without any. */
export const textWith = (values: ReadonlyMap<string, PropertyValue>): string =>
  [...values].reduce((text, [name, value]) => applyEdits(text, setProperty(text, name, value) ?? []), "");
