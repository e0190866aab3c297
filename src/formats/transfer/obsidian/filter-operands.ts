/** Operands of filters in Obsidian's bases: properties, values, and days relative to today. Pure. */
import type { QueryValue } from "../../query/query.ts";

/** An expression that queries cannot express. */
export class Unsupported extends Error {}

export type Expression =
  | { readonly kind: "value"; readonly value: QueryValue | null }
  /** `path` is null in a chain that starts from a value. */
  | { readonly kind: "name"; readonly path: readonly string[] }
  | {
      readonly kind: "call";
      readonly on: Expression | null;
      readonly name: string;
      readonly args: readonly Expression[];
    };

export const textOf = (value: QueryValue | null): string => {
  if (value === null || value === "") throw new Unsupported();
  return String(value);
};

const BUILT_IN: Readonly<Record<string, string>> = {
  name: "Title",
  basename: "Title",
  ctime: "Created",
  mtime: "Updated",
  tags: "tags",
};

/** The property that an expression names: `status`, `note.status`, `note["Due date"]`, `file.name`. */
export function propertyOf(found: Expression): string {
  const path = found.kind === "name" ? found.path : [];
  const [first = "", second] = path;
  if (path.length === 1 && first !== "this") return first;
  const built =
    first === "file" && second !== undefined && Object.hasOwn(BUILT_IN, second) ? BUILT_IN[second] : undefined;
  const name = first === "note" ? second : built;
  if (path.length !== 2 || name === undefined) throw new Unsupported();
  return name;
}

export const propertyNamed = (source: string): string => {
  const dot = source.indexOf(".");
  return propertyOf({ kind: "name", path: dot === -1 ? [source] : [source.slice(0, dot), source.slice(dot + 1)] });
};

/** Queries do not distinguish capital letters. */
export const unfolded = (found: Expression): Expression =>
  found.kind === "call" && found.on && ["lower", "upper", "toString"].includes(found.name) && found.args.length === 0
    ? unfolded(found.on)
    : found;

export function valueOf(found: Expression): QueryValue | null {
  if (found.kind === "value") return found.value;
  if (found.kind !== "call" || found.on !== null) throw new Unsupported();
  const [arg] = found.args;
  if ((found.name === "today" || found.name === "now") && arg === undefined) return "today";
  const inner = arg && valueOf(arg);
  if (found.name === "date" && typeof inner === "string" && /^\d{4}-\d\d-\d\d/.test(inner)) return inner.slice(0, 10);
  if (found.name === "link" && typeof inner === "string") return inner;
  throw new Unsupported();
}

/** `today()` with days, weeks, months or years added or taken away. */
export function moved(value: QueryValue | null, sign: string, span: Expression): string {
  const [, count, unit = ""] = /^(\d{1,4}) ?([A-Za-z]+)$/.exec(String(valueOf(span))) ?? [];
  const letter = /^M$|^mo/.test(unit) ? "m" : /^(?:d|w|y)/i.exec(unit)?.[0]?.toLowerCase();
  if (value !== "today" || count === undefined || letter === undefined) throw new Unsupported();
  return `today${sign}${count}${letter}`;
}
