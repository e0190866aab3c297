/** SQL of pages and their texts. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Rights } from "../../kernel/rights.ts";
import { drives } from "../../db/schema/drives.ts";
import { pageContents, pages } from "../../db/schema/pages.ts";
import {
  aliased,
  all,
  builder,
  first,
  orNull,
  rowsOf,
  sql,
  write,
  type Query,
  type SQL,
  type Write,
  changing,
} from "../../db/sql.ts";
import { CALLER_ID, callerId, callerCte } from "../../permissions/credential.ts";
import type { PageType } from "./contract.ts";
import { loadPage } from "./load-store.ts";
import { driveAdmin, rightsOnDrive } from "../../permissions/effective-rights.ts";

const d = alias(drives, "d");

export { loadPageWithChildren, loadPage, readPageWithChildren, type PageWithChildren } from "./load-store.ts";

/** The text as D1 has it; a page without a row is empty. */
export const readContent = (pageId: string | SQL): Query<string> =>
  all(
    builder
      .select(aliased({ content: pageContents.content }))
      .from(pageContents)
      .where(eq(pageContents.pageId, pageId)),
    ([row]) => row?.content ?? "",
  );

const atRoot = {
  slug: d.slug,
  rights: sql<Rights>`${rightsOnDrive(d.id, CALLER_ID)}`,
  isAdmin: sql<0 | 1>`${driveAdmin(d.id, CALLER_ID)}`,
};

/** What the caller holds at the root of a live drive. */
export const rootRights = (caller: Caller, driveId: string | SQL) =>
  first(
    rowsOf(
      atRoot,
      (columns) => sql`with ${callerCte(callerId(caller))}
        select ${columns} from ${drives} d
        where ${d.id} = ${driveId}
          and ${d.trashedAt} is null`,
    ),
    ({ slug, rights, isAdmin }) => ({ slug, rights, isDriveAdmin: isAdmin === 1 }),
  );

/** What decides on a place for pages in a drive; no parent stands for its root. */
export const loadDestination = (caller: Caller, { driveId, parentId }: Destination) =>
  [rootRights(caller, driveId), loadPage(caller, parentId ?? "")] as const;

type Destination = { readonly driveId: string; readonly parentId: string | null };

type NewPage = {
  id: string;
  driveId: string;
  parentId: string | null;
  title: string;
  type: PageType;
  position: number | null;
  createdBy: string;
  createdVia: string;
  now: Instant;
};

/** At the given position, else after the last sibling. */
export const insertPage = ({ now, position, ...page }: NewPage) =>
  changing(
    first(
      builder
        .insert(pages)
        .values({
          ...page,
          position: position ?? nextPosition(page.driveId, page.parentId),
          createdAt: now,
          updatedAt: now,
        })
        .returning({ position: pages.position }),
    ),
  );

/** One after the last sibling. */
export const nextPosition = (driveId: string | SQL, parentId: string | null): SQL =>
  sql`(
    select coalesce(max(position), 0) + 1 from ${pages}
    where drive_id = ${driveId}
      and parent_id is ${parentId})`;

export const insertContent = (pageId: string, text: string): Write<number> =>
  write(builder.insert(pageContents).values({ pageId, content: text }));

export const incrementPageCount = (driveId: string): Write<number> =>
  write(
    builder
      .update(drives)
      .set({ pageCount: sql`${drives.pageCount} + 1` })
      .where(eq(drives.id, driveId)),
  );

/** Where the page is at that revision; null = at any. */
export const updateTitleAt = (pageId: string, title: string, now: Instant, revision: number | null): Write<number> =>
  updateTitle(pageId, title, now, sql`revision = coalesce(${revision}, revision)`);

/** The page's id, if it was given this title in the same batch. */
export const idIfTitleUpdated = (pageId: string, title: string, now: Instant): SQL =>
  sql`select id from ${pages}
    where id = ${pageId}
      and title = ${title}
      and updated_at = ${now}`;

export const updateTitle = (pageId: string, title: string, now: Instant, allowed: SQL): Write<number> =>
  write(
    builder
      .update(pages)
      .set({ title, updatedAt: now })
      .where(and(eq(pages.id, pageId), allowed)),
  );

/** D1's revision of a page's text; 0 when the page is gone. */
export const readRevision = (pageId: string): Query<number> =>
  all(
    builder
      .select(aliased({ revision: pages.revision }))
      .from(pages)
      .where(eq(pages.id, pageId)),
    ([row]) => row?.revision ?? 0,
  );

type Projection = { content: string; revision: number; createdBy: string; createdVia: string; updatedAt: Instant };

/** Content and revision as D1 knows them, for a room that wakes for the first time. */
export const readProjection = (pageId: string): Query<Projection | null> =>
  first(
    builder
      .select(
        aliased({
          content: orNull(pageContents.content),
          revision: pages.revision,
          createdBy: pages.createdBy,
          createdVia: pages.createdVia,
          updatedAt: pages.updatedAt,
        }),
      )
      .from(pages)
      .leftJoin(pageContents, eq(pageContents.pageId, pages.id))
      .where(eq(pages.id, pageId)),
    (row) => ({ ...row, content: row.content ?? "" }),
  );
