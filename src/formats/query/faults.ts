/** Errors in queries: a code and its details, and the sentence in English. Pure. */
import type { Field, QueryFields } from "./query.ts";

/** Names in braces are replaced by the details of the error. */
export const SENTENCES = {
  too_long: "A filter has at most 2,000 characters.",
  too_many_words: "A filter has at most 200 words.",
  too_many_parts: "A filter has at most 60 conditions and values.",
  too_deep: "Conditions nest at most 20 deep.",
  not_understood: "“{found}” is not understood here.",
  name_expected: "the name of a property is expected.",
  value_expected: "a value is expected.",
  unknown_property: "there is no property “{name}”.",
  unknown_property_near: "there is no property “{name}”. Did you mean “{near}”?",
  operator_expected: "“{name}” must be followed by one of: {operators}, is empty.",
  operator_refused: "“{name}” does not support “{operator}”; use {operators}.",
  empty_expected: "“is” must be followed by “empty” or “not empty”.",
  list_expected: "“in” needs a list in parentheses, separated by commas.",
  parenthesis_missing: "a “)” is missing.",
  not_a_number: "“{name}” is a number, and “{found}” is not.",
  not_a_date: "“{name}” is a date, such as 2026-12-01 or today+7d, and “{found}” is not.",
  not_a_truth: "“{name}” is true or false.",
  unknown_choice: "“{name}” has no choice “{found}”; it has {options}.",
  end_expected: "“and”, “or” or the end is expected, not “{found}”.",
  invalid_json: "this is not a condition.",
} as const;

export type QueryFaultCode = keyof typeof SENTENCES;

/** Where the error is: a character from 1, the end of the text, or the n-th condition of JSON from 1. */
export type QueryPlace = { readonly character: number } | { readonly condition: number } | "end" | null;

type Details = Readonly<Record<string, string>>;

export class QueryFault extends Error {
  readonly code: QueryFaultCode;
  readonly place: QueryPlace;
  readonly details: Details;

  constructor(code: QueryFaultCode, place: QueryPlace, details: Details = {}) {
    super(sentenceOf(code, place, details));
    this.code = code;
    this.place = place;
    this.details = details;
  }
}

const MAX_SHOWN = 60;

function sentenceOf(code: QueryFaultCode, place: QueryPlace, details: Details): string {
  const sentence = SENTENCES[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => details[name] ?? "");
  if (place === null) return sentence;
  if (place === "end") return `At the end: ${sentence}`;
  return "character" in place
    ? `Character ${place.character}: ${sentence}`
    : `Condition ${place.condition}: ${sentence}`;
}

/** Cuts words from a query to a length that fits into a sentence. */
export const short = (words: string): string => (words.length > MAX_SHOWN ? `${words.slice(0, MAX_SHOWN)}…` : words);

export function unknownProperty(place: QueryPlace, name: string, { fields }: QueryFields): QueryFault {
  const near = nearest(name, fields);
  if (near === null) return new QueryFault("unknown_property", place, { name: short(name) });
  const written = /\s/.test(near.name) ? `[${near.name}]` : near.name;
  return new QueryFault("unknown_property_near", place, { name: short(name), near: written });
}

/** Names with at most this many differing characters are suggested. */
const MAX_DISTANCE = 3;

function nearest(name: string, fields: readonly Field[]): Field | null {
  const wanted = name.toLowerCase().slice(0, MAX_SHOWN);
  const distances = fields.map((field) => {
    const own = field.name.toLowerCase().slice(0, MAX_SHOWN);
    return { field, distance: own.startsWith(`${wanted} `) ? 0 : distanceOf(own, wanted) };
  });
  const [best] = distances.toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.min(MAX_DISTANCE, wanted.length - 1) ? best.field : null;
}

/** Levenshtein distance. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
