/** SQL for muted pages and drives. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { VIEW } from "../../kernel/rights.ts";
import { drives } from "../../db/schema/drives.ts";
import { mutedDrives, mutedPages } from "../../db/schema/notifications.ts";
import { pages } from "../../db/schema/pages.ts";
import { builder, many, rowsOf, sql, whole, write, type Query, type RowOf, type Write } from "../../db/sql.ts";
import { rightsOnMany } from "../../permissions/bulk-rights.ts";
import { callerId } from "../../permissions/credential.ts";
import { rightsOnDrive } from "../../permissions/effective-rights.ts";

/** Maximum number of each in a list. */
const LISTED = 500;

const p = alias(pages, "p");
const d = alias(drives, "d");

const mutedPage = { id: p.id, title: p.title };
const mutedDrive = { id: d.id, name: d.name };

/** Only pages the caller can see, because the title of a page hidden from them must not be revealed. */
export const listMutedPages = (caller: Caller): Query<RowOf<typeof mutedPage>[]> =>
  many(
    rowsOf(
      mutedPage,
      (columns) => sql`with recursive ${rightsOnMany(
        callerId(caller),
        sql`(select page_id as value from ${mutedPages} where user_id = ${callerId(caller)} limit ${whole(LISTED)})`,
      )}
        select ${columns}
        from held h
        cross join ${pages} p on ${p.id} = h.root
        where (h.rights & ${VIEW}) = ${VIEW}
          and not h.drive_trashed
        order by ${p.title}, ${p.id}`,
    ),
  );

export const listMutedDrives = (caller: Caller): Query<RowOf<typeof mutedDrive>[]> =>
  many(
    rowsOf(
      mutedDrive,
      (columns) => sql`
        select ${columns}
        from ${mutedDrives}
        cross join ${drives} d on ${d.id} = ${mutedDrives.driveId}
        where ${mutedDrives.userId} = ${callerId(caller)}
          and ${d.trashedAt} is null
          and ${rightsOnDrive(sql`${d.id}`, callerId(caller))} & ${VIEW}
        order by ${d.name}, ${d.id}
        limit ${whole(LISTED)}`,
    ),
  );

export const mutePage = (userId: string, pageId: string, now: Instant): Write<number> =>
  write(builder.insert(mutedPages).values({ userId, pageId, createdAt: now }).onConflictDoNothing());

export const muteDrive = (userId: string, driveId: string, now: Instant): Write<number> =>
  write(builder.insert(mutedDrives).values({ userId, driveId, createdAt: now }).onConflictDoNothing());

export const unmutePage = (userId: string, pageId: string): Write<number> =>
  write(builder.delete(mutedPages).where(and(eq(mutedPages.userId, userId), eq(mutedPages.pageId, pageId))));

export const unmuteDrive = (userId: string, driveId: string): Write<number> =>
  write(builder.delete(mutedDrives).where(and(eq(mutedDrives.userId, userId), eq(mutedDrives.driveId, driveId))));
