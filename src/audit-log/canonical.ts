/** Canonical JSON: the subset of RFC 8785 (JCS) in which every value has exactly one spelling in every language. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** A value that the format does not allow; the message is a sentence fit for an operator. */
export class FormatError extends Error {}

const MAX_DEPTH = 8;

/**
 * Keys are plain ASCII, so byte, code point and UTF-16 order agree. They start with a letter, so no engine reorders them as
 * array indices, and none of them can name a prototype.
 */
const KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

export function isCanonicalKey(key: string): boolean {
  return KEY.test(key);
}

/**
 * Writes a value in canonical form. Throws {@link FormatError} for text with a lone surrogate, numbers other than integers
 * below 2^53 in absolute value (and -0), keys outside the allowed alphabet, nesting deeper than 8 and anything that JSON
 * does not support.
 *
 * Text is used unchanged: a writer of entries normalizes to NFC first, but a reader must not check it, because a later
 * Unicode version may disagree with the writer's.
 */
export function canonicalize(value: unknown): string {
  // A verifier reads input that is already sorted, so only writers pay for sorting.
  return JSON.stringify(inspect(value, 0) ? value : sort(value));
}

/** Whether the keys of every object are sorted. Throws for a value that has no canonical form. */
function inspect(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) throw new FormatError("text contains a lone surrogate");
      return true;
    case "number":
      if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
        throw new FormatError("a number is not an integer below 2^53");
      }
      return true;
    case "boolean":
      return true;
    case "object":
      break;
    default:
      throw new FormatError(`JSON has no ${typeof value}`);
  }
  if (value === null) return true;
  if (depth >= MAX_DEPTH) throw new FormatError(`nested deeper than ${MAX_DEPTH}`);
  if (!Array.isArray(value)) return inspectObject(value, depth + 1);
  let inOrder = true;
  // A counting loop also visits holes, which array methods skip.
  for (let at = 0; at < value.length; at += 1) inOrder = inspect(value[at], depth + 1) && inOrder;
  return inOrder;
}

function inspectObject(value: object, depth: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new FormatError("JSON has no class instances");
  let last = "";
  let inOrder = true;
  for (const key in value) {
    if (!KEY.test(key)) throw new FormatError(`the key ${JSON.stringify(key.slice(0, 80))} is not allowed`);
    inOrder = inspect(Reflect.get(value, key), depth) && key > last && inOrder;
    last = key;
  }
  return inOrder;
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, sort(item)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
