/** SQL for the order of siblings: by position, then by id. Trashed pages keep their place among them. */
import { alias } from "drizzle-orm/sqlite-core";
import { pages } from "../../../db/schema/pages.ts";
import { first, many, rowsOf, sql, whole, write, type Query, type SQL, type Write } from "../../../db/sql.ts";
import { MAX_CHILDREN } from "../../quotas/rules.ts";
import type { Repositioned, Sibling } from "./rules.ts";

const p = alias(pages, "p");
const s = alias(pages, "s");

const next = (by: "<" | ">"): SQL<number | null> => {
  const order = by === ">" ? sql`${s.position}, ${s.id}` : sql`${s.position} desc, ${s.id} desc`;
  const sign = by === ">" ? sql`>` : sql`<`;
  return sql`(
    select ${s.position} from ${pages} s
    where ${s.driveId} = ${p.driveId}
      and ${s.parentId} is ${p.parentId}
      and (${s.position}, ${s.id}) ${sign} (${p.position}, ${p.id})
    order by ${order}
    limit 1)`;
};

const positions = { position: p.position, before: next("<"), after: next(">") };

/** Positions of a page and of its two neighbors. */
export const neighbours = (pageId: string) =>
  first(rowsOf(positions, (columns) => sql`select ${columns} from ${pages} p where ${p.id} = ${pageId}`));

export type Level = { readonly driveId: string; readonly parentId: string | null };

/** There are more than `MAX_CHILDREN` only while some are in the trash. */
const MAX_SIBLINGS = 2 * MAX_CHILDREN;

export const listSiblings = ({ driveId, parentId }: Level): Query<Sibling[]> =>
  many(
    rowsOf(
      { id: p.id, position: p.position },
      (columns) => sql`select ${columns} from ${pages} p
        where ${p.driveId} = ${driveId}
          and ${p.parentId} is ${parentId}
        order by ${p.position}, ${p.id}
        limit ${whole(MAX_SIBLINGS)}`,
    ),
  );

const listOf = (moved: readonly Repositioned[]): string =>
  JSON.stringify(moved.map(({ id, from, to }) => [id, from, to]));

/** Guard: these pages still have their positions. */
export const siblingsAreUnmoved = ({ driveId, parentId }: Level, moved: readonly Repositioned[]): SQL => sql`(
  select count(*) = ${moved.length}
  from json_each(${listOf(moved)}) j
  cross join ${pages} p on ${p.id} = j.value ->> 0
  where ${p.driveId} = ${driveId}
    and ${p.parentId} is ${parentId}
    and ${p.position} = j.value ->> 1)`;

/** Leaves `updated_at` alone, because the pages themselves have not changed. */
export const reposition = (moved: readonly Repositioned[]): Write<number> =>
  write(sql`update ${pages} set position = j.value ->> 2
    from json_each(${listOf(moved)}) j
    where ${pages.id} = j.value ->> 0`);
