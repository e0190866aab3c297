/** Builds one statement that selects rows of a folder: its live children that the caller may see. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW, type Rights } from "../../kernel/rights.ts";
import type { QueryContext } from "../../formats/query/evaluate.ts";
import type { Query as Filter } from "../../formats/query/query.ts";
import { pages } from "../../db/schema/pages.ts";
import { pageValues } from "../../db/schema/properties.ts";
import { allOf, join, many, raw, rowsOf, sql, TRUE, whole, type Query, type RowOf, type SQL } from "../../db/sql.ts";
import { ancestors } from "../../permissions/ancestors.ts";
import { callerCte, callerId } from "../../permissions/credential.ts";
import { INHERITED_RIGHTS, joinOwnGrant, RIGHTS_BASE_AT_LEAF, rightsBelow } from "../../permissions/rights-below.ts";
import { Arguments, builtInOrder, conditionOf, type Declared, type Equality } from "./query-store.ts";

const p = alias(pages, "p");

/** `choices`: folded labels of a choice in their order, each with the label that it had before. */
export type SortKey = {
  readonly key: string;
  readonly isDescending: boolean;
  readonly choices: readonly (readonly string[])[];
};

export type RowsRequest = {
  readonly folderId: string;
  readonly filter: Filter | null;
  readonly declared: Declared;
  readonly sort: readonly SortKey[];
  readonly context: QueryContext;
  /** The values by which the last row is sorted, null for those that it lacks, and its id. */
  readonly after: { readonly keys: readonly (string | number | null)[]; readonly id: string } | null;
  readonly limit: number;
};

/** At most this many pages are sorted; above, the order leads, and a page of rows reads about as many. */
export const FEW = 300;

export const RIGHTS_ON_ROW = rightsBelow(INHERITED_RIGHTS);

const row = {
  id: p.id,
  title: p.title,
  icon: p.icon,
  type: p.type,
  revision: p.revision,
  createdAt: p.createdAt,
  updatedAt: p.updatedAt,
  rights: sql<Rights>`${RIGHTS_ON_ROW}`,
};
/** `keys` and `items` are JSON lists. */
export type StoredRow = RowOf<typeof row> & { readonly keys: string; readonly items: string };

/**
 * A key of the order; null sorts last. `present` is never null and `constant` is equal in all rows, which the planner must
 * see to use the index for the order.
 */
export type Order = { readonly value: SQL; readonly isDescending: boolean; readonly kind?: "present" | "constant" };

export class RowsStatement {
  readonly args = new Arguments();
  readonly #request: RowsRequest;
  readonly folder: SQL;
  /** Equal rows are sorted by id, in the direction of the first key. */
  readonly #isDescending: boolean;

  constructor(request: RowsRequest) {
    this.#request = request;
    this.folder = this.args.add(request.folderId);
    this.#isDescending = request.sort[0]?.isDescending ?? false;
  }

  condition(pageId: SQL): SQL {
    const { filter, context, declared } = this.#request;
    return filter === null ? TRUE : conditionOf(filter, { args: this.args, pageId, context }, declared);
  }

  /** The live child `p` that the caller may see. */
  visible(pageId: SQL): SQL {
    return sql`cross join ${pages} p
      on ${p.id} = ${pageId}
      and ${p.parentId} = ${this.folder}
      and ${p.driveId} = (select drive_id from base)
      and ${p.trashedAt} is null
    ${joinOwnGrant()}`;
  }

  /** All live children, for what is not in the index; none unless `guards` hold. */
  children(guards: readonly SQL[]): { readonly from: SQL; readonly condition: SQL } {
    return {
      from: sql`from ${pages} p indexed by pages_tree ${joinOwnGrant()}`,
      condition: sql`${p.driveId} = (select drive_id from base)
        and ${p.parentId} = ${this.folderIf(guards)}
        and ${p.trashedAt} is null`,
    };
  }

  /** The folder, to look up its pages by; null unless `guards` hold, so that no row is read. */
  folderIf(guards: readonly SQL[]): SQL {
    return guards.length === 0 ? this.folder : sql`case when ${allOf(guards)} then ${this.folder} end`;
  }

  order({ key, isDescending, choices }: SortKey, pageId: SQL): Order {
    const builtIn = this.#request.declared.has(key) ? null : builtInOrder(key);
    if (builtIn) return { value: builtIn, isDescending };
    const value = sql`(
      select value from ${pageValues}
      where page_id = ${pageId}
        and key = ${this.args.add(key)}
        and n = 0)`;
    return { value: this.#ranked(value, choices), isDescending };
  }

  #ranked(value: SQL, choices: SortKey["choices"]): SQL {
    if (choices.length === 0) return value;
    const ranks = choices.flatMap((labels, rank) => labels.map((label) => [label, rank]));
    const rank = sql`(
      select value ->> 1
      from json_each(${this.args.add(JSON.stringify(ranks))})
      where value ->> 0 = v
      limit 1)`;
    return sql`(select iif(v is null, null, coalesce(${rank}, ${whole(choices.length)})) from (select ${value} as v))`;
  }

  /** Rows after the last one of the previous response. */
  after(orders: readonly Order[], id: SQL): SQL {
    const { after } = this.#request;
    if (after === null) return TRUE;
    return orders.reduceRight(
      (rest, { value, isDescending }, at) => {
        const last = after.keys[at] ?? null;
        if (last === null) return sql`(${value} is null and ${rest})`;
        const bound = this.args.add(last);
        const beyond = isDescending ? sql`<` : sql`>`;
        return sql`(${value} is null or ${value} ${beyond} ${bound} or (${value} = ${bound} and ${rest}))`;
      },
      sql`${id} ${this.#isDescending ? sql`<` : sql`>`} ${this.args.add(after.id)}`,
    );
  }

  /** Selects the rows of `from`, and the values of those that are returned. */
  rows(caller: Caller, from: SQL, conditions: readonly SQL[], orders: readonly Order[], id: SQL): Query<StoredRow[]> {
    const keys = orders.map(({ value }, at) => sql`${value} as ${raw(`k${at}`)}`);
    const direction = (isDescending: boolean): SQL => raw(isDescending ? "desc" : "asc");
    const by = orders.flatMap(({ isDescending, kind }, at): SQL[] => {
      const key = raw(`k${at}`);
      const sorted = sql`${key} ${direction(isDescending)}`;
      return kind === "constant" ? [] : kind === "present" ? [sorted] : [sql`${key} is null, ${sorted}`];
    });
    const orderBy = (own: SQL): SQL => join([...by, sql`${own} ${direction(this.#isDescending)}`], sql`, `);
    const found = rowsOf(
      row,
      (columns) => sql`select ${join([columns, ...keys], sql`, `)}
      ${from}
      where ${allOf([sql`${RIGHTS_ON_ROW} & ${VIEW}`, ...conditions, this.after(orders, id)])}
      order by ${orderBy(id)}
      limit ${whole(this.#request.limit + 1)}`,
    );
    const listed = join(
      orders.map((_, at) => raw(`k${at}`)),
      sql`, `,
    );
    return many(
      sql<StoredRow>`with recursive ${this.ctes(caller)}
        select found.*, json_array(${listed}) as keys, (
          select json_group_array(json_array(key, n, value, shown))
          from ${pageValues}
          where page_id = found.id) as items
        from (${found}) found
        order by ${orderBy(sql`id`)}`,
    );
  }

  /** `args` and what `visible` and `children` join. Belongs after `with recursive`, once the other parts are built. */
  ctes(caller: Caller): SQL {
    const { folderId } = this.#request;
    return sql`${callerCte(callerId(caller))}, ${ancestors(folderId)}, ${RIGHTS_BASE_AT_LEAF}, ${this.args.cte()}`;
  }

  /** The number of pages that fulfil an equality, up to one more than are few. */
  count({ key, value }: Equality): SQL {
    return sql`(select count(*) from (
      select 1 from ${pageValues}
      where parent_id = ${this.folder}
        and key = ${this.args.add(key)}
        and value = ${this.args.add(value)}
      limit ${whole(FEW + 1)}))`;
  }
}
