/** SQL of conditions on properties, over a page `p` and the index of values. */
import { alias } from "drizzle-orm/sqlite-core";
import { foldKey } from "../../formats/properties/front-matter.ts";
import { isDay, resolve, type QueryContext } from "../../formats/query/evaluate.ts";
import { isTest, type Query, type QueryValue, type Test } from "../../formats/query/query.ts";
import type { PropertyType } from "../../formats/properties/schema.ts";
import { pages } from "../../db/schema/pages.ts";
import { pageValues } from "../../db/schema/properties.ts";
import { join, not, sql, whole, type SQL } from "../../db/sql.ts";

const p = alias(pages, "p");
const f = alias(pageValues, "f");

/** The types of declared properties, by folded name. */
export type Declared = ReadonlyMap<string, PropertyType>;

/** Values of a statement, passed as one JSON parameter because D1 binds at most 100. */
export class Arguments {
  readonly #values: (string | number | null)[] = [];

  add(value: string | number | null): SQL {
    const at = this.#values.push(value) - 1;
    return sql`(select list ->> ${whole(at)} from args)`;
  }

  /** `args(list)`: belongs after `with`, once all values are added. */
  cte(): SQL {
    return sql`args (list) as materialized (select ${JSON.stringify(this.#values)})`;
  }
}

/** `pageId` is the id of the page, in the table that leads the statement. */
export type ConditionScope = { readonly args: Arguments; readonly pageId: SQL; readonly context: QueryContext };

type BuiltIn = { readonly text: SQL } | { readonly day: SQL };

const dayOf = (column: SQL): SQL => sql`strftime('%Y-%m-%d', ${column} / 1000, 'unixepoch')`;

/** Fields of every page, unless a property with their name is declared. */
const BUILT_IN: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
  ["title", { text: sql`lower(${p.title})` }],
  ["created", { day: dayOf(sql`${p.createdAt}`) }],
  ["updated", { day: dayOf(sql`${p.updatedAt}`) }],
]);

/** The order of a built-in field; null for a property. */
export function builtInOrder(key: string): SQL | null {
  if (key === "title") return sql`lower(${p.title})`;
  return key === "created" ? sql`${p.createdAt}` : key === "updated" ? sql`${p.updatedAt}` : null;
}

export function conditionOf(query: Query, scope: ConditionScope, declared: Declared): SQL {
  if (isTest(query)) return testOf(query, scope, declared);
  if ("not" in query) return not(conditionOf(query.not, scope, declared));
  const [parts, between] = "and" in query ? [query.and, sql` and `] : [query.or, sql` or `];
  return sql`(${join(
    parts.map((part) => conditionOf(part, scope, declared)),
    between,
  )})`;
}

const valuesOf = ({ v = "" }: Test, context: QueryContext): QueryValue[] =>
  (typeof v === "object" ? [...v] : [v]).map((value) => resolve(value, context));

function testOf(test: Test, scope: ConditionScope, declared: Declared): SQL {
  const key = foldKey(test.p);
  const builtIn = declared.has(key) ? undefined : BUILT_IN.get(key);
  if (builtIn) return builtInTest(test, builtIn, scope);
  const { args, pageId, context } = scope;
  const has = (condition: SQL): SQL => sql`exists (
    select 1 from ${pageValues} f
    where ${f.pageId} = ${pageId}
      and ${f.key} = ${args.add(key)}
      and ${condition})`;
  if (test.op === "empty") return not(has(sql`1`));
  if (test.op === "filled") return has(sql`1`);
  const operator = test.op === "!=" ? "=" : test.op;
  const values = valuesOf(test, context);
  const [value = ""] = values;
  const matched = has(values.length === 1 ? itemTest(operator, value, args) : equalToAny(values, args));
  return test.op === "!=" ? not(matched) : matched;
}

const anyOf = (conditions: readonly SQL[]): SQL => sql`(${join(conditions, sql` or `)})`;

/** As `matchesItem` of the evaluation in memory, except that only ASCII letters of shown words are compared regardless of case. */
function itemTest(operator: Test["op"], value: QueryValue, args: Arguments): SQL {
  if (operator === "=" || operator === "has" || operator === "in") return equalTo(value, args);
  if (operator === "contains" || operator === "starts") {
    const words = args.add(foldKey(String(value)));
    const found = (column: SQL): SQL =>
      operator === "contains"
        ? sql`instr(${column}, ${words}) > 0`
        : sql`substr(${column}, 1, length(${words})) = ${words}`;
    return anyOf([found(sql`${f.value}`), found(sql`lower(${f.shown})`)]);
  }
  return sql`(${f.n} = 0 and ${comparison(sql`${f.value}`, operator, value, args)})`;
}

function comparison(column: SQL, operator: Test["op"], value: QueryValue, args: Arguments): SQL {
  if (typeof value === "number") {
    // Numbers are less than every text.
    return sql`(${column} ${COMPARISON[operator] ?? sql`=`} ${args.add(value)} and ${column} < '')`;
  }
  if (!isDay(value)) return sql`0`;
  // A date may be followed by a time or the end of a range.
  const [day, after] = [args.add(value), args.add(`${value}~`)];
  if (operator === "<") return sql`(${column} >= '0' and ${column} < ${day})`;
  if (operator === "<=") return sql`(${column} >= '0' and ${column} < ${after})`;
  return sql`(${column} >= ${operator === ">" ? after : day} and ${column} < ':')`;
}

/** Comparisons of one property that every row fulfils, over its first item in `column`, where the index can begin. */
export function rangesOf(
  query: Query | null,
  key: string,
  column: SQL,
  { args, context }: Omit<ConditionScope, "pageId">,
): SQL[] {
  return partsOf(query).flatMap((part) => {
    if (!isTest(part) || foldKey(part.p) !== key || !(part.op in COMPARISON) || typeof part.v === "object") return [];
    return [comparison(column, part.op, resolve(part.v ?? "", context), args)];
  });
}

/** Conditions that all apply. */
const partsOf = (query: Query | null): readonly Query[] =>
  query === null ? [] : isTest(query) ? [query] : "and" in query ? query.and : [];

const COMPARISON: Partial<Record<Test["op"], SQL>> = { "<": sql`<`, "<=": sql`<=`, ">": sql`>`, ">=": sql`>=` };

function equalTo(value: QueryValue, args: Arguments): SQL {
  if (typeof value !== "string") return sql`${f.value} = ${args.add(Number(value))}`;
  if (isDay(value)) return sql`(${f.value} >= ${args.add(value)} and ${f.value} < ${args.add(`${value}~`)})`;
  const shown = sql`${f.shown} = ${args.add(value)} collate nocase`;
  return anyOf([sql`${f.value} = ${args.add(foldKey(value))}`, sql`${f.value} = ${args.add(value)}`, shown]);
}

/** The values of a list as a subquery with one column, `value`. */
export const listed = (list: readonly (string | number)[], args: Arguments): SQL =>
  sql`(select value from json_each(${args.add(JSON.stringify(list))}))`;

/** `equalTo` for a list, without an expression per value. */
function equalToAny(values: readonly QueryValue[], args: Arguments): SQL {
  const words = values.filter((value) => typeof value === "string");
  const days = words.filter(isDay);
  const others = words.filter((word) => !isDay(word));
  const numbers = values.flatMap((value) => (typeof value === "string" ? [] : [Number(value)]));
  return anyOf([
    sql`${f.value} in ${listed([...numbers, ...others, ...others.map(foldKey)], args)}`,
    sql`${f.shown} collate nocase in ${listed(others, args)}`,
    sql`exists (select 1 from ${listed(days, args)} where ${f.value} >= value and ${f.value} < value || '~')`,
  ]);
}

function builtInTest(test: Test, field: BuiltIn, { args, context }: ConditionScope): SQL {
  if (test.op === "empty") return sql`0`;
  if (test.op === "filled") return sql`1`;
  const values = valuesOf(test, context).map(String);
  const [value = ""] = values;
  const operator = test.op === "!=" ? "=" : test.op;
  const matched = (): SQL => {
    if ("day" in field) return sql`${field.day} ${COMPARISON[operator] ?? sql`=`} ${args.add(value)}`;
    if (operator === "in") return sql`${field.text} in ${listed(values.map(asciiLower), args)}`;
    const words = args.add(asciiLower(value));
    if (operator === "contains") return sql`instr(${field.text}, ${words}) > 0`;
    if (operator === "starts") return sql`substr(${field.text}, 1, length(${words})) = ${words}`;
    return sql`${field.text} = ${words}`;
  };
  return test.op === "!=" ? not(matched()) : matched();
}

/** SQLite's lower() changes only ASCII letters. */
const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** An equality that every row of the result fulfils, as a value of the index. */
export type Equality = { readonly key: string; readonly value: string | number };

/** Equalities considered, because each is counted. */
const MAX_EQUALITIES = 2;

/** Equalities of properties by which the index can lead to the rows. */
export function equalitiesOf(query: Query | null, declared: Declared, context: QueryContext): Equality[] {
  return partsOf(query)
    .flatMap((part): Equality[] => {
      if (!isTest(part) || (part.op !== "=" && part.op !== "has") || typeof part.v === "object") return [];
      const key = foldKey(part.p);
      const value = resolve(part.v ?? "", context);
      if ((BUILT_IN.has(key) && !declared.has(key)) || isDay(value)) return [];
      if (typeof value !== "string") return [{ key, value: Number(value) }];
      if (isReference(value)) return [{ key, value }];
      // Elsewhere, words may also be the label of a reference.
      const type = declared.get(key);
      return type !== undefined && WORDS.includes(type) ? [{ key, value: foldKey(value) }] : [];
    })
    .slice(0, MAX_EQUALITIES);
}

const isReference = (value: string): boolean => /^(?:user|page|file):[\w-]+$/.test(value);
const WORDS: readonly PropertyType[] = ["choice", "choices"];
