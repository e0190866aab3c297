/** SQL for a page's ancestors. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { pageGrants, pages } from "../../db/schema/pages.ts";
import { many, orNull, rowsOf, sql, type Named, type Query, type RowOf } from "../../db/sql.ts";
import { ancestors } from "../../permissions/ancestors.ts";
import { CALLER_ID, callerCte, prepareForCaller } from "../../permissions/credential.ts";

const p = alias(pages, "p");

const g = alias(pageGrants, "g");

const ancestorColumns = {
  id: p.id,
  title: p.title,
  icon: p.icon,
  type: p.type,
  driveId: p.driveId,
  grant: orNull(g.rights),
};

export type Ancestor = RowOf<typeof ancestorColumns>;

const ancestorsOfPage = prepareForCaller((userId, { pageId }: Named<"pageId">) =>
  rowsOf(
    ancestorColumns,
    (columns) => sql`with recursive ${callerCte(userId)}, ${ancestors(sql`${pageId}`)}
      select ${columns}
      from up
      cross join ${pages} p on ${p.id} = up.id
      left join ${pageGrants} g
        on ${g.pageId} = ${p.id}
        and ${g.userId} = ${CALLER_ID}
      order by up.depth desc`,
  ),
);

/** The page and its ancestors, root first, each with the caller's own grant on it. */
export const listAncestors = (caller: Caller, pageId: string): Query<Ancestor[]> =>
  many(ancestorsOfPage(caller, { pageId }));
