/**
 * Declarations of properties, below `properties:` in the front matter of a folder: `Due: date`, `Budget: number, EUR`,
 * `Cost: =Budget * 1.2`, or the options of a choice, one per line. Pure.
 */
import type { Edit } from "../tasks/edits.ts";
import { moveProperty, removeProperty, renameProperty, setProperty } from "./front-matter-edits.ts";
import { countedEntries, findEntry, foldKey, readFrontMatter, type Entry } from "./front-matter.ts";

export const COLORS = ["gray", "brown", "red", "orange", "amber", "green", "teal", "blue", "purple", "pink"] as const;
export type Color = (typeof COLORS)[number];

/** `Label, amber, limit 3, done, was Review`; everything but the label is optional. */
export type Option = {
  readonly label: string;
  readonly color: Color | null;
  /** Cards that a column of a board should contain at most. */
  readonly limit: number | null;
  readonly isDone: boolean;
  /** The previous label, while pages still contain it. */
  readonly was: string | null;
};

const NAMED = ["text", "number", "choice", "choices", "people", "date", "page", "checkbox", "address", "file"] as const;
export type PropertyType = (typeof NAMED)[number] | "formula" | "rollup";
export const PROPERTY_TYPES: readonly PropertyType[] = [...NAMED, "formula", "rollup"];

export const ROLLUPS = ["sum", "count", "average", "min", "max"] as const;
export type Rollup = {
  readonly how: (typeof ROLLUPS)[number];
  /** The property of the related pages; null when counting pages. */
  readonly of: string | null;
  /** The property that relates them. */
  readonly over: string;
};

export type Property = {
  readonly name: string;
  readonly type: PropertyType;
  readonly options: readonly Option[];
  /** Three letters (ISO 4217). */
  readonly currency: string | null;
  /** The folder whose pages a page property offers. */
  readonly folderId: string | null;
  /** With its equals sign. */
  readonly formula: string | null;
  readonly rollup: Rollup | null;
  /** False for a declaration that cannot be read; its values are shown as text. */
  readonly isUnderstood: boolean;
};

export const MAX_OPTIONS = 100;
const MAX_LABEL = 100;
/** Longer declarations on one line are not understood; it also bounds the work for formulas, which is done per row. */
const MAX_DECLARATION = 1_000;

/** Reads the parts behind the label from the end, so that a label may contain commas. */
export function readOption(source: string): Option {
  let option: Option = { label: "", color: null, limit: null, isDone: false, was: null };
  const parts = source.split(",").map((part) => part.trim());
  while (parts.length > 1) {
    const next = withPart(option, parts.at(-1) ?? "");
    if (next === null) break;
    option = next;
    parts.pop();
  }
  return { ...option, label: parts.join(", ").slice(0, MAX_LABEL) };
}

function withPart(option: Option, part: string): Option | null {
  const word = part.toLowerCase();
  const color = COLORS.find((each) => each === word);
  if (color) return { ...option, color };
  const limit = /^limit (\d{1,4})$/.exec(word)?.[1];
  if (limit !== undefined) return { ...option, limit: Number(limit) };
  if (word === "done") return { ...option, isDone: true };
  const was = /^was (.+)$/i.exec(part)?.[1];
  return was === undefined ? null : { ...option, was };
}

/** Commas of the label are dropped where they would be read as the start of another part. */
export function writeOption({ label, color, limit, isDone, was }: Option): string {
  const clean = (words: string): string => words.replaceAll(/\s+/g, " ").trim().slice(0, MAX_LABEL);
  const own = clean(label);
  const name = readOption(own).label === own ? own : own.replaceAll(",", "");
  return [
    name,
    ...(color === null ? [] : [color]),
    ...(limit === null ? [] : [`limit ${limit}`]),
    ...(isDone ? ["done"] : []),
    ...(was === null ? [] : [`was ${clean(was).replaceAll(",", "")}`]),
  ].join(", ");
}

const NONE = { options: [], currency: null, folderId: null, formula: null, rollup: null, isUnderstood: true } as const;

/** In the order of their lines; of equal names the later counts. */
export function readSchema(text: string): readonly Property[] {
  const map = findEntry(readFrontMatter(text)?.entries ?? [], "properties");
  return countedEntries(map?.below ?? []).map((entry) => readProperty(entry.key ?? "", entry));
}

function readProperty(name: string, entry: Entry): Property {
  const sources = entry.items
    .slice(0, MAX_OPTIONS + 1)
    .map(({ value, source }) => (typeof value === "string" ? value : source));
  if (entry.form === "lines" || entry.form === "brackets") {
    const isMany = sources[0] === "choices";
    const options = distinct((isMany ? sources.slice(1) : sources).map(readOption)).slice(0, MAX_OPTIONS);
    return { ...NONE, name, type: isMany ? "choices" : "choice", options };
  }
  const [source = ""] = sources;
  if (source.length > MAX_DECLARATION) return { ...NONE, name, type: "text", isUnderstood: false };
  if (source.startsWith("=")) return { ...NONE, name, type: "formula", formula: source };
  const rollup = readRollup(source);
  if (rollup) return { ...NONE, name, type: "rollup", rollup };
  const [word, rest] = splitOnce(source.trim());
  const type = NAMED.find((each) => each === word.toLowerCase());
  const currency = type === "number" ? (/^,\s*([A-Za-z]{3})$/.exec(rest)?.[1]?.toUpperCase() ?? null) : null;
  const folderId = type === "page" ? (/^in \[(?:\\.|[^[\]\\])*\]\(page:([\w-]+)\)$/.exec(rest)?.[1] ?? null) : null;
  const isUnderstood = type !== undefined && (rest === "" || currency !== null || folderId !== null);
  return { ...NONE, name, type: type ?? "text", currency, folderId, isUnderstood };
}

/** Each label, present or previous, belongs to one option: otherwise a page would be in two columns of a board. */
function distinct(options: readonly Option[]): Option[] {
  const labels = new Set([""]);
  const isNew = (label: string): boolean => labels.size < labels.add(foldKey(label)).size;
  return options
    .filter(({ label }) => isNew(label))
    .map((option) => (option.was === null || isNew(option.was) ? option : { ...option, was: null }));
}

/** The first word, and what follows it. */
function splitOnce(source: string): readonly [string, string] {
  const word = /^[\p{L}\p{N}_-]*/u.exec(source)?.[0] ?? "";
  return [word, source.slice(word.length).trim()];
}

function readRollup(source: string): Rollup | null {
  const counted = /^count(?: of (.+))? over (.+)$/is.exec(source);
  if (counted) return { how: "count", of: counted[1]?.trim() ?? null, over: counted[2]?.trim() ?? "" };
  const [, word, of, over] = /^(sum|average|min|max) of (.+) over (.+)$/is.exec(source) ?? [];
  const how = ROLLUPS.find((each) => each === word?.toLowerCase());
  return how && of !== undefined && over !== undefined ? { how, of: of.trim(), over: over.trim() } : null;
}

function entryIn(text: string, name: string): Entry | null {
  const map = findEntry(readFrontMatter(text)?.entries ?? [], "properties");
  return findEntry(map?.below ?? [], name);
}

/** What `readProperty` reads. `folderTitle` labels the folder of a page property. */
function declaration(property: Property, folderTitle: string): string | readonly string[] {
  const { type, options, currency, folderId, formula, rollup } = property;
  const lines = options.slice(0, MAX_OPTIONS).map(writeOption);
  if (type === "choices" && lines.length > 0) return ["choices", ...lines];
  if (type === "choice" && lines.length > 0) return lines;
  if (type === "formula") return formula?.startsWith("=") === true ? formula : `=${formula ?? ""}`;
  if (type === "rollup") return `${rollup?.how ?? "count"}${rollup?.of ? ` of ${rollup.of}` : ""} over ${rollup?.over ?? ""}`; // oxfmt-ignore
  if (type === "number" && currency !== null) return `number, ${currency}`;
  const label = folderTitle.replaceAll(/[[\]\\]/g, String.raw`\$&`);
  return type === "page" && folderId !== null ? `page in [${label}](page:${folderId})` : type;
}

/**
 * Adds a property, or declares it anew. Of a choice's options only those that differ change. Null, besides where
 * `setProperty` returns it, if a declared property has or would have too many options: those past the limit were not
 * read, and would be deleted.
 */
export function declareProperty(text: string, property: Property, folderTitle = ""): Edit[] | null {
  const { name, options } = property;
  const [head, ...rest] = entryIn(text, name)?.items ?? [];
  const written = head?.value === "choices" ? rest.length : rest.length + 1;
  if (head && Math.max(options.length, written) > MAX_OPTIONS) return null;
  return setProperty(text, ["properties", name], declaration(property, folderTitle));
}

/** A declaration with nothing but its name and type. */
export const newProperty = (name: string, type: PropertyType): Property => ({ ...NONE, name, type });

export const renameDeclaration = (text: string, name: string, next: string): Edit[] | null =>
  renameProperty(text, ["properties", name], next);

export const removeDeclaration = (text: string, name: string): Edit[] | null =>
  removeProperty(text, ["properties", name]);

export const moveDeclaration = (text: string, name: string, before: string | null): Edit[] | null =>
  moveProperty(text, ["properties", name], before);

export const findProperty = (schema: readonly Property[], name: string): Property | null =>
  schema.find((each) => foldKey(each.name) === foldKey(name)) ?? null;

/** The option with this label now or before its renaming. */
export const findOption = (options: readonly Option[], label: string): Option | null =>
  options.find((each) => foldKey(each.label) === foldKey(label)) ??
  options.find(({ was }) => was !== null && foldKey(was) === foldKey(label)) ??
  null;
