/** SQL that reads the suggestions of a page that are to be accepted or rejected. */
import { alias } from "drizzle-orm/sqlite-core";
import { commentThreads } from "../../db/schema/comments.ts";
import { jsonList, many, rowsOf, sql, whole, type Query, type SQL } from "../../db/sql.ts";

const t = alias(commentThreads, "t");

const suggestion = {
  id: t.id,
  userId: t.userId,
  quote: t.quote,
  replacement: t.replacement,
  closedAt: t.closedAt,
  closedAs: t.closedAs,
};

export type SuggestionRow = {
  readonly id: string;
  readonly userId: string | null;
  readonly quote: string;
  readonly replacement: string;
  readonly isOpen: boolean;
  readonly isAccepted: boolean;
};

const listSuggestions = (pageId: string, where: SQL, limit: number): Query<SuggestionRow[]> =>
  many(
    rowsOf(
      suggestion,
      (columns) => sql`select ${columns} from ${commentThreads} t
        where ${t.pageId} = ${pageId}
          and ${t.kind} = 'suggestion'
          and ${where}
        order by ${t.id}
        limit ${whole(limit)}`,
    ),
    ({ closedAt, closedAs, replacement, ...row }) => ({
      ...row,
      replacement: replacement ?? "",
      isOpen: closedAt === null,
      isAccepted: closedAs === "accepted",
    }),
  );

/** Maximum number of suggestions that one request decides. */
const MAX_DECIDED = 200;

/** The named suggestions of the page, or its oldest open ones. */
export const findSuggestions = (pageId: string, named: readonly string[] | "all") =>
  named === "all"
    ? listSuggestions(pageId, sql`${t.closedAt} is null`, MAX_DECIDED)
    : listSuggestions(pageId, sql`${t.id} in ${jsonList(named)}`, named.length);
