/** A page as the parts of the service hand it to each other. */
import * as z from "zod";
import type { Instant } from "./clock.ts";
import { Time } from "./contract.ts";
import { PageType } from "./page-type.ts";
import type { Rights } from "./rights.ts";

export const PageSummary = z
  .object({
    id: z.string(),
    title: z.string(),
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

/** A page with what the caller may do with it; everything but its text. */
export type LoadedPage = {
  readonly id: string;
  readonly driveId: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly type: PageType;
  readonly position: number;
  readonly revision: number;
  /** The page's room may have text that the database does not have yet. */
  readonly isAhead: boolean;
  /** When this page, or the nearest one above it that was deleted, went to the trash. */
  readonly trashedAt: Instant | null;
  readonly driveIsTrashed: boolean;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly rights: Rights;
  /** Owner or admin of the drive. */
  readonly isDriveAdmin: boolean;
  /** Pages on the way to the root, this one included. */
  readonly depth: number;
};

/** One of several pages, as the caller stands to it. */
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
  /** The caller has a grant on this very page. */
  readonly hasOwnGrant: boolean;
};
