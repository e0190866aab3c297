/** SQL by which the sweep indexes existing pages. */
import { alias } from "drizzle-orm/sqlite-core";
import { pageContents, pages } from "../../db/schema/pages.ts";
import { propertyIndex } from "../../db/schema/properties.ts";
import { first, jsonList, many, rowsOf, sql, whole, write, type Query, type RowOf, type SQL, type Write } from "../../db/sql.ts"; // oxfmt-ignore

const p = alias(pages, "p");
const c = alias(pageContents, "c");

const progress = {
  rules: propertyIndex.rules,
  passes: propertyIndex.passes,
  afterId: propertyIndex.afterId,
  dueAt: propertyIndex.dueAt,
};
export type Progress = RowOf<typeof progress>;

export const readProgress = (): Query<Progress | null> =>
  first(rowsOf(progress, (columns) => sql`select ${columns} from ${propertyIndex} where id = 1`));

export const writeProgress = ({ rules, passes, afterId, dueAt }: Progress): Write<number> =>
  write(sql`insert into ${propertyIndex} (id, rules, passes, after_id, due_at)
    values (1, ${rules}, ${passes}, ${afterId}, ${dueAt})
    on conflict (id) do update
      set rules = excluded.rules, passes = excluded.passes, after_id = excluded.after_id, due_at = excluded.due_at`);

/** `bytes` is null for a page whose text has no properties and no tasks. */
const candidate = { id: p.id, bytes: sql<number | null>`octet_length(${c.content})` };
export type Candidate = RowOf<typeof candidate>;

export const listCandidates = (afterId: string, limit: number): Query<Candidate[]> =>
  many(
    rowsOf(
      candidate,
      (columns) => sql`select ${columns}
        from (select id, type from ${pages} where id > ${afterId} order by id limit ${whole(limit)}) p
        left join ${pageContents} c
          on ${c.pageId} = ${p.id} and (${p.type} = 'TASK_LIST' or substr(${c.content}, 1, 3) = '---')
        order by ${p.id}`,
    ),
  );

const source = { id: p.id, type: p.type, revision: p.revision, content: c.content };
export type Source = RowOf<typeof source>;

export const readTexts = (pageIds: readonly string[]): Query<Source[]> =>
  many(
    rowsOf(
      source,
      (columns) => sql`select ${columns}
        from ${jsonList(pageIds)} j
        cross join ${pages} p on ${p.id} = j.value
        cross join ${pageContents} c on ${c.pageId} = ${p.id}`,
    ),
  );

/** Guard: the pages have the revisions that were read, or are gone. */
export const areUnchanged = (sources: readonly Source[]): SQL =>
  sql`not exists (
    select 1
    from json_each(${JSON.stringify(sources.map(({ id, revision }) => [id, revision]))}) j
    cross join ${pages} p on ${p.id} = j.value ->> 0
    where ${p.revision} <> j.value ->> 1)`;
