/** SQL that finds the declarations of properties which apply to a page's children. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW } from "../../kernel/rights.ts";
import { MAX_FRONT_MATTER } from "../../formats/properties/front-matter.ts";
import { pageContents, pages } from "../../db/schema/pages.ts";
import { many, rowsOf, sql, whole, type Named, type Query, type RowOf } from "../../db/sql.ts";
import { ancestors, rightsOn } from "../../permissions/ancestors.ts";
import { CALLER_ID, callerCte, prepareForCaller } from "../../permissions/credential.ts";

const p = alias(pages, "p");
const c = alias(pageContents, "c");

/** Folders with front matter are few on one path. */
const MAX_FOLDERS = 8;

/** The beginning of the text, in characters, with all of its front matter. */
const head = sql<string>`substr(${c.content}, 1, ${whole(MAX_FRONT_MATTER + 100)})`;
const declaring = { id: p.id, text: head };
export type DeclaringFolder = RowOf<typeof declaring>;

const declaringFolders = prepareForCaller((userId, { pageId }: Named<"pageId">) =>
  rowsOf(
    declaring,
    (columns) => sql`with recursive ${callerCte(userId)}, ${ancestors(sql`${pageId}`)}
      select ${columns}
      from up
      cross join ${pages} p on ${p.id} = up.id and ${p.type} = 'FOLDER'
      cross join ${pageContents} c on ${c.pageId} = ${p.id}
      where substr(${c.content}, 1, 3) = '---'
        and instr(lower(${head}), 'properties:') > 0
        and (${rightsOn(sql`up.id`, CALLER_ID)} & ${VIEW})
      order by up.depth
      limit ${whole(MAX_FOLDERS)}`,
  ),
);

/** The page itself and the folders above it that may declare properties, nearest first; only those that the caller may see. */
export const listDeclaringFolders = (caller: Caller, pageId: string): Query<DeclaringFolder[]> =>
  many(declaringFolders(caller, { pageId }));
