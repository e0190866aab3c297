/** SQL that tells what there is to see of the pages in a folder before they are opened. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import { files } from "../../../db/schema/files.ts";
import { pageContents, pageGrants, pages } from "../../../db/schema/pages.ts";
import { many, rowsOf, sql, whole, type Named, type Query } from "../../../db/sql.ts";
import { ancestors } from "../../../permissions/ancestors.ts";
import { callerCte, prepareForCaller } from "../../../permissions/credential.ts";
import { BASE, visibleChildren } from "../load-store.ts";

const k = alias(pages, "k");
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
      select 1 from ${pages} k
      where ${k.driveId} = base.drive_id
        and ${k.parentId} = shown.id
        and ${k.trashedAt} is null
        and (base.admin or (coalesce((
          select rights from ${pageGrants}
          where page_id = ${k.id}
            and user_id = base.me),
          shown.rights) & 1) = 1)
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
    (columns) => sql`with recursive ${callerCte(userId)}, ${ancestors(sql`${pageId}`)}, ${BASE},
      shown (id, rights) as materialized (
        select c.id, coalesce(g.rights, base.rights) ${visibleChildren(sql`${pageId}`)}
        order by c.position, c.id
        limit ${whole(MOST)})
      select ${columns}
      from shown
      cross join base`,
  ),
);

export const listPreviews = (caller: Caller, pageId: string): Query<PagePreview[]> =>
  many(previews(caller, { pageId }));
