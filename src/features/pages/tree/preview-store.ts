/** SQL for previews of the pages in a folder. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import { files } from "../../../db/schema/files.ts";
import { pageContents } from "../../../db/schema/pages.ts";
import { many, rowsOf, sql, whole, type Named, type Query } from "../../../db/sql.ts";
import { ancestors } from "../../../permissions/ancestors.ts";
import { callerCte, prepareForCaller } from "../../../permissions/credential.ts";
import { JOINED_BASE, RIGHTS_BASE_AT_LEAF, rightsBelow, visibleChildrenOf } from "../../../permissions/rights-below.ts";
import { visibleChildren } from "../load-store.ts";

const f = alias(files, "f");

/** Only this many children get a preview; the rest are listed without one. */
const MAX_PREVIEWED = 100;
/** Maximum length (characters) of the text excerpt. */
const WORDS = 400;
/** Children are counted up to this number. */
export const MAX_CHILD_COUNT = 100;

export type PagePreview = {
  readonly id: string;
  /** The beginning of its raw text. */
  readonly words: string;
  /** Number of its direct children; `MAX_CHILD_COUNT` means that many or more. */
  readonly below: number;
  /** The file that has a thumbnail; null if there is none. */
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
      limit ${whole(MAX_CHILD_COUNT)}))`,
  picture: sql<string | null>`(
    select ${f.id} from ${files} f
    where ${f.pageId} = shown.id
      and ${f.role} = 'content'
      and json_extract(${f.metadata}, '$.variants.thumbnail.type') is not null)`,
};

const previews = prepareForCaller((userId, { pageId }: Named<"pageId">) =>
  rowsOf(
    preview,
    (columns) => sql`with recursive ${callerCte(userId)}, ${ancestors(sql`${pageId}`)}, ${RIGHTS_BASE_AT_LEAF},
      shown (id, drive_id, rights) as materialized (
        select p.id, p.drive_id, ${rightsBelow(JOINED_BASE.rights, JOINED_BASE)} ${visibleChildren(sql`${pageId}`)}
        order by p.position, p.id
        limit ${whole(MAX_PREVIEWED)})
      select ${columns}
      from shown`,
  ),
);

export const listPreviews = (caller: Caller, pageId: string): Query<PagePreview[]> =>
  many(previews(caller, { pageId }));
