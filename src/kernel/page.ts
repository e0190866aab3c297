/** Types for pages that are shared across features. */
import * as z from "zod";
import type { Instant } from "./clock.ts";
import { Time } from "./contract.ts";
import { PAGE_TYPES } from "./page-type.ts";
import type { DriveLocation } from "./drive-location.ts";
import type { Rights } from "./rights.ts";

export const PageType = z.enum(PAGE_TYPES);
export type PageType = z.infer<typeof PageType>;

export const PageSummary = z
  .object({
    id: z.string(),
    title: z.string(),
    /** An emoji, shown in place of the icon of the page's type. */
    icon: z.string().nullable(),
    type: PageType,
    driveId: z.string(),
    parentId: z.string().nullable(),
    position: z.number(),
    hasChildren: z.boolean(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "PageSummary" });
export type PageSummary = z.infer<typeof PageSummary>;

/** New values for how a page is shown; null removes one, and undefined keeps it. */
export type PageAppearance = { readonly icon?: string | null | undefined; readonly cover?: string | null | undefined };

export const changesAppearance = ({ icon, cover }: PageAppearance): boolean =>
  icon !== undefined || cover !== undefined;

/** Stands for the credential of pages whose text its creator did not write: imported or converted from a file. */
export const IMPORTED = "import";

/** A page's text in D1, and who made it; `createdVia` is the creator's session or token id, `IMPORTED`, or empty. */
export type Projection = {
  readonly content: string;
  readonly revision: number;
  readonly createdBy: string;
  readonly createdVia: string;
  readonly updatedAt: Instant;
  /** 1 if the page's room has confirmed text that is not stored with the page. */
  readonly isAhead: 0 | 1;
};

/** A page with the caller's rights; everything but its text. */
export type LoadedPage = {
  readonly id: string;
  readonly driveId: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly icon: string | null;
  /** Null for a file that the caller cannot see. */
  readonly cover: string | null;
  readonly type: PageType;
  readonly position: number;
  readonly revision: number;
  /** The page's room may have text that is not yet in the database. */
  readonly isAhead: boolean;
  /** When this page, or its nearest trashed ancestor, was moved to the trash. */
  readonly trashedAt: Instant | null;
  readonly driveIsTrashed: boolean;
  readonly driveLocation: DriveLocation | null;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly rights: Rights;
  /** The caller is owner or admin of the drive. */
  readonly isDriveAdmin: boolean;
  /** Number of pages from this one to the root, inclusive. */
  readonly depth: number;
};

/** One of several pages, with the caller's rights. */
export type PageWithRights = {
  readonly id: string;
  readonly title: string;
  readonly type: PageType;
  readonly driveId: string;
  readonly parentId: string | null;
  readonly revision: number;
  readonly rights: Rights;
  readonly isDriveAdmin: boolean;
  readonly isTrashed: boolean;
  readonly driveIsTrashed: boolean;
  readonly depth: number;
  /** The caller has a grant on the page itself. */
  readonly hasOwnGrant: boolean;
};
