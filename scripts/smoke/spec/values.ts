/** Inspects untyped responses: members by path, type checks, and messages that describe the difference. */

/** Formats a value for an error message, truncated. */
export const show = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value).slice(0, 200));

function expected(what: string, wanted: string, got: unknown): Error {
  return new Error(`expected ${what} ${wanted}, got ${show(got)}`);
}

/** The member at a path such as `users.0.id`; undefined if there is none. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split(".")) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** Throws unless there is a non-empty string. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  if (typeof found !== "string" || found === "") throw expected(path, "to be a text", found);
  return found;
}

export function numberAt(value: unknown, path: string): number {
  const found = at(value, path);
  if (typeof found !== "number") throw expected(path, "to be a number", found);
  return found;
}

/** The list at a path, or the value itself for an empty path. */
export function listAt(value: unknown, path = ""): readonly unknown[] {
  const found = path === "" ? value : at(value, path);
  if (!Array.isArray(found)) throw expected(path || "the answer", "to be a list", found);
  return found;
}

/** Compares JSON representations. */
export function same(what: string, got: unknown, wanted: unknown): void {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) throw expected(what, `to be ${show(wanted)}`, got);
}

export function holds(what: string, condition: boolean, got: unknown = condition): void {
  if (!condition) throw new Error(`expected ${what}, got ${show(got)}`);
}

/** The item of a list whose member has this value; throws if there is none. */
export function itemWith(list: readonly unknown[], path: string, wanted: unknown): unknown {
  const found = list.find((item) => at(item, path) === wanted);
  if (found === undefined) throw new Error(`expected an item with ${path} ${show(wanted)}, got ${list.length} others`);
  return found;
}

/** The types of values used in the API; a list is an enumeration. */
export type Kind =
  | "string"
  | "string or null"
  | "number"
  | "integer"
  | "boolean"
  | "time"
  | "array"
  | "array of string"
  | readonly (string | boolean)[];

const isTime = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));

export function isOfKind(value: unknown, kind: Kind): boolean {
  if (typeof kind !== "string") return kind.some((each) => each === value);
  switch (kind) {
    case "string":
    case "number":
    case "boolean":
      return typeof value === kind;
    case "string or null":
      return value === null || typeof value === "string";
    case "integer":
      return Number.isSafeInteger(value);
    case "time":
      return isTime(value);
    case "array":
      return Array.isArray(value);
    case "array of string":
      return Array.isArray(value) && value.every((each) => typeof each === "string");
  }
}

export const nameOfKind = (kind: Kind): string => (typeof kind === "string" ? kind : `one of ${kind.join(", ")}`);
