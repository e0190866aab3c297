/** Properties of an Obsidian vault: declarations from its types and values, and values that do not fit them. Pure. */
import { applyEdits } from "../../properties/front-matter-edits.ts";
import { countedEntries, foldKey, readFrontMatter, type Entry } from "../../properties/front-matter.ts";
import { newProperty, type Property, type PropertyType } from "../../properties/schema.ts";
import { readDate, textOf, typedValue } from "../../properties/values.ts";
import { extensionOf } from "../paths.ts";
import type { PropertyTypes } from "./property-types.ts";

/** Names with a meaning of their own. */
const OTHERS = new Set(["title", "properties", "statuses"]);
const MAX_PROPERTIES = 190;
const LINK = /^!?\[\[([^[\]\n|#^]+)(?:[|#^][^[\]\n]*)?\]\]$/;
const SECONDS = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d):\d\d(?:\.\d+)?Z?$/;

type Kind = "page" | "file" | "truth" | "number" | "date" | "text";

type Use = { readonly name: string; readonly kinds: Set<Kind>; isList: boolean };

/** Collects the properties that notes use. */
export class VaultProperties {
  readonly #types: PropertyTypes;
  readonly #uses = new Map<string, Use>();

  constructor(types: PropertyTypes) {
    this.#types = types;
  }

  add(note: string): void {
    for (const { key, form, items } of entriesOf(note)) {
      const folded = foldKey(key ?? "");
      if (items.length === 0 && form === "raw") continue;
      const use = this.#uses.get(folded) ?? { name: key ?? "", kinds: new Set<Kind>(), isList: false };
      if (form !== "scalar") use.isList = true;
      for (const item of items) use.kinds.add(kindOf(item.value, textOf(item)));
      this.#uses.set(folded, use);
    }
  }

  /** In the order in which notes first use them. A property without a type that can be told from its values has none. */
  declared(): readonly Property[] {
    return [...this.#uses]
      .flatMap(([folded, use]) => {
        const type = typeOf(this.#types.get(folded), use);
        return type === null ? [] : [newProperty(use.name, type)];
      })
      .slice(0, MAX_PROPERTIES);
  }
}

const entriesOf = (note: string): readonly Entry[] => {
  const matter = readFrontMatter(note);
  return matter === null || matter.isTooLarge
    ? []
    : countedEntries(matter.entries).filter(({ key, form }) => form !== "map" && !OTHERS.has(foldKey(key ?? "")));
};

function kindOf(value: unknown, words: string): Kind {
  const link = LINK.exec(words.trim())?.[1];
  if (link !== undefined) return /^\.(?:md)?$|^$/.test(extensionOf(link)) || !/^\.[a-z0-9]{1,5}$/.test(extensionOf(link)) ? "page" : "file"; // oxfmt-ignore
  if (typeof value === "boolean") return "truth";
  if (typeof value === "number") return "number";
  return readDate(words.replace(SECONDS, "$1")) === null ? "text" : "date";
}

/** Links decide over the words "text" and "list" of a declaration, which has no word for them. */
function typeOf(declared: PropertyType | undefined, { kinds, isList }: Use): PropertyType | null {
  const [only] = kinds;
  const alone = kinds.size === 1 ? only : undefined;
  const isLinked = alone === "page" || alone === "file";
  if (declared !== undefined) return isLinked && (declared === "text" || declared === "choices") ? alone : declared;
  if (isLinked) return alone;
  if (isList) return kinds.size === 0 ? null : "choices";
  if (alone === "truth") return "checkbox";
  return alone === "number" || alone === "date" ? alone : kinds.size === 0 ? null : "text";
}

export type Misfit = { readonly name: string; readonly reason: string };

const SAID: Readonly<Partial<Record<PropertyType, string>>> = {
  number: "a number",
  checkbox: "true or false",
  date: "a date",
  page: "a link to a page",
  file: "a link to a file",
};

/** The note with times without seconds, and its values that are not of their property's type. */
export function fittedNote(note: string, schema: readonly Property[]): { text: string; misfits: readonly Misfit[] } {
  const types = new Map(schema.map((property) => [foldKey(property.name), property]));
  const misfits: Misfit[] = [];
  const edits = entriesOf(note).flatMap((entry) => {
    const property = types.get(foldKey(entry.key ?? ""));
    const name = entry.key ?? "";
    if (entry.form === "raw") misfits.push({ name, reason: "it has a form that is shown as written, but not read" });
    if (!property || entry.form === "raw") return [];
    if (property.type === "date")
      for (const item of entry.items) if (SECONDS.test(textOf(item)) && !/:00(?:\.0+)?Z?$/.test(textOf(item))) misfits.push({ name, reason: `“${textOf(item)}” lost its seconds` }); // oxfmt-ignore
    const timed = property.type === "date" ? entry.items.filter((item) => SECONDS.test(textOf(item))) : [];
    const isLink = property.type === "page" || property.type === "file";
    // Links are resolved later, which reports those without a target.
    const fits = isLink ? entry.items.every((item) => LINK.test(textOf(item).trim())) : typedValue(property, timed.length > 0 ? null : entry).fits; // oxfmt-ignore
    if (!fits) {
      const words = entry.items.map(textOf).join(", ").slice(0, 100);
      misfits.push({ name, reason: `“${words}” is not ${SAID[property.type] ?? "of its type"}, kept as text` });
    }
    return timed.map(({ from, to, source }) => ({
      from,
      to,
      insert: source.replace(/(\d\d:\d\d):\d\d(?:\.\d+)?Z?/, "$1"),
    }));
  });
  return { text: edits.length === 0 ? note : applyEdits(note, edits), misfits };
}
