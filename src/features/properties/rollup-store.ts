/** SQL for roll-ups: values of the pages that rows relate to, or that relate to them. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW } from "../../kernel/rights.ts";
import { pages } from "../../db/schema/pages.ts";
import { pageValues } from "../../db/schema/properties.ts";
import { jsonList, many, orNull, rowsOf, sql, whole, type Query, type RowOf, type SQL } from "../../db/sql.ts";
import { hasRightsOnLivePage, rightsOnMany } from "../../permissions/bulk-rights.ts";
import { callerId, tokenAllowsInDrive } from "../../permissions/credential.ts";

const v = alias(pageValues, "v");
const o = alias(pageValues, "o");
const p = alias(pages, "p");
const own = alias(pages, "own");

/** Relations of all rows together with pages that the caller may see; with more, no roll-up is computed. */
export const MAX_RELATED = 2000;
/** Relations of all rows together whose rights are computed. */
const MAX_CANDIDATES = 5000;
/** Relations with one row that are read to find those within its drive: pages of other drives can relate to it as well. */
const MAX_READ = 5000;

export type RelatedRequest = {
  readonly rowIds: readonly string[];
  /** Folded names of the property that relates pages, and of the one whose values are read; null when pages are counted. */
  readonly over: string;
  readonly of: string | null;
  /** The rows have the property `over`; otherwise the related pages have it. */
  readonly isForward: boolean;
};

const related = { rowId: sql<string>`related.row_id`, value: orNull(o.value) };
export type Related = RowOf<typeof related>;

const isReference = sql`typeof(${v.value}) = 'text' and substr(${v.value}, 1, 5) = 'page:'`;

function relations({ rowIds, over, isForward }: RelatedRequest): SQL {
  if (isForward)
    return sql`select distinct ${v.pageId}, substr(${v.value}, 6)
      from ${pageValues} v
      where ${v.pageId} in ${jsonList(rowIds)} and ${v.key} = ${over} and ${isReference}`;
  return sql`select ${own.id}, ${p.id}
    from ${jsonList(rowIds)} j
    cross join ${pages} own on ${own.id} = j.value
    cross join json_each((
      select json_group_array(distinct page_id)
      from (
        select page_id from ${pageValues} v
        where ${v.value} = 'page:' || ${own.id} and ${v.key} = ${over} and ${isReference}
        limit ${whole(MAX_READ)}))) r
    cross join ${pages} p on ${p.id} = r.value and ${p.driveId} = ${own.driveId}`;
}

/**
 * Only pages that the caller may see and that are not in the trash; at most one more than `MAX_RELATED`. Pages that relate to
 * a row are in its drive.
 */
export const listRelated = (caller: Caller, request: RelatedRequest): Query<Related[]> => {
  const found = relations(request);
  return many(
    rowsOf(
      related,
      (
        columns,
      ) => sql`with recursive related (row_id, page_id) as materialized (${found} limit ${whole(MAX_CANDIDATES)}),
        ${rightsOnMany(callerId(caller), sql`(select distinct page_id as value from related)`)}
        select ${columns}
        from related
        cross join held h on h.root = related.page_id
        left join ${pageValues} o on ${o.pageId} = related.page_id and ${o.key} = ${request.of} and ${o.n} = 0
        where ${hasRightsOnLivePage(VIEW, "h")}
          and ${tokenAllowsInDrive(caller, "reading", sql`h.drive_id`)}
        limit ${whole(MAX_RELATED + 1)}`,
    ),
  );
};
