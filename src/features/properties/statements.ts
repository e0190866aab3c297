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
    ...(lists.length === 0 ? [] : replacePeople(idsOf(lists), rowsOfAll(lists), applies)),
  ];
}

const idsOf = (written: readonly WrittenText[]): string[] => written.map(({ id }) => id);

/** Rows as JSON. */
type Rows = readonly string[];

const valueRows = (pageId: string, { values }: IndexedPage): Rows =>
  values.map(({ key, n, value, shown }) => JSON.stringify([pageId, key, n, value, shown]));

const peopleRows = (pageId: string, people: IndexedPage["people"]): Rows =>
  people.map(({ userId, isDone, due, key, source, remindOn }) =>
    JSON.stringify([pageId, userId, Number(isDone), due, key, source, remindOn]),
  );

type RowsOfAll = {
  readonly values: Rows;
  readonly people: Rows;
  /** Those of `people` with a reminder. */
  readonly reminders: Rows;
};

function rowsOfAll(written: readonly WrittenText[]): RowsOfAll {
  const indexed = written.map(({ id, type, content }) => ({ id, page: indexedPage(type, content) }));
  return {
    values: indexed.flatMap(({ id, page }) => valueRows(id, page)),
    people: indexed.flatMap(({ id, page: { people } }) => peopleRows(id, people)),
    reminders: indexed.flatMap(({ id, page: { people } }) =>
      peopleRows(
        id,
        people.filter(({ remindOn }) => remindOn !== null),
      ),
    ),
  };
}

const replaceValues = (pageIds: readonly string[], rows: Rows, applies: SQL): Write<number>[] => [
  write(sql`delete from ${pageValues}
    where page_id in ${jsonList(pageIds)}
      and (page_id, key, n) not in (
        select value ->> 0, value ->> 1, value ->> 2 from json_each(${`[${rows.join(",")}]`}))
      and ${applies}`),
  ...insertValues(rows, applies),
];

const isAmongPeople = (rows: Rows): SQL => sql`(page_id, user_id, is_done, due, key) in (
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each(${`[${rows.join(",")}]`}))`;

const replacePeople = (pageIds: readonly string[], { people, reminders }: RowsOfAll, applies: SQL): Write<number>[] => [
  // First, because the previous rows of changed lines know whether their reminder was sent.
  ...insertPeople(people, applies, reminders.length === 0 ? FALSE : wasReminded(pageIds, reminders)),
  write(sql`delete from ${taskPeople}
    where page_id in ${jsonList(pageIds)}
      and not ${isAmongPeople(people)}
      and ${applies}`),
];

/**
 * Condition on a row of `json_each`: the person was reminded on that day of a task of the page that is there no more, so
 * that the row is the same task in other words.
 */
const wasReminded = (pageIds: readonly string[], reminders: Rows): SQL => sql`value ->> 6 is not null
  and (value ->> 0, value ->> 1, value ->> 6) in (
    select page_id, user_id, remind_on from ${taskPeople}
    where page_id in ${jsonList(pageIds)}
      and reminded = 1
      and not ${isAmongPeople(reminders)})`;

const insertValues = (rows: Rows, applies: SQL): Write<number>[] =>
  chunked(rows).map((list) =>
    write(sql`insert into ${pageValues} (page_id, key, n, parent_id, value, shown)
      select p.id, j.value ->> 1, j.value ->> 2, coalesce(p.parent_id, ''), j.value ->> 3, j.value ->> 4
      from json_each(${list}) j
      cross join ${pages} p on p.id = j.value ->> 0
      where ${applies}
      on conflict (page_id, key, n) do update set value = excluded.value, shown = excluded.shown
        where value is not excluded.value or shown is not excluded.shown`),
  );

const insertPeople = (rows: Rows, applies: SQL, isReminded: SQL): Write<number>[] =>
  chunked(rows).map((list) =>
    write(sql`insert into ${taskPeople} (page_id, user_id, is_done, due, key, source, remind_on, reminded)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, ${isReminded}
      from json_each(${list})
      where ${applies}
      on conflict do nothing`),
  );
