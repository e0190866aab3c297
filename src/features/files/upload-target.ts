/** The destination of a file: checks who may put it there, and prepares the rows it needs. */
import type { Caller } from "../../kernel/caller.ts";
import { invalid } from "../../kernel/errors.ts";
import type { LoadedPage } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import type { AnyQuery } from "../../db/sql.ts";
import type { Authenticated } from "../../permissions/authenticate.ts";
import type { Authorized } from "../../permissions/authorized.ts";
import { allowPage } from "../../permissions/authorize-page.ts";
import { allowDestination, type DestinationAccess, type RootAccess } from "../../permissions/authorize-destination.ts";
import { incrementPageCount, insertPage, loadPage, rootRights } from "../pages/service.ts";
import { markDirty } from "../search/statements.ts";
import { FileTarget, type FileRole } from "./contract.ts";
import { retireContent } from "./store.ts";
import { clearText } from "./text-store.ts";

/** Permission to attach a file to a page, or to create a FILE page in a place. */
type AuthorizedTarget = Authorized<"page.edit", LoadedPage> | Authorized<"destination.uploadFile", DestinationAccess>;

type Destination = {
  readonly pageId: string;
  readonly role: FileRole;
  /** True if the page is created for this file. */
  readonly isNew: boolean;
  readonly driveId: string;
  readonly parentId: string | null;
  /** Create or update the page; they come before the file's own row. */
  readonly writes: readonly AnyQuery<unknown>[];
};

/** Parses a request's fields into a target. Throws `invalid_request` with the reason. */
export function parseTarget(fields: Readonly<Record<string, string>>): FileTarget {
  // Forms send an empty field for one that was not filled in.
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  const parsed = FileTarget.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(issue?.path.join(".") ?? "", issue?.message ?? "is not valid");
}

/** The target named by the fields so far; null if there is no valid one. */
export function parseTargetEarly(fields: Readonly<Record<string, string>>): FileTarget | null {
  try {
    return parseTarget(fields);
  } catch {
    return null;
  }
}

/** The rows needed to authorize a target. */
export const loadTarget = (caller: Caller, target: FileTarget) =>
  [
    loadPage(caller, target.pageId ?? target.parentId ?? ""),
    rootRights(caller, target.pageId === undefined ? (target.driveId ?? "") : ""),
  ] as const;

export type LoadedTarget = readonly [LoadedPage | null, RootAccess | null];

/**
 * Throws `not_found` for a page or drive that the caller may not see, `forbidden` without the edit right there, and
 * `parent_invalid` or `conflict` for an invalid destination.
 */
export function allowTarget(by: Authenticated, target: FileTarget, [page, root]: LoadedTarget): AuthorizedTarget {
  const { pageId, driveId, parentId = null } = target;
  if (pageId === undefined)
    return allowDestination(by, "uploadFile", { driveId: driveId ?? "", parentId }, { root, parent: page });
  const allowed = allowPage(by, "edit", page);
  if (driveId !== undefined && driveId !== allowed.target.driveId)
    throw invalid("driveId", "is not the drive that contains the page");
  return allowed;
}

export const destinationOf = (
  deps: Pick<Deps, "newId" | "now">,
  allowed: AuthorizedTarget,
  title: string,
): Destination =>
  allowed.action === "page.edit" ? attachToPage(deps, allowed.target) : createFilePage(deps, allowed, title);

function attachToPage(deps: Pick<Deps, "now">, { id: pageId, type, driveId, parentId }: LoadedPage): Destination {
  const isFile = type === "FILE";
  return {
    pageId,
    role: isFile ? "content" : "attachment",
    isNew: false,
    driveId,
    parentId,
    // The old text belongs to the previous version.
    writes: isFile ? [retireContent(pageId), ...clearText(pageId, deps.now)] : [],
  };
}

function createFilePage(
  deps: Pick<Deps, "newId" | "now">,
  allowed: Authorized<"destination.uploadFile", DestinationAccess>,
  title: string,
): Destination {
  const { actor, target } = allowed;
  const { driveId, parentId } = target;
  const id = deps.newId();
  const origin = { createdBy: actor.userId, createdVia: actor.credentialId, now: deps.now };
  return {
    pageId: id,
    role: "content",
    isNew: true,
    driveId,
    parentId,
    writes: [
      insertPage({ id, driveId, parentId, title, type: "FILE", position: null, ...origin }),
      incrementPageCount(driveId),
      markDirty([id], deps.now),
    ],
  };
}
