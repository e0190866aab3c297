/** SQL for pages and their texts. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { PageAppearance, Projection } from "../../kernel/page.ts";
import type { Rights } from "../../kernel/rights.ts";
import { drives } from "../../db/schema/drives.ts";
import { FIRST_REVISION, pageContents, pages } from "../../db/schema/pages.ts";
import {
  aliased,
  all,
  builder,
  first,
  jsonList,
  many,
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

/** The text stored in D1; a page without a row is empty. */
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

/** The caller's rights at the root of a live drive. */
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

/** Loads what authorizes a destination for pages in a drive; a null parent means the drive's root. */
export const loadDestination = (caller: Caller, { driveId, parentId }: Destination) =>
  [rootRights(caller, driveId), loadPage(caller, parentId ?? "")] as const;

type Destination = { readonly driveId: string; readonly parentId: string | null };

type NewPage = PageAppearance & {
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

/** Inserts at the given position, or after the last sibling. */
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

/** One more than the last sibling's position. */
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

/** New values of a page's fields other than its text; those that are undefined stay as they are. */
export type PageFields = PageAppearance & { readonly title?: string | undefined };

/** Applies if the page is at that revision; null means any. */
export const updateFieldsAt = (
  pageId: string,
  fields: PageFields,
  now: Instant,
  revision: number | null,
): Write<number> => updateFields(pageId, fields, now, sql`revision = coalesce(${revision}, revision)`);

/** The page's id, if this batch updated it. */
export const idIfUpdated = (pageId: string, now: Instant): SQL =>
  sql`select id from ${pages}
    where id = ${pageId}
      and updated_at = ${now}`;

export const updateFields = (
  pageId: string,
  { title, icon, cover }: PageFields,
  now: Instant,
  allowed: SQL,
): Write<number> =>
  write(
    builder
      .update(pages)
      .set({ title, icon, cover, updatedAt: now })
      .where(and(eq(pages.id, pageId), allowed)),
  );

/** The revision of a page's text in D1; 0 if the page is gone. */
export const readRevision = (pageId: string): Query<number> =>
  all(
    builder
      .select(aliased({ revision: pages.revision }))
      .from(pages)
      .where(eq(pages.id, pageId)),
    ([row]) => row?.revision ?? 0,
  );

/** Text and revision from D1, for a room that starts for the first time. */
export const readProjection = (pageId: string): Query<Projection | null> => projectionWhere(eq(pages.id, pageId));

/** Those of these pages that exist. */
export const findExisting = (pageIds: readonly string[]): Query<string[]> =>
  many(sql<{ id: string }>`select id from ${pages} where id in ${jsonList(pageIds)}`, ({ id }) => id);

/** The same, but null once a page was edited, because its room has started then. */
export const readUnedited = (pageId: string): Query<Projection | null> =>
  projectionWhere(and(eq(pages.id, pageId), eq(pages.revision, FIRST_REVISION)));

const projectionWhere = (condition: SQL | undefined): Query<Projection | null> =>
  first(
    builder
      .select(
        aliased({
          content: orNull(pageContents.content),
          revision: pages.revision,
          createdBy: pages.createdBy,
          createdVia: pages.createdVia,
          updatedAt: pages.updatedAt,
          isAhead: pages.isAhead,
        }),
      )
      .from(pages)
      .leftJoin(pageContents, eq(pageContents.pageId, pages.id))
      .where(condition),
    (row) => ({ ...row, content: row.content ?? "" }),
  );
