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
import { allOf, many, raw, rowsOf, sql, TRUE, whole, type Query, type RowOf, type SQL } from "../../db/sql.ts";
import { builtInOrder, equalitiesOf, listed, rangesOf, type Arguments, type Equality } from "./query-store.ts";
import { FEW, RIGHTS_ON_ROW, RowsStatement, type Order, type RowsRequest, type SortKey, type StoredRow } from "./row-statement-store.ts"; // oxfmt-ignore

const p = alias(pages, "p");
const s = alias(pageValues, "s");

export type { RowsRequest, SortKey, StoredRow } from "./row-statement-store.ts";

type RowsStatements = readonly Query<StoredRow[]>[];

/** Empty unless few pages fulfil one of the equalities; then the other statements are empty. */
function byEqualities(caller: Caller, request: RowsRequest, equalities: readonly Equality[]): RowsStatements {
  return equalities.map((equality, at) => {
    const statement = new RowsStatement(request);
    const { args } = statement;
    const pageId = sql`${s.pageId}`;
    const isFirst = [
      ...equalities.slice(0, at).map((other) => sql`${statement.count(other)} > ${whole(FEW)}`),
      sql`${statement.count(equality)} <= ${whole(FEW)}`,
    ];
    const [key, value] = [args.add(equality.key), args.add(equality.value)];
    const from = sql`from ${pageValues} s ${statement.visible(pageId)}`;
    const isLed = sql`${s.parentId} = ${statement.folderIf(isFirst)} and ${s.key} = ${key} and ${s.value} = ${value}`;
    // A list may contain an item twice.
    const isOnce = sql`not exists (
      select 1 from ${pageValues}
      where page_id = ${pageId}
        and key = ${key}
        and value = ${value}
        and n < ${s.n})`;
    const orders = request.sort.map((each) => statement.order(each, pageId));
    return statement.rows(caller, from, [isLed, isOnce, statement.condition(pageId)], ordersOf(request, orders), sql`${p.id}`); // oxfmt-ignore
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
  const { from, condition } = statement.children(manyOf(statement, equalities));
  const conditions = [condition, statement.condition(pageId)];
  return statement.rows(caller, from, conditions, orders, pageId);
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
  const { args } = statement;
  const pageId = sql`${s.pageId}`;
  const [lead, ...others] = request.sort;
  const range = rangeOf(part, args);
  const key = args.add(lead?.key ?? "");
  const value = part.rank === null ? sql`${s.value}` : whole(part.rank);
  const isDescending = lead?.isDescending ?? false;
  const from = sql`from ${pageValues} s ${statement.visible(pageId)}`;
  const folder = statement.folderIf(manyOf(statement, equalities));
  const isLed = sql`${s.parentId} = ${folder} and ${s.key} = ${key} and ${s.n} = 0 and ${range}`;
  const kind = part.rank === null ? "present" : "constant";
  const orders: Order[] = [{ value, isDescending, kind }, ...others.map((each) => statement.order(each, pageId))];
  const conditions = [
    isLed,
    bound(request, statement, part.rank),
    ...rangesOf(request.filter, lead?.key ?? "", sql`${s.value}`, { args, context: request.context }),
    statement.condition(pageId),
  ];
  return statement.rows(caller, from, conditions, orders, pageId);
}

function rangeOf({ labels, isRest }: IndexPart, args: Arguments): SQL {
  const [label] = labels;
  if (label === undefined) return TRUE;
  // With a single value, the index has the order.
  if (!isRest && labels.length === 1) return sql`${s.value} = ${args.add(label)}`;
  return sql`${s.value} ${raw(isRest ? "not in" : "in")} ${listed(labels, args)}`;
}

/** Where the index begins for the rows after the last one. */
function bound({ after, sort }: RowsRequest, { args }: RowsStatement, rank: number | null): SQL {
  const last = after?.keys[0] ?? null;
  if (rank !== null || last === null) return TRUE;
  return sql`${s.value} ${raw(sort[0]?.isDescending ? "<=" : ">=")} ${args.add(last)}`;
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
  const { from, condition } = statement.children(manyOf(statement, equalities));
  const conditions = [condition, isMissing, statement.condition(pageId)];
  return statement.rows(caller, from, conditions, orders, pageId);
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
  const parts = partsOf(lead, after?.keys[0]);
  // The others than the choices are looked for in the whole index of the property.
  const [last] = parts.filter(({ isRest }) => isRest && !lead.isDescending);
  const ranked = parts.filter((part) => part !== last).map((part) => byIndex(caller, request, equalities, part));
  const batches = Array.from({ length: Math.ceil(ranked.length / PARTS_PER_BATCH) }, (_, n) =>
    ranked.slice(n * PARTS_PER_BATCH, (n + 1) * PARTS_PER_BATCH),
  );
  const rest = [
    ...(last ? [byIndex(caller, request, equalities, last)] : []),
    withoutValue(caller, request, equalities),
  ];
  return { few, batches: [...batches, rest] };
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

/** Values counted, and pages that the caller may see of which those that match are counted. */
export const MAX_GROUPS = 100;
export const MAX_COUNTED = 20_000;

const group = {
  value: sql<string | number | null>`value`,
  shown: sql<string | null>`shown`,
  count: sql<number>`coalesce(n, 0)`,
  /** Pages looked at, at most one more than `MAX_COUNTED`. */
  pages: sql<number>`total`,
};
export type Group = RowOf<typeof group>;

/**
 * Numbers of pages by the values of a property; those without it have the value null. If no page matches, the only row has
 * the count 0.
 */
export function countRows(caller: Caller, request: RowsRequest, property: string): Query<Group[]> {
  const statement = new RowsStatement(request);
  const pageId = sql`${p.id}`;
  const { from, condition } = statement.children([]);
  const key = statement.args.add(foldKey(property));
  const matching = statement.condition(pageId);
  return many(
    rowsOf(
      group,
      (columns) => sql`with recursive ${statement.ctes(caller)},
        candidates (id) as materialized (
          select ${p.id}
          ${from}
          where ${allOf([sql`${RIGHTS_ON_ROW} & ${VIEW}`, condition])}
          limit ${whole(MAX_COUNTED + 1)})
        select ${columns} from (select count(*) as total from candidates)
        left join (
          select ${s.value} as value, max(${s.shown}) as shown, count(*) as n
          from candidates
          cross join ${pages} p on ${p.id} = candidates.id
          left join ${pageValues} s on ${s.pageId} = ${pageId} and ${s.key} = ${key}
          where ${matching}
          group by ${s.value}
          order by n desc, ${s.value}
          limit ${whole(MAX_GROUPS + 1)})`,
    ),
  );
}
