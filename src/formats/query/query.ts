/**
 * Conditions on the properties of pages, as JSON: `{"p":"Status","op":"!=","v":"Done"}`, combined by `and`, `or` and
 * `not`. The written form is `Status != Done`. Pure.
 */
import { foldKey } from "../properties/front-matter.ts";
import type { Property, PropertyType } from "../properties/schema.ts";

export const OPERATORS = [
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "has",
  "contains",
  "starts",
  "in",
  "empty",
  "filled",
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Dates are `YYYY-MM-DD`, or relative to the reader's day: `today`, `today+7d`. `me` is the reader. */
export type QueryValue = string | number | boolean;

export type Test = {
  readonly p: string;
  readonly op: Operator;
  /** A list for `in`; nothing for `empty` and `filled`. */
  readonly v?: QueryValue | readonly QueryValue[];
};

export type Query =
  | Test
  | { readonly and: readonly Query[] }
  | { readonly or: readonly Query[] }
  | { readonly not: Query };

export const MAX_QUERY_LENGTH = 2000;
export const MAX_QUERY_WORDS = 200;
export const MAX_QUERY_DEPTH = 20;
/** Conditions and values in lists, together: the database limits the depth of an expression to 100. */
export const MAX_QUERY_PARTS = 60;

/** `any`: a property that is not declared, whose values may have every type. */
export type FieldType = PropertyType | "any";
export type Field = { readonly name: string; readonly type: FieldType; readonly options: readonly string[] };

/** The names that a query may contain. With `isOpen`, others are properties of any type. */
export type QueryFields = { readonly fields: readonly Field[]; readonly isOpen: boolean };

const BUILT_IN: readonly Field[] = [
  { name: "Title", type: "text", options: [] },
  { name: "Created", type: "date", options: [] },
  { name: "Updated", type: "date", options: [] },
];

/** Without declarations, every name is accepted. A declared property replaces a built-in field of its name. */
export function fieldsOf(schema: readonly Property[]): QueryFields {
  const declared = schema.map(({ name, type, options }) => ({
    name,
    type,
    options: options.map(({ label }) => label),
  }));
  const names = new Set(declared.map(({ name }) => foldKey(name)));
  return {
    fields: [...declared, ...BUILT_IN.filter(({ name }) => !names.has(foldKey(name)))],
    isOpen: schema.length === 0,
  };
}

const COMPARED = ["=", "!=", "<", "<=", ">", ">="] as const;
const WORDS = ["=", "!=", "contains", "starts", "in"] as const;
const LISTED = ["has", "=", "!=", "in"] as const;

/** The operators of each type; every type can be tested for `empty` and `filled`. */
export const OPERATORS_OF: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: WORDS,
  address: WORDS,
  file: ["contains"],
  number: [...COMPARED, "in"],
  formula: [...COMPARED, "contains"],
  rollup: COMPARED,
  date: COMPARED,
  choice: ["=", "!=", "in"],
  choices: ["has", "in"],
  people: LISTED,
  page: LISTED,
  checkbox: ["=", "!="],
  any: [...COMPARED, "has", "contains", "starts", "in"],
};

export const isTest = (query: Query): query is Test => "p" in query;

/** The tests of a query, in order. */
export function testsOf(query: Query): readonly Test[] {
  if (isTest(query)) return [query];
  if ("not" in query) return testsOf(query.not);
  return ("and" in query ? query.and : query.or).flatMap(testsOf);
}

/** Joins conditions that all apply; null without any. */
export function allOf(queries: readonly Query[]): Query | null {
  const [first = null] = queries;
  return queries.length > 1 ? { and: queries } : first;
}
