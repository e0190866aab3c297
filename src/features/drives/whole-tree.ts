/** The whole tree of a drive for those who may see all of it, while it is small: one scan of its index, put in order here. */
import type { Caller } from "../../kernel/caller.ts";
import { sql, type Query, type Sql } from "../../platform/sql.ts";
import { driveAdmin } from "../access/access.ts";
import { ME, me } from "./access.ts";
import { summary } from "./listing.ts";

/** Pages scanned at most, those in the trash included; beyond that the drive is walked instead. */
const MOST_SCANNED = 4_000;

/** The scan serves a caller for whom no grant counts, when all the live pages fit the reply. */
export const scanServes = (driveId: string, limit: number): Sql =>
  sql`(${driveAdmin(driveId, ME)} and exists (select 1 from drives where id = ${driveId} and page_count <= ${limit}))`;

/**
 * The live pages in tree order as a JSON array, or null when the scan does not serve. Pages and their links come as
 * two texts of one line a page: a thousand rows would cost more on their way than they do in the database.
 */
export const scanTree = (caller: Caller, driveId: string, limit: number): Query<string | null> => ({
  sql: sql`with ${me(caller)}
    select count(*) as scanned,
      group_concat(id || ' ' || coalesce(parent_id, ''), char(10)) filter (where trashed_at is null) as links,
      group_concat(page, char(10)) filter (where trashed_at is null) as pages
    from (select p.id, p.parent_id, p.trashed_at, ${summary(sql`p`)} as page from pages p indexed by pages_tree
      where p.drive_id = ${driveId} and ${scanServes(driveId, limit)}
      order by p.parent_id, p.position, p.id limit ${MOST_SCANNED + 1})`,
  read: ([row]) => {
    const { scanned, links, pages } = row as { scanned: number; links: string | null; pages: string | null }; // as selected
    if (scanned > MOST_SCANNED) return null;
    // Nothing scanned: the drive is empty, or the scan does not serve; walking tells, and costs nothing then.
    return links === null || pages === null ? null : inTreeOrder(links.split("\n"), pages.split("\n"));
  },
});

/** `links` are `id parent`, `pages` the same pages as JSON objects; both in the order of siblings. */
function inTreeOrder(links: readonly string[], pages: readonly string[]): string {
  const below = new Map<string, number[]>();
  const ids = links.map((link, i) => {
    const space = link.indexOf(" ");
    const parent = link.slice(space + 1);
    const siblings = below.get(parent);
    if (siblings) siblings.push(i);
    else below.set(parent, [i]);
    return link.slice(0, space);
  });
  const ordered: string[] = [];
  const stack = [...(below.get("") ?? [])].reverse();
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const children = below.get(ids[i] ?? "");
    ordered.push(`${pages[i]?.slice(0, -1)},"hasChildren":${children !== undefined}}`);
    if (children) for (let k = children.length - 1; k >= 0; k -= 1) stack.push(children[k] ?? 0);
  }
  return `[${ordered.join(",")}]`;
}
