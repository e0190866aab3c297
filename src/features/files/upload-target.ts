/** Where a file is to stand, who may put it there, and what is written to make room for it. */
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

/** Leave to put a file on a page, or to make a page of it in a place. */
type AuthorizedTarget = Authorized<"page.edit", LoadedPage> | Authorized<"destination.uploadFile", DestinationAccess>;

type Destination = {
  readonly pageId: string;
  readonly role: FileRole;
  /** True when the page is made for the file. */
  readonly isNew: boolean;
  readonly driveId: string;
  readonly parentId: string | null;
  /** Make room for it; they come before the file's own row. */
  readonly writes: readonly AnyQuery<unknown>[];
};

/** The fields of a request as a target. Throws `invalid_request` with what is wrong. */
export function parseTarget(fields: Readonly<Record<string, string>>): FileTarget {
  // An empty field is what a form sends for one that was not filled in.
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  const parsed = FileTarget.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(issue?.path.join(".") ?? "", issue?.message ?? "is not valid");
}

/** The target that fields name so far; null when they name none, or none that is valid. */
export function parseTargetEarly(fields: Readonly<Record<string, string>>): FileTarget | null {
  try {
    return parseTarget(fields);
  } catch {
    return null;
  }
}

/** What has to be loaded to judge a target. */
export const loadTarget = (caller: Caller, target: FileTarget) =>
  [
    loadPage(caller, target.pageId ?? target.parentId ?? ""),
    rootRights(caller, target.pageId === undefined ? (target.driveId ?? "") : ""),
  ] as const;

export type LoadedTarget = readonly [LoadedPage | null, RootAccess | null];

/**
 * Throws `not_found` for a page or drive that the caller may not see, `forbidden` without the right to edit there,
 * `parent_invalid` and `conflict` for places that are none.
 */
export function allowTarget(by: Authenticated, target: FileTarget, [page, root]: LoadedTarget): AuthorizedTarget {
  const { pageId, driveId, parentId = null } = target;
  if (pageId === undefined)
    return allowDestination(by, "uploadFile", { driveId: driveId ?? "", parentId }, { root, parent: page });
  const allowed = allowPage(by, "edit", page);
  if (driveId !== undefined && driveId !== allowed.target.driveId)
    throw invalid("driveId", "is not the drive of that page");
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
    // What its text was until now belongs to what it was until now.
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
