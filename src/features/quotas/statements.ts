/** Quotas in SQL: conditions for the guards of writes that create pages or text. Triggers maintain the counts in `drives`. */
import { alias } from "drizzle-orm/sqlite-core";
import { drives } from "../../db/schema/drives.ts";
import { pageContents, pages } from "../../db/schema/pages.ts";
import { storageUsage } from "../../db/schema/users.ts";
import { all, first, rowsOf, sql, whole, type Operand, type Query, type SQL } from "../../db/sql.ts";
import type { Caller } from "../../kernel/caller.ts";
import { driveOfPage } from "../../permissions/ancestors.ts";
import { callerId } from "../../permissions/credential.ts";
import { MAX_CHILDREN } from "./rules.ts";

const o = alias(drives, "o");
const d = alias(drives, "d");
const s = alias(drives, "s");

/** In bytes and pages, for all drives of an owner together. */
type Limits<T = number> = { readonly text: T; readonly pages: T };

/** What a write adds to a drive. `text` may be negative, or an SQL expression. */
export type AddedUsage = { readonly text?: number | SQL; readonly pages?: number };

const ownerOf = (driveId: string | SQL): SQL => sql`(select owner_id from ${drives} where id = ${driveId})`;

/**
 * True if the drive's owner has room for the addition. Goes before the writes. Additions that do not grow always fit,
 * so that a user above a quota can still reduce their usage.
 */
export function fits(
  driveId: string | SQL,
  { text = 0, pages: morePages = 0 }: AddedUsage,
  limits: Limits<Operand>,
): SQL {
  const held = (condition: SQL): SQL =>
    sql`(select ${condition} from ${drives} o where ${o.ownerId} = ${ownerOf(driveId)})`;
  const pagesFit = sql`sum(${o.totalPages}) + ${morePages} <= ${limits.pages}`;
  const textFits = (more: SQL): SQL => sql`sum(${o.textBytes}) + ${more} <= ${limits.text}`;
  if (typeof text === "number") {
    if (text <= 0) return morePages <= 0 ? sql`1` : held(pagesFit);
    return held(morePages <= 0 ? textFits(sql`${text}`) : sql`${pagesFit} and ${textFits(sql`${text}`)}`);
  }
  const grown = sql`(${text} <= 0 or ${held(textFits(text))})`;
  return morePages <= 0 ? grown : sql`${held(pagesFit)} and ${grown}`;
}

/** Bytes a page grows by when its text is replaced by one of `bytes`. */
export const growthOfPage = (pageId: Operand, bytes: Operand): SQL =>
  sql`(${bytes} - coalesce((select octet_length(content) from ${pageContents} where page_id = ${pageId}), 0))`;

/**
 * True if the owner of the page's drive has room for a text of `bytes` in place of the page's current one. `limit` is the
 * quota in bytes.
 */
export const pageTextFits = (pageId: Operand, bytes: Operand, limit: Operand): SQL =>
  fits(driveOfPage(pageId), { text: growthOfPage(pageId, bytes) }, { text: limit, pages: 0 });

/** Bytes of text added to several drives at once. */
type DriveGrowth = readonly (readonly [driveId: string, bytes: number])[];

/** The first owner whose current usage plus the growth of all their drives exceeds the limit. */
const driveOverQuota = (growth: DriveGrowth, limit: number): SQL<{ used: number }> => sql`select used
  from (
    select gain.more, (
      select sum(${o.textBytes}) from ${drives} o
      where ${o.ownerId} = gain.owner_id) as used
    from (
      select ${d.ownerId}, sum(json_extract(j.value, '$[1]')) as more
      from json_each(${JSON.stringify(growth)}) j
      cross join ${drives} d on ${d.id} = json_extract(j.value, '$[0]')
      group by ${d.ownerId}) gain
    where gain.more > 0)
  where used + more > ${limit}
  limit 1`;

/** Like `fits`, for text in several drives, of one owner or several. */
export const textsFit = (growth: DriveGrowth, limit: number): SQL => sql`not exists (${driveOverQuota(growth, limit)})`;

/** Current usage in bytes of the first owner without enough room; null if there is room. */
export const findDriveOverQuota = (growth: DriveGrowth, limit: number): Query<number | null> =>
  first(driveOverQuota(growth, limit), ({ used }) => used);

/** Guard after a move from the source drives: if any had another owner, this drive's owner must be within their quotas. */
export const incomingPagesFit = (driveId: string, sources: readonly string[], limits: Limits): SQL =>
  sql`(not exists (
    select 1
    from json_each(${JSON.stringify(sources)}) j
    cross join ${drives} s on ${s.id} = j.value
    where ${s.ownerId} <> ${ownerOf(driveId)})
    or (
      select sum(${o.textBytes}) <= ${limits.text} and sum(${o.totalPages}) <= ${limits.pages}
      from ${drives} o
      where ${o.ownerId} = ${ownerOf(driveId)}))`;

/** True if there is room for `more` pages under this parent, or at the drive's root. Pass 0 after the pages were added. */
export const childrenFit = (driveId: string | SQL, parentId: string | null, more: number): SQL =>
  sql`(
    select count(*) + ${more} <= ${MAX_CHILDREN}
    from (
      select 1 from ${pages}
      where drive_id = ${driveId}
        and parent_id is ${parentId}
      limit ${whole(MAX_CHILDREN + 1)}))`;

/** Like `childrenFit`, but also true if `unless` is. */
export const childrenFitUnless = (
  driveId: string | SQL,
  { parentId, more, unless }: { readonly parentId: string | null; readonly more: number; readonly unless?: SQL },
): SQL => {
  const fit = childrenFit(driveId, parentId, more);
  return unless ? sql`(${unless} or ${fit})` : fit;
};

/** Total usage of the drive's owner. */
export const usageOfOwner = (driveId: string | SQL): Query<Limits> => usageOf(ownerOf(driveId));

const usageOf = (userId: SQL): Query<Limits> =>
  all(
    rowsOf(
      {
        text: sql<number>`coalesce(sum(text_bytes), 0)`,
        pages: sql<number>`coalesce(sum(total_pages), 0)`,
      },
      (columns) => sql`select ${columns} from ${drives} where owner_id = ${userId}`,
    ),
    ([row]) => row ?? { text: 0, pages: 0 },
  );

const drivesOf = (caller: Caller, most: number): SQL =>
  sql`(
    select count(*)
    from (
      select 1 from ${drives}
      where owner_id = ${callerId(caller)}
      limit ${whole(most)}))`;

/** Guard: the caller may own another drive. */
export const driveFits = (caller: Caller, most: number): SQL => sql`${drivesOf(caller, most)} < ${most}`;

type QuotaUsage = Limits & { readonly drives: number; readonly files: number };

export const usageOfCaller = (caller: Caller): Query<QuotaUsage> =>
  all(
    rowsOf(
      {
        text: sql<number>`h.text`,
        pages: sql<number>`h.pages`,
        drives: sql<number>`h.drives`,
        files: sql<number>`coalesce((select bytes from ${storageUsage} where user_id = ${callerId(caller)}), 0)`,
      },
      (columns) => sql`select ${columns}
        from (
          select coalesce(sum(text_bytes), 0) as text, coalesce(sum(total_pages), 0) as pages, count(*) as drives
          from ${drives}
          where owner_id = ${callerId(caller)}) h`,
    ),
    ([row]) => row ?? { text: 0, pages: 0, drives: 0, files: 0 },
  );
