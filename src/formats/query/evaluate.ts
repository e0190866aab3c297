/** Evaluates a query for one row in memory. Pure. */
import { foldKey } from "../properties/front-matter.ts";
import type { IndexedValue } from "../properties/values.ts";
import { RELATIVE_DAY } from "./check.ts";
import { isTest, type Query, type QueryValue, type Test } from "./query.ts";

/** By the folded names of properties, built-in fields included. */
export type QueryRow = ReadonlyMap<string, readonly IndexedValue[]>;

export type QueryContext = {
  readonly userId: string | null;
  /** The reader's day, YYYY-MM-DD. */
  readonly today: string;
};

export function matchesQuery(query: Query, row: QueryRow, context: QueryContext): boolean {
  if (isTest(query)) return matchesTest(query, row.get(foldKey(query.p)) ?? [], context);
  if ("not" in query) return !matchesQuery(query.not, row, context);
  return "and" in query
    ? query.and.every((each) => matchesQuery(each, row, context))
    : query.or.some((each) => matchesQuery(each, row, context));
}

/** `!=` also matches a page without the property, as `not =` does. */
function matchesTest({ op, v = "" }: Test, items: readonly IndexedValue[], context: QueryContext): boolean {
  if (op === "empty") return items.length === 0;
  if (op === "filled") return items.length > 0;
  const values = (typeof v === "object" ? v : [v]).map((value) => resolve(value, context));
  if (op === "!=") return !items.some((item) => values.some((value) => equals(item, value)));
  // Comparisons are those of the first item, by which pages are sorted.
  const compared = /^[<>]/.test(op) ? items.slice(0, 1) : items;
  return compared.some((item) => values.some((value) => matchesItem(op, item, value)));
}

/** A value of a query with `today` and `me` replaced. */
export function resolve(value: QueryValue, { userId, today }: QueryContext): QueryValue {
  if (typeof value !== "string") return value;
  if (/^me$/i.test(value) && userId !== null) return `user:${userId}`;
  const relative = RELATIVE_DAY.exec(value);
  return relative ? addToDay(today, Number(relative[1] ?? 0), (relative[2] ?? "d").toLowerCase()) : value;
}

/** `unit` is d, w, m or y. The last day of a shorter month replaces days that it lacks. */
function addToDay(day: string, count: number, unit: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const months = unit === "m" ? count : unit === "y" ? count * 12 : 0;
  const days = unit === "d" ? count : unit === "w" ? count * 7 : 0;
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last) + days));
  return moved.toISOString().slice(0, 10);
}

export const isDay = (value: QueryValue): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

const words = ({ value, shown }: IndexedValue): string => foldKey(shown ?? String(value));

function equals(item: IndexedValue, value: QueryValue): boolean {
  if (typeof value !== "string") return item.value === Number(value);
  if (isDay(value)) return String(item.value).slice(0, 10) === value;
  return item.value === foldKey(value) || item.value === value || words(item) === foldKey(value);
}

function matchesItem(op: Test["op"], item: IndexedValue, value: QueryValue): boolean {
  if (op === "=" || op === "has" || op === "in") return equals(item, value);
  if (op === "contains") return words(item).includes(foldKey(String(value)));
  if (op === "starts") return words(item).startsWith(foldKey(String(value)));
  if (typeof value === "number") return typeof item.value === "number" && compares(op, item.value - value);
  if (!isDay(value) || typeof item.value !== "string" || !/^\d/.test(item.value)) return false;
  const day = item.value.slice(0, 10);
  return compares(op, day < value ? -1 : day > value ? 1 : 0);
}

function compares(op: Test["op"], difference: number): boolean {
  if (op === "<") return difference < 0;
  if (op === "<=") return difference <= 0;
  return op === ">" ? difference > 0 : difference >= 0;
}
