/** SQL of the search database: putting pages into the index, and taking them out. */
import type { Instant } from "../../kernel/clock.ts";
import { docs, terms } from "../../db/schema/search.ts";
import { jsonList, prepare, sql, write, type Named, type SQL, type Write } from "../../db/sql.ts";

/** A page as the index holds it. `title` and `body` are folded, `terms` have blanks between. */
export type IndexDocument = {
  readonly pageId: string;
  readonly driveId: string;
  readonly revision: number;
  readonly changedAt: Instant;
  readonly title: string;
  readonly body: string;
  readonly terms: string;
};

/**
 * Rows that make room for these. A page's revision never goes back, so whoever read an older one changes nothing; nor
 * does anyone who comes second, so that the page keeps its place in the order of changes.
 */
const outdated = (states: string): SQL => sql`(
  select d.id from json_each(${states}) j cross join ${docs} d on d.page_id = json_extract(j.value, '$[0]')
  where d.revision < json_extract(j.value, '$[1]')
    or (d.revision = json_extract(j.value, '$[1]') and (
      d.changed_at <> json_extract(j.value, '$[2]')
      or d.title <> json_extract(j.value, '$[3]')
      or d.drive_id <> json_extract(j.value, '$[4]'))))`;

const newDoc = prepare(
  (doc: Named<"pageId" | "driveId" | "revision" | "changedAt" | "title" | "body">) =>
    sql`insert into ${docs} (id, page_id, drive_id, revision, changed_at, title, body)
      select coalesce(max(id), 0) + 1,
        ${doc.pageId}, ${doc.driveId}, ${doc.revision}, ${doc.changedAt}, ${doc.title}, ${doc.body}
      from ${docs} where true
      on conflict do nothing`,
);

const newTerms = prepare(
  ({ pageId, tokens }: Named<"pageId" | "tokens">) =>
    sql`insert into ${terms} (rowid, tokens)
      select id, ${tokens} from ${docs}
      where page_id = ${pageId} and not exists (select 1 from ${terms} where rowid = docs.id)`,
);

/** In one transaction: each of these pages as it is here, unless the index has it so or later. */
export function upsertDocuments(pages: readonly IndexDocument[]): Write<number>[] {
  const states = JSON.stringify(pages.map((doc) => [doc.pageId, doc.revision, doc.changedAt, doc.title, doc.driveId]));
  return [
    write(sql`delete from ${terms} where rowid in ${outdated(states)}`),
    write(sql`delete from ${docs} where id in ${outdated(states)}`),
    ...pages.flatMap(({ terms: tokens, ...doc }) => [
      write(newDoc(doc)),
      write(newTerms({ pageId: doc.pageId, tokens })),
    ]),
  ];
}

export const deleteDocuments = (pageIds: readonly string[]): Write<number>[] => [
  write(sql`delete from ${terms} where rowid in (select id from ${docs} where page_id in ${jsonList(pageIds)})`),
  write(sql`delete from ${docs} where page_id in ${jsonList(pageIds)}`),
];
