/** Indexes the properties and assigned tasks of texts: statements for the batch that writes the texts. */
import type { PageType } from "../../kernel/page-type.ts";
import { chunked } from "../../db/chunked.ts";
import { pages } from "../../db/schema/pages.ts";
import { pageValues, taskPeople } from "../../db/schema/properties.ts";
import { FALSE, jsonList, sql, TRUE, write, type SQL, type Write } from "../../db/sql.ts";
import { indexedPage, type IndexedPage } from "./rules.ts";

type Written = { readonly id: string; readonly type: PageType };
type WrittenText = Written & { readonly content: string };

/**
 * Replaces the page's rows by those of `text`, after the statement that stores it; only rows that differ are written.
 * `applies` guards all of it. A text without front matter needs no statement: a trigger removes the values of the previous
 * one.
 */
export const syncProperties = (page: Written, text: string, applies: SQL): Write<number>[] =>
  replaceRows([{ ...page, content: text }], applies);

/** For pages created in bulk by this batch, after they were inserted. */
export function insertProperties(made: readonly WrittenText[]): Write<number>[] {
  const rows = rowsOfAll(made);
  return [...insertValues(rows.values, TRUE), ...insertPeople(rows.people, TRUE, FALSE)];
}

/** `syncProperties` for many pages. */
export const reindexProperties = (written: readonly WrittenText[]): Write<number>[] => replaceRows(written, TRUE);

function replaceRows(written: readonly WrittenText[], applies: SQL): Write<number>[] {
  const withMatter = written.filter(({ content }) => content.startsWith("---"));
  const lists = written.filter(({ type }) => type === "TASK_LIST");
  return [
    ...(withMatter.length === 0 ? [] : replaceValues(idsOf(withMatter), rowsOfAll(withMatter).values, applies)),
    ...groupsOf(lists).flatMap((group) => replacePeople(idsOf(group), rowsOfAll(group).people, applies)),
  ];
}

/** Rows of assigned tasks whose keys fit in one parameter. */
const MAX_KEYS = 2_000;

/** Lists whose rows are replaced together. */
function groupsOf(lists: readonly WrittenText[]): WrittenText[][] {
  const groups: WrittenText[][] = [];
  let count = Infinity;
  for (const list of lists) {
    const own = indexedPage(list.type, list.content).people.length;
    if (count + own > MAX_KEYS) {
      groups.push([]);
      count = 0;
    }
    groups.at(-1)?.push(list);
    count += own;
  }
  return groups;
}

const idsOf = (written: readonly WrittenText[]): string[] => written.map(({ id }) => id);

/** The columns of a row, which begin with the page and the rest of the primary key. */
type Row = readonly [pageId: string, ...columns: (string | number | null)[]];

const valueRows = (pageId: string, { values }: IndexedPage): Row[] =>
  values.map(({ key, n, value, shown }) => [pageId, key, n, value, shown]);

const peopleRows = (pageId: string, { people }: IndexedPage): Row[] =>
  people.map(({ userId, isDone, due, key, source, remindOn }) => [
    pageId,
    userId,
    Number(isDone),
    due,
    key,
    source,
    remindOn,
  ]);

function rowsOfAll(written: readonly WrittenText[]): {
  readonly values: readonly Row[];
  readonly people: readonly Row[];
} {
  const indexed = written.map(({ id, type, content }) => ({ id, page: indexedPage(type, content) }));
  return {
    values: indexed.flatMap(({ id, page }) => valueRows(id, page)),
    people: indexed.flatMap(({ id, page }) => peopleRows(id, page)),
  };
}

/** The keys of the values that each page keeps, as JSON: `[pageId, [[key, n], …]]`. */
const keptKeys = (pageIds: readonly string[], rows: readonly Row[]): string[] => {
  const byPage = Map.groupBy(rows, ([pageId]) => pageId);
  return pageIds.map((pageId) => JSON.stringify([pageId, (byPage.get(pageId) ?? []).map((row) => row.slice(1, 3))]));
};

const replaceValues = (pageIds: readonly string[], rows: readonly Row[], applies: SQL): Write<number>[] => [
  ...chunked(keptKeys(pageIds, rows)).map((list) =>
    write(sql`delete from ${pageValues}
      where page_id in (select value ->> 0 from json_each(${list}))
        and (page_id, key, n) not in (
          select page.value ->> 0, kept.value ->> 0, kept.value ->> 1
          from json_each(${list}) page
          cross join json_each(page.value -> 1) kept)
        and ${applies}`),
  ),
  ...insertValues(rows, applies),
];

const isAmongPeople = (rows: readonly Row[]): SQL => sql`(page_id, user_id, is_done, due, key) in (
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
  from json_each(${JSON.stringify(rows.map((row) => row.slice(0, 5)))}))`;

function replacePeople(pageIds: readonly string[], rows: readonly Row[], applies: SQL): Write<number>[] {
  const reminders = rows.filter((row) => row.at(-1) !== null);
  return [
    // First, because the previous rows of changed lines know whether their reminder was sent.
    ...insertPeople(rows, applies, reminders.length === 0 ? FALSE : wasReminded(pageIds, reminders)),
    write(sql`delete from ${taskPeople}
      where page_id in ${jsonList(pageIds)}
        and not ${isAmongPeople(rows)}
        and ${applies}`),
  ];
}

/**
 * Condition on a row of `json_each`: the person was reminded on that day of a task of the page that is there no more, so
 * that the row is the same task in other words.
 */
const wasReminded = (pageIds: readonly string[], reminders: readonly Row[]): SQL => sql`value ->> 6 is not null
  and (value ->> 0, value ->> 1, value ->> 6) in (
    select page_id, user_id, remind_on from ${taskPeople}
    where page_id in ${jsonList(pageIds)}
      and reminded = 1
      and not ${isAmongPeople(reminders)})`;

const insertValues = (rows: readonly Row[], applies: SQL): Write<number>[] =>
  chunked(rows.map((row) => JSON.stringify(row))).map((list) =>
    write(sql`insert into ${pageValues} (page_id, key, n, parent_id, value, shown)
      select p.id, j.value ->> 1, j.value ->> 2, coalesce(p.parent_id, ''), j.value ->> 3, j.value ->> 4
      from json_each(${list}) j
      cross join ${pages} p on p.id = j.value ->> 0
      where ${applies}
      on conflict (page_id, key, n) do update set value = excluded.value, shown = excluded.shown
        where value is not excluded.value or shown is not excluded.shown`),
  );

const insertPeople = (rows: readonly Row[], applies: SQL, isReminded: SQL): Write<number>[] =>
  chunked(rows.map((row) => JSON.stringify(row))).map((list) =>
    write(sql`insert into ${taskPeople} (page_id, user_id, is_done, due, key, source, remind_on, reminded)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, ${isReminded}
      from json_each(${list})
      where ${applies}
      on conflict do nothing`),
  );
