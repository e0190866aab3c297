/** Checks one condition against the declared properties, and reads the JSON form of queries. Pure. */
import { foldKey } from "../properties/front-matter.ts";
import { readDate, readTruth } from "../properties/values.ts";
import { QueryFault, short, unknownProperty, type QueryPlace } from "./faults.ts";
import {
  MAX_QUERY_DEPTH,
  MAX_QUERY_LENGTH,
  MAX_QUERY_PARTS,
  MAX_QUERY_WORDS,
  OPERATORS,
  OPERATORS_OF,
  testsOf,
  type Field,
  type Operator,
  type Query,
  type QueryFields,
  type QueryValue,
  type Test,
} from "./query.ts";

export const RELATIVE_DAY = /^today(?:([+-]\d{1,4})([dwmy]))?$/i;

/** Throws for an unknown name, unless names are open. */
export function fieldOf(name: string, known: QueryFields, place: QueryPlace): Field {
  const field = known.fields.find((each) => foldKey(each.name) === foldKey(name));
  if (field) return field;
  if (!known.isOpen) throw unknownProperty(place, name, known);
  return { name: foldKey(name) === "" ? "?" : name.trim(), type: "any", options: [] };
}

export function checkOperator({ name, type }: Field, operator: Operator, place: QueryPlace): void {
  if (operator === "empty" || operator === "filled" || OPERATORS_OF[type].includes(operator)) return;
  throw new QueryFault("operator_refused", place, { name, operator, operators: OPERATORS_OF[type].join(", ") });
}

/** The value as the query stores it. Throws if the field cannot have it. */
export function checkValue(field: Field, value: QueryValue, place: QueryPlace): QueryValue {
  const { name, type, options } = field;
  const fault = (code: "not_a_number" | "not_a_date" | "not_a_truth"): QueryFault =>
    new QueryFault(code, place, { name, found: short(String(value)) });
  if (type === "number" && typeof value !== "number") throw fault("not_a_number");
  if (type === "date") {
    const isDate = typeof value === "string" && (RELATIVE_DAY.test(value) || (readDate(value)?.end === null && value.length === 10)); // oxfmt-ignore
    if (!isDate) throw fault("not_a_date");
    return value.toLowerCase();
  }
  if (type === "checkbox") {
    const truth = readTruth(String(value));
    if (truth === undefined) throw fault("not_a_truth");
    return truth;
  }
  return options.length === 0 ? value : optionOf(field, String(value), place);
}

function optionOf({ name, options }: Field, label: string, place: QueryPlace): string {
  const option = options.find((each) => foldKey(each) === foldKey(label));
  if (option !== undefined) return option;
  const details = { name, found: short(label), options: short(options.join(", ")) };
  throw new QueryFault("unknown_choice", place, details);
}

/** Returns the query. Throws if its conditions and the values in its lists are too many together. */
export function checkSize(query: Query): Query {
  const size = testsOf(query).reduce((sum, { v }) => sum + 1 + (typeof v === "object" ? v.length : 0), 0);
  if (size > MAX_QUERY_PARTS) throw new QueryFault("too_many_parts", null);
  return query;
}

type Reading = { readonly known: QueryFields; conditions: number };

/** Throws a `QueryFault` for JSON that is no query over these fields. */
export function readQueryJson(json: unknown, known: QueryFields): Query {
  return checkSize(readNode(json, { known, conditions: 0 }, 1));
}

const isRecord = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === "object" && json !== null && !Array.isArray(json);

function readNode(json: unknown, reading: Reading, depth: number): Query {
  reading.conditions += 1;
  if (depth > MAX_QUERY_DEPTH) throw new QueryFault("too_deep", null);
  if (reading.conditions > MAX_QUERY_WORDS) throw new QueryFault("too_many_words", null);
  const place = { condition: reading.conditions };
  if (!isRecord(json)) throw new QueryFault("invalid_json", place);
  if (json["not"] !== undefined) return { not: readNode(json["not"], reading, depth + 1) };
  const parts = json["and"] ?? json["or"];
  if (parts === undefined) return readTest(json, reading.known, place);
  if (!Array.isArray(parts) || parts.length === 0) throw new QueryFault("invalid_json", place);
  const read = parts.map((each) => readNode(each, reading, depth + 1));
  return json["and"] === undefined ? { or: read } : { and: read };
}

const isValue = (value: unknown): value is QueryValue =>
  (typeof value === "string" && value.length <= MAX_QUERY_LENGTH) ||
  (typeof value === "number" && Number.isFinite(value)) ||
  typeof value === "boolean";

function readTest(json: Readonly<Record<string, unknown>>, known: QueryFields, place: QueryPlace): Test {
  const op = OPERATORS.find((each) => each === json["op"]);
  const { p, v } = json;
  if (op === undefined || typeof p !== "string" || p.length > MAX_QUERY_LENGTH)
    throw new QueryFault("invalid_json", place);
  const field = fieldOf(p, known, place);
  checkOperator(field, op, place);
  if (op === "empty" || op === "filled") return { p: field.name, op };
  if (op !== "in") {
    if (!isValue(v)) throw new QueryFault("value_expected", place);
    return { p: field.name, op, v: checkValue(field, v, place) };
  }
  if (!Array.isArray(v) || v.length === 0 || v.length > MAX_QUERY_WORDS || !v.every(isValue))
    throw new QueryFault("list_expected", place);
  return { p: field.name, op, v: v.map((each) => checkValue(field, each, place)) };
}
