/** SQL on the main database: which hits the caller can see now, and their content. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { PageType } from "../../kernel/page-type.ts";
import { VIEW, type Rights } from "../../kernel/rights.ts";
import { drives } from "../../db/schema/drives.ts";
import { attachmentTexts } from "../../db/schema/files.ts";
import { pageContents, pageGrants, pages } from "../../db/schema/pages.ts";
import { many, rowsOf, sql, whole, type Query, type SQL } from "../../db/sql.ts";
import { walkUp } from "../../permissions/ancestors.ts";
import { CALLER_ID, callerId, callerIsLive, idleSince } from "../../permissions/credential.ts";
import { driveAdmin, rightsOnDrive, everythingOr, NEAREST_OF_GROUP } from "../../permissions/effective-rights.ts";

const d = alias(drives, "d");
const p = alias(pages, "p");
const g = alias(pageGrants, "g");

/** Code points of text before the match, and in total. */
type Window = { readonly lead: number; readonly length: number };
type Candidate = { readonly pageId: string; readonly place: number };

export type VisiblePage = {
  /** Index into the candidates. */
  readonly at: number;
  readonly title: string;
  readonly icon: string | null;
  readonly type: PageType;
  readonly driveId: string;
  readonly revision: number;
  /** Null if the caller cannot see the drive. */
  readonly driveSlug: string | null;
  /** From the page up to the root, each with the caller's own grant. */
  readonly way: readonly (readonly [title: string, grant: Rights | null])[];
  /** The caller's rights at the root, and whether they are an admin, for whom grants do not apply. */
  readonly root: Rights;
  readonly admin: boolean;
  readonly text: string;
};

/** Maximum number of attachments, oldest first, that a page can be found by. */
const ATTACHMENTS = 10;

const attached = (pageId: SQL): SQL => sql`(
  select content from ${attachmentTexts}
  where page_id = ${pageId}
  order by file_id
  limit ${whole(ATTACHMENTS)})`;

/** All text that a page can be found by: its own, followed by that of its attachments. */
export const fullText = (
  pageId: SQL,
): SQL<string> => sql`(coalesce((select content from ${pageContents} where page_id = ${pageId}), '')
  || coalesce((select group_concat(char(10) || content, '') from ${attached(pageId)}), ''))`;

/** Size in bytes of `fullText`. */
export const fullTextBytes = (
  pageId: SQL,
): SQL<number> => sql`(coalesce((select octet_length(content) from ${pageContents} where page_id = ${pageId}), 0)
  + coalesce((select sum(octet_length(content)) from ${attached(pageId)}), 0))`;

type CandidateQuery = {
  readonly candidates: readonly Candidate[];
  readonly drives: readonly string[];
  readonly type: PageType | null;
  readonly authorId: string | null;
  readonly limit: number;
  readonly window: Window;
  readonly now: Instant;
  readonly idleMs: number;
};

const found = alias(pages, "found");

/**
 * The first `limit` candidates that are live and visible to the caller now, in order, with their current content. Reads
 * no more rows than necessary: `limit -1` stops SQLite from merging the inner select into the outer one.
 */
export const readVisible = (caller: Caller, look: CandidateQuery): Query<VisiblePage[]> =>
  many(
    rowsOf(
      {
        at: sql<number>`at`,
        title: found.title,
        icon: found.icon,
        type: found.type,
        driveId: found.driveId,
        revision: found.revision,
        driveSlug: sql<string | null>`case when admin or (root & ${VIEW}) then slug end`,
        way: sql<string>`way`,
        root: sql<Rights>`root`,
        admin: sql<number>`admin`,
        text: sql<string>`substr(${fullText(sql`found.id`)}, max(1, place - ${look.window.lead}), ${look.window.length + 1})`,
      },
      (columns) => sql`with recursive
        me (id) as materialized (
          select ${callerId(caller)}
          where ${callerIsLive(caller, look.now, idleSince(look.now, look.idleMs))}),
        homes (id, slug, admin, root) as materialized (
          select ${d.id}, ${d.slug}, ${driveAdmin(sql`${d.id}`, CALLER_ID)}, ${rightsOnDrive(sql`${d.id}`, CALLER_ID)}
          from json_each(${JSON.stringify(look.drives)}) j
          cross join ${drives} d on ${d.id} = j.value and ${d.trashedAt} is null)
        select ${columns}
        from (
          select j.key as at, json_extract(j.value, '$[1]') as place, ${p.id}, ${p.title}, ${p.icon}, ${p.type}, ${p.driveId}, ${p.revision},
            h.slug, h.root, h.admin,
            (
              with recursive ${walkUp(sql``, { columns: ["title"] })}
              select case when count(up.trashed_at) = 0
                  and (${everythingOr(sql`h.admin`, sql`coalesce(${NEAREST_OF_GROUP}, h.root)`)} & ${VIEW})
                then json_group_array(json_array(up.title, ${g.rights})) end
              from up
              left join ${pageGrants} g on ${g.pageId} = up.id and ${g.userId} = ${CALLER_ID}) as way
          from json_each(${JSON.stringify(look.candidates.map(({ pageId, place }) => [pageId, place]))}) j
          cross join ${pages} p on ${p.id} = json_extract(j.value, '$[0]')
          cross join homes h on h.id = ${p.driveId}
          where ${look.type === null ? sql`true` : sql`${p.type} = ${look.type}`}
            and ${look.authorId === null ? sql`true` : sql`${p.createdBy} = ${look.authorId}`}
          limit -1) found
        where way is not null
        limit ${whole(look.limit)}`,
    ),
    (row) => ({
      ...row,
      way: JSON.parse(row.way) as VisiblePage["way"], // built just above
      admin: row.admin === 1,
    }),
  );
