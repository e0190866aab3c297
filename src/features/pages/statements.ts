/** Statements on pages for other features' batches. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Rights } from "../../kernel/rights.ts";
import type { PageAppearance, PageWithRights } from "../../kernel/page.ts";
import type { Job } from "../../kernel/job.ts";
import { jobsOutbox } from "../../db/schema/outbox.ts";
import { pages, pageContents, pageGrants } from "../../db/schema/pages.ts";
import {
  TRUE,
  many,
  prepare,
  rowsOf,
  sql,
  write,
  type Named,
  type Operand,
  type Query,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { rightsOnMany } from "../../permissions/bulk-rights.ts";
import { prepareForCaller } from "../../permissions/credential.ts";

const g = alias(pageGrants, "g");

/** Maximum number of ids per job: keeps a message far below the queue's limit of 128 KB. */
const IDS_PER_JOB = 500;

/**
 * Inserts the jobs `<purgeId>-0`, `<purgeId>-1`… that purge the rooms of the pages deleted by this batch. `selected`
 * selects the ids inside the batch, so that exactly the rooms of deleted pages are purged.
 */
export const insertPurgeJobs = (selected: SQL, purgeId: string, now: Instant): Write<number> =>
  write(sql`insert into ${jobsOutbox} (id, job, created_at)
    select ${purgeId} || '-' || chunk,
      json_object('id', ${purgeId} || '-' || chunk, 'kind', 'rooms.purge', 'pageIds', json_group_array(id)), ${now}
    from (
      select id, (row_number() over () - 1) / cast(${IDS_PER_JOB} as integer) as chunk
      from (${selected}))
    group by chunk`);

/** The first of those jobs, to be sent immediately; the sweep sends the rest. */
export const listPurgeJobs = (purgeId: string): Query<Job[]> =>
  many(
    rowsOf(
      { job: jobsOutbox.job },
      (columns) => sql`select ${columns} from ${jobsOutbox}
        where ${jobsOutbox.id} > ${`${purgeId}-`}
          and ${jobsOutbox.id} < ${`${purgeId}.`}
        order by ${jobsOutbox.id}
        limit 20`,
    ),
    ({ job }) => JSON.parse(job) as Job, // written by insertPurgeJobs
  );

type Projection = {
  pageId: string;
  content: string;
  revision: number;
  title: string | null;
  appearance?: PageAppearance;
  now: Instant;
};

/**
 * Projects a committed edit into D1; it never goes back to an older revision. `update` is the first statement, if it is
 * guarded: if that changes no row, neither does the second.
 */
export const projectContent = (
  { pageId, content, revision, title, appearance = {}, now }: Projection,
  update: Write<number> = write(updateRevision({ pageId, revision, title, now }, appearance, TRUE)),
): readonly [Write<number>, Write<number>] => [update, write(projectText({ pageId, content, revision, now }))];

/** Sets a newer revision and what else an edit changes in the page's row. `allowed` is the guard. */
export const updateRevision = (
  { pageId, revision, title, now }: Readonly<Record<"pageId" | "revision" | "title" | "now", Operand>>,
  { icon, cover }: PageAppearance,
  allowed: SQL,
): SQL => sql`update ${pages}
    set revision = ${revision}, title = coalesce(${title}, title), updated_at = ${now}
      ${icon === undefined ? sql`` : sql`, icon = ${icon}`} ${cover === undefined ? sql`` : sql`, cover = ${cover}`}
    where id = ${pageId}
      and revision < ${revision}
      and ${allowed}`;

const projectText = prepare(
  ({ pageId, content, revision, now }: Named<"pageId" | "content" | "revision" | "now">) =>
    sql`insert into ${pageContents} (page_id, content)
      select id, ${content} from ${pages}
      where id = ${pageId}
        and revision = ${revision}
        and updated_at = ${now}
      on conflict (page_id) do update set content = excluded.content`,
);

const p = alias(pages, "p");

const held = {
  id: p.id,
  title: p.title,
  type: p.type,
  driveId: p.driveId,
  parentId: p.parentId,
  revision: p.revision,
  rights: sql<Rights>`held.rights`,
  isAdmin: sql<0 | 1>`held.admin`,
  trashed: sql<0 | 1>`held.trashed`,
  driveTrashed: sql<0 | 1>`held.drive_trashed`,
  depth: sql<number>`held.depth`,
  own: sql<0 | 1>`exists (
    select 1 from ${pageGrants} g
    where ${g.pageId} = ${p.id}
      and ${g.userId} = (select id from who))`,
};

const heldPages = prepareForCaller((userId, { pageIds }: Named<"pageIds">) =>
  rowsOf(
    held,
    (columns) => sql`with recursive ${rightsOnMany(userId, sql`(select value from json_each(${pageIds}))`)}
      select ${columns}
      from held
      cross join ${pages} p on ${p.id} = held.root`,
  ),
);

export const loadPages = (caller: Caller, pageIds: readonly string[]): Query<PageWithRights[]> =>
  many(heldPages(caller, { pageIds: JSON.stringify(pageIds) }), ({ isAdmin, trashed, driveTrashed, own, ...page }) => ({
    ...page,
    isDriveAdmin: isAdmin === 1,
    isTrashed: trashed === 1,
    driveIsTrashed: driveTrashed === 1,
    hasOwnGrant: own === 1,
  }));
