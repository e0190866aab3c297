/** Quotas in SQL: conditions for the guards of writes that create pages or text. Triggers maintain the counts in `drives`. */
import { alias } from "drizzle-orm/sqlite-core";
import { drives } from "../../db/schema/drives.ts";
import { pageContents, pages } from "../../db/schema/pages.ts";
import { storageUsage } from "../../db/schema/users.ts";
import { TRUE, all, allOf, first, rowsOf, sql, whole, type Operand, type Query, type SQL } from "../../db/sql.ts";
import type { Caller } from "../../kernel/caller.ts";
import { instanceUsage } from "../../db/schema/instance.ts";
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

const TEXT_ROOM = sql`(select text_room from ${instanceUsage} where id = 1)`;

/** What a write adds to a drive and to the whole instance. `files` is in bytes. */
export type InstanceGrowth = AddedUsage & { readonly files?: number };

/** Condition: the whole instance has room for the addition. What does not grow always fits. Reads one row. */
export function fitsInstance({ text = 0, pages: morePages = 0, files = 0 }: InstanceGrowth): SQL {
  const counted = [
    ...(typeof text === "number" && text > 0 ? [sql`${text} <= text_room`] : []),
    ...(morePages > 0 ? [sql`${morePages} <= page_room`] : []),
    ...(files > 0 ? [sql`${files} <= file_room`] : []),
  ];
  const fit = counted.length === 0 ? TRUE : sql`(select ${allOf(counted)} from ${instanceUsage} where id = 1)`;
  return typeof text === "number" ? fit : sql`${fit} and (${text} <= 0 or ${text} <= ${TEXT_ROOM})`;
}

/**
 * True if the drive's owner and the whole instance have room for the addition. Goes before the writes. Additions that do
 * not grow always fit, so that a user above a quota can still reduce their usage.
 */
export function fits(driveId: string | SQL, added: InstanceGrowth, limits: Limits<Operand>): SQL {
  const { text, ...counted } = added;
  if (typeof text !== "object") return allOf([fitsOwner(driveId, added, limits), fitsInstance(added)]);
  // The growth of the text stands in as few places as possible: it is a subselect, which runs in each.
  const room = (used: SQL): SQL => sql`min(${limits.text} - ${used}, ${TEXT_ROOM})`;
  return allOf([fitsWithin(driveId, added, limits, room), fitsInstance(counted)]);
}

/** Like `fits`, without the limits of the instance. */
export const fitsOwner = (driveId: string | SQL, added: AddedUsage, limits: Limits<Operand>): SQL =>
  fitsWithin(driveId, added, limits, (used) => sql`${limits.text} - ${used}`);

/** `room`: the text that may be added, given the usage of the owner's drives. */
function fitsWithin(
  driveId: string | SQL,
  { text = 0, pages: morePages = 0 }: AddedUsage,
  limits: Limits<Operand>,
  room: (used: SQL) => SQL,
): SQL {
  const held = (condition: SQL): SQL =>
    sql`(select ${condition} from ${drives} o where ${o.ownerId} = ${ownerOf(driveId)})`;
  const pagesFit = sql`sum(${o.totalPages}) + ${morePages} <= ${limits.pages}`;
  const textFits = (more: SQL): SQL => sql`${more} <= ${room(sql`sum(${o.textBytes})`)}`;
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

/** Like `pageTextFits`, without the limits of the instance. */
export const pageTextFitsOwner = (pageId: Operand, bytes: Operand, limit: Operand): SQL =>
  fitsOwner(driveOfPage(pageId), { text: growthOfPage(pageId, bytes) }, { text: limit, pages: 0 });

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

/** Net growth of the instance's text. */
const totalOf = (growth: DriveGrowth): number => growth.reduce((sum, [, bytes]) => sum + bytes, 0);

/** Like `fits`, for text in several drives, of one owner or several. */
export const textsFit = (growth: DriveGrowth, limit: number): SQL =>
  allOf([sql`not exists (${driveOverQuota(growth, limit)})`, fitsInstance({ text: totalOf(growth) })]);

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

type InstanceState = Readonly<Record<"text" | "pages" | "files", number>> & {
  readonly pageRoom: number;
  readonly fileRoom: number;
  /** Size of the main database in bytes. */
  readonly database: number;
};

/** Usage of the whole instance, as last measured. */
export const findInstanceState = (): Query<InstanceState> =>
  all(
    rowsOf(
      {
        text: instanceUsage.textBytes,
        pages: instanceUsage.pages,
        files: instanceUsage.fileBytes,
        pageRoom: instanceUsage.pageRoom,
        fileRoom: instanceUsage.fileRoom,
        database: sql<number>`coalesce(main_bytes, 0)`,
      },
      (columns) => sql`select ${columns} from ${instanceUsage} where id = 1`,
    ),
    ([row]) => row ?? { text: 0, pages: 0, files: 0, pageRoom: 0, fileRoom: 0, database: 0 },
  );

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
