/** The type that a value without a declaration is displayed and edited as. Pure. */
import type { Entry } from "./front-matter.ts";
import { findProperty, newProperty, type Property, type PropertyType } from "./schema.ts";
import { readDate, readReference, textOf, typedValue } from "./values.ts";

const TYPE_OF = { user: "people", page: "page", file: "file" } as const;

function guessType(entry: Entry): PropertyType {
  const kinds = new Set(entry.items.map((item) => readReference(textOf(item))?.kind ?? null));
  const [kind = null] = kinds;
  if (kinds.size === 1 && kind !== null) return TYPE_OF[kind];
  if (entry.form === "brackets" || entry.form === "lines") return "choices";
  const [item] = entry.items;
  if (!item) return "text";
  if (typeof item.value === "boolean") return "checkbox";
  if (typeof item.value === "number") return "number";
  if (readDate(textOf(item)) !== null) return "date";
  return /[/@]/.test(textOf(item)) && typedValue(newProperty("", "address"), entry).fits ? "address" : "text";
}

/** The declared property of an entry's name, otherwise one of the type that its value looks like. */
export const propertyOf = (schema: readonly Property[], entry: Entry): Property =>
  findProperty(schema, entry.key ?? "") ?? newProperty(entry.key ?? "", guessType(entry));
