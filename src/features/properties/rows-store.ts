/**
 * SQL for the rows of a folder, filtered and sorted by their properties.
 *
 * The index of values leads each statement in the order of the first property, so that a page of rows reads few others.
 * If few pages fulfil an equality, that leads instead. Both forms are in one batch, and count which of them applies.
 */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW } from "../../kernel/rights.ts";
import { foldKey } from "../../formats/properties/front-matter.ts";
import { pages } from "../../db/schema/pages.ts";
import { pageValues } from "../../db/schema/properties.ts";
import { allOf, join, many, raw, rowsOf, sql, TRUE, whole, type Query, type RowOf, type SQL } from "../../db/sql.ts";
import { builtInOrder, equalitiesOf, type Equality } from "./query-store.ts";
import { FEW, RIGHTS_ON_ROW, RowsStatement, type Order, type RowsRequest, type SortKey, type StoredRow } from "./row-statement-store.ts"; // oxfmt-ignore

const p = alias(pages, "p");
const s = alias(pageValues, "s");

export type { RowsRequest, SortKey, StoredRow } from "./row-statement-store.ts";

type RowsStatements = readonly Query<StoredRow[]>[];

/** Empty unless few pages fulfil one of the equalities; then the other statements are empty. */
function byEqualities(caller: Caller, request: RowsRequest, equalities: readonly Equality[]): RowsStatements {
  return equalities.map((equality, at) => {
    const statement = new RowsStatement(request);
    const { args, folder } = statement;
    const pageId = sql`${s.pageId}`;
    const isFirst = [
      ...equalities.slice(0, at).map((other) => sql`${statement.count(other)} > ${whole(FEW)}`),
      sql`${statement.count(equality)} <= ${whole(FEW)}`,
    ];
    const [key, value] = [args.add(equality.key), args.add(equality.value)];
    const from = sql`cross join ${pageValues} s
      on ${s.parentId} = ${folder} and ${s.key} = ${key} and ${s.value} = ${value}
      ${statement.visible(pageId)}`;
    // A list may contain an item twice.
    const isOnce = sql`not exists (
      select 1 from ${pageValues}
      where page_id = ${pageId}
        and key = ${key}
        and value = ${value}
        and n < ${s.n})`;
    const orders = request.sort.map((each) => statement.order(each, pageId));
    return statement.rows(caller, from, [...isFirst, isOnce, statement.condition(pageId)], ordersOf(request, orders), sql`${p.id}`); // oxfmt-ignore
  });
}

/** Without a sort, pages are listed as in the tree. */
const ordersOf = ({ sort }: RowsRequest, orders: readonly Order[]): readonly Order[] =>
  sort.length === 0 ? [{ value: sql`${p.position}`, isDescending: false, kind: "present" }] : orders;

/** What a statement led by the order requires: that no equality leads. */
const manyOf = (statement: RowsStatement, equalities: readonly Equality[]): SQL[] =>
  equalities.map((equality) => sql`${statement.count(equality)} > ${whole(FEW)}`);

/** All children in an order that no index has: that of the tree, or of a built-in field. */
function byChildren(caller: Caller, request: RowsRequest, equalities: readonly Equality[]): Query<StoredRow[]> {
  const statement = new RowsStatement(request);
  const pageId = sql`${p.id}`;
  const orders = ordersOf(request, request.sort.map((each) => statement.order(each, pageId))); // oxfmt-ignore
  const conditions = [...manyOf(statement, equalities), statement.condition(pageId)];
  return statement.rows(caller, statement.children(), conditions, orders, pageId);
}

type IndexPart = { readonly rank: number | null; readonly labels: readonly string[]; readonly isRest: boolean };

/** Pages whose first key is in a part of the index: one choice, or any value but those of the choices. */
function byIndex(
  caller: Caller,
  request: RowsRequest,
  equalities: readonly Equality[],
  part: IndexPart,
): Query<StoredRow[]> {
  const statement = new RowsStatement(request);
  const { args, folder } = statement;
  const pageId = sql`${s.pageId}`;
  const [lead, ...others] = request.sort;
  const labels = part.labels.map((label) => args.add(label));
  const range = part.labels.length === 0 ? TRUE : sql`${s.value} ${raw(part.isRest ? "not in" : "in")} (${join(labels, sql`, `)})`; // oxfmt-ignore
  const value = part.rank === null ? sql`${s.value}` : whole(part.rank);
  const isDescending = lead?.isDescending ?? false;
  const from = sql`cross join ${pageValues} s
    on ${s.parentId} = ${folder} and ${s.key} = ${args.add(lead?.key ?? "")} and ${s.n} = 0 and ${range} ${bound(request, statement, part.rank)}
    ${statement.visible(pageId)}`;
  const kind = part.rank === null ? "present" : "constant";
  const orders: Order[] = [{ value, isDescending, kind }, ...others.map((each) => statement.order(each, pageId))];
  const conditions = [...manyOf(statement, equalities), statement.condition(pageId)];
  return statement.rows(caller, from, conditions, orders, sql`${s.pageId}`);
}

/** Where the index begins for the rows after the last one. */
function bound({ after, sort }: RowsRequest, { args }: RowsStatement, rank: number | null): SQL {
  const last = after?.keys[0] ?? null;
  if (rank !== null || last === null) return sql``;
  return sql`and ${s.value} ${raw(sort[0]?.isDescending ? "<=" : ">=")} ${args.add(last)}`;
}

/** Pages without the first property, which come last. */
function withoutValue(caller: Caller, request: RowsRequest, equalities: readonly Equality[]): Query<StoredRow[]> {
  const statement = new RowsStatement(request);
  const pageId = sql`${p.id}`;
  const [lead, ...others] = request.sort;
  const isMissing = sql`not exists (
    select 1 from ${pageValues}
    where page_id = ${pageId}
      and key = ${statement.args.add(lead?.key ?? "")}
      and n = 0)`;
  const orders: Order[] = [
    { value: sql`null`, isDescending: false, kind: "constant" },
    ...others.map((each) => statement.order(each, pageId)),
  ];
  const conditions = [...manyOf(statement, equalities), isMissing, statement.condition(pageId)];
  return statement.rows(caller, statement.children(), conditions, orders, pageId);
}

/** Statements per round trip. */
const PARTS_PER_BATCH = 6;

/**
 * Batches of statements in the order of their rows: run them until the response is full. `few` are empty unless an
 * equality leads, and then all others are empty. Those before the last row of the previous response are left out.
 */
export function listRows(
  caller: Caller,
  request: RowsRequest,
): { readonly few: RowsStatements; readonly batches: readonly RowsStatements[] } {
  const { sort, declared, filter, context, after } = request;
  const equalities = equalitiesOf(filter, declared, context);
  const few = byEqualities(caller, request, equalities);
  const [lead] = sort;
  if (lead === undefined || (!declared.has(lead.key) && builtInOrder(lead.key)))
    return { few, batches: [[byChildren(caller, request, equalities)]] };
  const parts = partsOf(lead, after?.keys[0]).map((part) => byIndex(caller, request, equalities, part));
  const batches = Array.from({ length: Math.ceil(parts.length / PARTS_PER_BATCH) }, (_, n) =>
    parts.slice(n * PARTS_PER_BATCH, (n + 1) * PARTS_PER_BATCH),
  );
  return { few, batches: [...batches, [withoutValue(caller, request, equalities)]] };
}

/** The parts of the index from the last row on; `last` is undefined at the beginning, and null past the index. */
function partsOf({ choices, isDescending }: SortKey, last: string | number | null | undefined): readonly IndexPart[] {
  if (last === null) return [];
  if (choices.length === 0) return [{ rank: null, labels: [], isRest: false }];
  const ranked = choices.map((labels, rank) => ({ rank, labels, isRest: false }));
  const rest = { rank: choices.length, labels: choices.flat(), isRest: true };
  const parts = isDescending ? [rest, ...ranked.toReversed()] : [...ranked, rest];
  return parts.slice(
    Math.max(
      0,
      parts.findIndex(({ rank }) => rank === last),
    ),
  );
}

/** Values counted, and pages. */
export const MAX_GROUPS = 100;
export const MAX_COUNTED = 20_000;

const group = { value: sql<string | number | null>`value`, shown: sql<string | null>`max(shown)`, count: sql<number>`count(*)` }; // oxfmt-ignore
export type Group = RowOf<typeof group>;

/** Numbers of pages by the values of a property; those without it have the value null. */
export function countRows(caller: Caller, request: RowsRequest, property: string): Query<Group[]> {
  const statement = new RowsStatement(request);
  const pageId = sql`${p.id}`;
  const key = statement.args.add(foldKey(property));
  const matching = allOf([sql`${RIGHTS_ON_ROW} & ${VIEW}`, statement.condition(pageId)]);
  return many(
    rowsOf(
      group,
      (columns) => sql`with recursive ${statement.ctes(caller)}
        select ${columns} from (
          select ${s.value} as value, ${s.shown} as shown
          from base
          ${statement.children()}
          left join ${pageValues} s on ${s.pageId} = ${pageId} and ${s.key} = ${key}
          where ${matching}
          limit ${whole(MAX_COUNTED + 1)})
        group by value
        order by count desc, value
        limit ${whole(MAX_GROUPS + 1)}`,
    ),
  );
}
