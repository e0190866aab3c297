/** SQL on the search database: adding pages to the index and removing them. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { docs, terms } from "../../db/schema/search.ts";
import {
  jsonList,
  many,
  prepare,
  rowsOf,
  sql,
  whole,
  write,
  type Named,
  type Query,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { RULES } from "./word-rules.ts";

const d = alias(docs, "d");

/** An index row. `title` and `body` are folded, `terms` is separated by spaces, `places` is JSON. */
export type IndexDocument = {
  readonly pageId: string;
  readonly driveId: string;
  readonly revision: number;
  readonly changedAt: Instant;
  readonly title: string;
  readonly body: string;
  readonly places: string;
  readonly terms: string;
};

/**
 * Existing rows that the new ones replace. A page's revision never decreases, so a writer that read an older revision
 * changes nothing. Nor does a second writer of the same state, so the page keeps its place in the order of changes.
 */
const outdated = (states: string): SQL => sql`(
  select ${d.id}
  from json_each(${states}) j
  cross join ${docs} d on ${d.pageId} = json_extract(j.value, '$[0]')
  where ${d.revision} < json_extract(j.value, '$[1]')
    or (${d.revision} = json_extract(j.value, '$[1]') and (
      ${d.rules} <> ${whole(RULES)}
      or ${d.changedAt} <> json_extract(j.value, '$[2]')
      or ${d.title} <> json_extract(j.value, '$[3]')
      or ${d.driveId} <> json_extract(j.value, '$[4]'))))`;

/** Ids continue after the largest, in list order. */
const newDocs = prepare(
  ({ list }: Named<"list">) =>
    sql`insert into ${docs} (id, page_id, drive_id, revision, changed_at, title, body, places, rules)
      select coalesce((select max(id) from ${docs}), 0) + 1 + j.key,
        j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5,
        j.value ->> 6, ${whole(RULES)}
      from json_each(${list}) j
      where true
      on conflict do nothing`,
);

const newTerms = prepare(
  ({ list }: Named<"list">) =>
    sql`insert into ${terms} (rowid, tokens)
      select ${d.id}, j.value ->> 1
      from json_each(${list}) j
      cross join ${docs} d on ${d.pageId} = j.value ->> 0
      where not exists (select 1 from ${terms} where rowid = ${d.id})`,
);

/** Target size of a list passed as one parameter (D1 allows 2 MB). A larger row is passed alone. */
const LIST_BYTES = 1_000_000;

/** JSON arrays of these rows, with as many rows in each as fit. */
function listsOf(rows: readonly (readonly (string | number)[])[]): string[] {
  const lists: string[][] = [];
  let left = 0;
  for (const row of rows.map((each) => JSON.stringify(each))) {
    const bytes = Buffer.byteLength(row) + 1;
    if (bytes > left) {
      lists.push([]);
      left = LIST_BYTES;
    }
    left -= bytes;
    lists.at(-1)?.push(row);
  }
  return lists.map((list) => `[${list.join(",")}]`);
}

/** Writes these pages in one transaction, unless the index has the same or a newer state. */
export function upsertDocuments(pages: readonly IndexDocument[]): Write<number>[] {
  const states = JSON.stringify(pages.map((doc) => [doc.pageId, doc.revision, doc.changedAt, doc.title, doc.driveId]));
  const rows = pages.map((doc) => [
    doc.pageId,
    doc.driveId,
    doc.revision,
    doc.changedAt,
    doc.title,
    doc.body,
    doc.places,
  ]);
  const tokens = pages.map((doc) => [doc.pageId, doc.terms]);
  return [
    write(sql`delete from ${terms} where rowid in ${outdated(states)}`),
    write(sql`delete from ${docs} where id in ${outdated(states)}`),
    ...listsOf(rows).map((list) => write(newDocs({ list }))),
    ...listsOf(tokens).map((list) => write(newTerms({ list }))),
  ];
}

/** Pages indexed by older rules, in the order in which they were indexed, so that reindexing keeps that order. */
export const listOutdated = (limit: number): Query<string[]> =>
  many(
    rowsOf(
      { pageId: d.pageId },
      (columns) => sql`select ${columns} from ${docs} d
        where ${d.rules} < ${whole(RULES)}
        order by ${d.rules}, ${d.id}
        limit ${whole(limit)}`,
    ),
    ({ pageId }) => pageId,
  );

export const deleteDocuments = (pageIds: readonly string[]): Write<number>[] => [
  write(sql`delete from ${terms}
    where rowid in (select id from ${docs} where page_id in ${jsonList(pageIds)})`),
  write(sql`delete from ${docs} where page_id in ${jsonList(pageIds)}`),
];
