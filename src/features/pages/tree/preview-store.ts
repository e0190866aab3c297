/** SQL that tells what there is to see of the pages in a folder before they are opened. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import { files } from "../../../db/schema/files.ts";
import { pageContents } from "../../../db/schema/pages.ts";
import { many, rowsOf, sql, whole, type Named, type Query } from "../../../db/sql.ts";
import { ancestors } from "../../../permissions/ancestors.ts";
import { callerCte, prepareForCaller } from "../../../permissions/credential.ts";
import { JOINED_BASE, RIGHTS_BASE_AT_FOOT, rightsBelow, visibleChildrenOf } from "../../../permissions/rights-below.ts";
import { visibleChildren } from "../load-store.ts";

const f = alias(files, "f");

/** The first so many children; those after them are listed without. */
const MOST = 100;
/** Characters of a text. */
const WORDS = 400;
/** Counted no further. */
export const MOST_BELOW = 100;

export type PagePreview = {
  readonly id: string;
  /** The beginning of its text, as it is written. */
  readonly words: string;
  /** How many pages are right under it; `MOST_BELOW` for that many or more. */
  readonly below: number;
  /** The file of which there is a thumbnail; null where there is none. */
  readonly picture: string | null;
};

const preview = {
  id: sql<string>`shown.id`,
  words: sql<string>`coalesce((
    select substr(content, 1, ${whole(WORDS)}) from ${pageContents}
    where page_id = shown.id), '')`,
  below: sql<number>`(
    select count(*)
    from (
      select 1 ${visibleChildrenOf(sql`shown`, sql`shown.rights`)}
      limit ${whole(MOST_BELOW)}))`,
  picture: sql<string | null>`(
    select ${f.id} from ${files} f
    where ${f.pageId} = shown.id
      and ${f.role} = 'content'
      and json_extract(${f.metadata}, '$.variants.thumbnail.type') is not null)`,
};

const previews = prepareForCaller((userId, { pageId }: Named<"pageId">) =>
  rowsOf(
    preview,
    (columns) => sql`with recursive ${callerCte(userId)}, ${ancestors(sql`${pageId}`)}, ${RIGHTS_BASE_AT_FOOT},
      shown (id, drive_id, rights) as materialized (
        select p.id, p.drive_id, ${rightsBelow(JOINED_BASE.rights, JOINED_BASE)} ${visibleChildren(sql`${pageId}`)}
        order by p.position, p.id
        limit ${whole(MOST)})
      select ${columns}
      from shown`,
  ),
);

export const listPreviews = (caller: Caller, pageId: string): Query<PagePreview[]> =>
  many(previews(caller, { pageId }));
