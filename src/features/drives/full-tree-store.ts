/** The whole tree of a small drive: one index scan, sorted in the Worker. `walk` looks up each page instead. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { EVERYTHING, VIEW, type Rights } from "../../kernel/rights.ts";
import { drives } from "../../db/schema/drives.ts";
import { pageGrants, pages } from "../../db/schema/pages.ts";
import { all, rowsOf, sql, whole, type Named, type Query } from "../../db/sql.ts";
import { CALLER_ID, callerCte, prepareForCaller } from "../../permissions/credential.ts";
import { driveAdmin, rightsOnDrive } from "../../permissions/effective-rights.ts";
import { positionAsText } from "./tree-statements.ts";

/** Maximum pages scanned, including trashed ones; a larger drive is walked instead. */
const MAX_SCANNED = 4_000;
/** Maximum grants considered; for a caller who holds more in total, the drive is walked instead. */
const MAX_GRANTS = 500;

const scanned = {
  full: sql<0 | 1>`base.full`,
  root: sql<Rights>`base.root`,
  scanned: sql<number>`count(p.id)`,
  grants: sql<number>`(select count(*) from held)`,
  held: sql<string | null>`(select group_concat(page_id || ' ' || rights, char(10)) from held)`,
  facts: sql<string | null>`group_concat(
    p.id || ' ' || coalesce(parent_id, '') || ' ' || type || ' ' || ${positionAsText(sql`position`)} || ' ' || created_at
      || ' ' || updated_at,
    char(10)) filter (where trashed_at is null)`,
  titles: sql<string | null>`group_concat(json_quote(title), char(10)) filter (where trashed_at is null)`,
};

const scan = prepareForCaller((userId, { driveId, limit }: Named<"driveId" | "limit">) =>
  rowsOf(
    scanned,
    (columns) => sql`with ${callerCte(userId)},
      base (full, root) as materialized (
        select ${driveAdmin(sql`${driveId}`, CALLER_ID)}, ${rightsOnDrive(sql`${driveId}`, CALLER_ID)}
        from ${drives}
        where id = ${driveId}
          and page_count <= ${limit}
          and trashed_at is null),
      held (page_id, rights) as materialized (
        select page_id, rights from ${pageGrants}
        where user_id = ${CALLER_ID}
          and not (select full from base)
        limit ${whole(MAX_GRANTS + 1)})
      select ${columns}
      from base
      left join (
        select * from ${pages} indexed by pages_tree
        where drive_id = ${driveId}
          and (select root & ${VIEW} from base)
        order by parent_id, position, id
        limit ${whole(MAX_SCANNED + 1)}) p
      group by base.full, base.root`,
  ),
);

/**
 * The live pages that the caller may see, in tree order, as a JSON array. Null if the scan cannot be used: the caller
 * may not see the drive, or it exceeds the limits. Those limits also count pages hidden from the caller, so the output
 * must match the walk's exactly and not reveal which of the two ran. Page facts and titles arrive as two strings with
 * one line per page: transferring a thousand rows would cost more than the query.
 */
export const scanTree = (caller: Caller, driveId: string, limit: number): Query<string | null> =>
  all(scan(caller, { driveId, limit }), ([row]) => {
    if (row === undefined) return null;
    const { full, root, grants, held, facts, titles } = row;
    if ((root & VIEW) === 0 || row.scanned > MAX_SCANNED || grants > MAX_GRANTS) return null;
    if (facts === null || titles === null) return "[]";
    const own = new Map((held?.split("\n") ?? []).map((grant) => readGrant(grant)));
    return inTreeOrder(driveId, full === 1 ? EVERYTHING : root, own, facts.split("\n"), titles.split("\n"));
  });

function readGrant(grant: string): [pageId: string, rights: Rights] {
  const space = grant.indexOf(" ");
  return [grant.slice(0, space), Number(grant.slice(space + 1))];
}

/**
 * Both lists are in sibling order; a fact is `id parent type position created updated`, and a title is JSON. A page's
 * own grant replaces the rights it inherits, and pages below a hidden page are not reached.
 */
function inTreeOrder(
  driveId: string,
  root: Rights,
  own: ReadonlyMap<string, Rights>,
  facts: readonly string[],
  titles: readonly string[],
): string {
  const below = new Map<string, number[]>();
  const rows = facts.map((fact, i) => {
    const page = fact.split(" ");
    const [, parent = ""] = page;
    const siblings = below.get(parent);
    if (siblings) siblings.push(i);
    else below.set(parent, [i]);
    return page;
  });
  const rightsOf = new Uint8Array(facts.length);
  /** Returns the visible children in order, and records the caller's rights on each. */
  const open = (parent: string, inherited: Rights): number[] =>
    (below.get(parent) ?? []).filter((i) => {
      rightsOf[i] = own.get(rows[i]?.[0] ?? "") ?? inherited;
      return ((rightsOf[i] ?? 0) & VIEW) !== 0;
    });
  const ordered: string[] = [];
  const stack = open("", root).toReversed();
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const [id = "", parent = "", type = "", position = "", created = "", updated = ""] = rows[i] ?? [];
    const children = open(id, rightsOf[i] ?? 0);
    ordered.push(
      `{"id":"${id}","title":${titles[i] ?? '""'},"type":"${type}","driveId":"${driveId}","parentId":${parent === "" ? "null" : `"${parent}"`},` +
        `"position":${position},"createdAt":"${toIso(Number(created))}","updatedAt":"${toIso(Number(updated))}","hasChildren":${children.length > 0}}`,
    );
    for (let k = children.length - 1; k >= 0; k -= 1) stack.push(children[k] ?? 0);
  }
  return `[${ordered.join(",")}]`;
}
