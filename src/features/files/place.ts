/** Where a file is to stand, who may put it there, and what is written to make it so. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { inScope, requireWriter } from "../../kernel/caller.ts";
import { forbidden, invalid, notFound } from "../../kernel/errors.ts";
import { EDIT, VIEW, holds } from "../../kernel/rights.ts";
import type { LoadedPage } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import { sql, type Query, type SQL } from "../../db/sql.ts";
import { callerMayWriteDrive } from "../pages/access.ts";
import {
  canEdit,
  canView,
  countOneMore,
  driveOfPage,
  idle,
  insertPage,
  loadPage,
  mayStill,
  requireEditable,
  requireParent,
  rootRights,
} from "../pages/service.ts";
import { markDirty } from "../search/access.ts";
import { Target, type FileRole } from "./contract.ts";
import { clearText, retireContent } from "./store.ts";

export type Place = {
  readonly pageId: string;
  readonly role: FileRole;
  /** True when the page is made for the file. */
  readonly isNew: boolean;
  readonly driveId: string;
  readonly parentId: string | null;
  /** Holds while the caller may still put a file there. */
  readonly allowed: SQL;
  /** Make room for it; they come before the file's own row. */
  readonly writes: readonly Query<unknown>[];
};

/** The fields of a request as a target. Throws `invalid_request` with what is wrong. */
export function parseTarget(fields: Readonly<Record<string, string>>): Target {
  // An empty field is what a form sends for one that was not filled in.
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  const parsed = Target.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(issue?.path.join(".") ?? "", issue?.message ?? "is not valid");
}

/** The target that fields name so far; null when they name none, or none that is valid. */
export function targetSoFar(fields: Readonly<Record<string, string>>): Target | null {
  try {
    return parseTarget(fields);
  } catch {
    return null;
  }
}

/** What has to be loaded to judge a target. */
export const loadTarget = (caller: Caller, target: Target) =>
  [
    loadPage(caller, target.pageId ?? target.parentId ?? ""),
    rootRights(caller, sql`${target.pageId === undefined ? (target.driveId ?? "") : ""}`),
  ] as const;

export type Loaded = readonly [LoadedPage | null, { rights: number; isDriveAdmin: boolean } | null];
type Asked = { readonly caller: Caller; readonly actor: Actor; readonly target: Target; readonly title: string };

/**
 * Throws `not_found` for a page or drive that the caller may not see, `forbidden` without the right to edit there,
 * `parent_invalid` and `conflict` for places that are none.
 */
export function placeFor(deps: Deps, asked: Asked, [page, root]: Loaded): Place {
  return asked.target.pageId === undefined ? newPage(deps, asked, page, root) : onPage(deps, asked, page);
}

function onPage(deps: Deps, { caller, actor, target }: Asked, loaded: LoadedPage | null): Place {
  const page = requireEditable(actor, loaded);
  if (target.driveId !== undefined && target.driveId !== page.driveId)
    throw invalid("driveId", "is not the drive of that page");
  const isFile = page.type === "FILE";
  return {
    pageId: page.id,
    role: isFile ? "content" : "attachment",
    isNew: false,
    driveId: page.driveId,
    parentId: page.parentId,
    allowed: mayStill(deps, caller, page.id, EDIT),
    // What its text was until now belongs to what it was until now.
    writes: isFile ? [retireContent(page.id), ...clearText(page.id, deps.now)] : [],
  };
}

/** The right to edit where the page will stand is what it takes, not the one to create pages. */
function newPage(deps: Deps, asked: Asked, parent: LoadedPage | null, root: Loaded[1]): Place {
  const { caller, actor, target, title } = asked;
  const driveId = target.driveId ?? "";
  const parentId = target.parentId ?? null;
  // A page elsewhere proves nothing of this drive, not even that it exists.
  const seesParent = parent !== null && canView(parent) && parent.driveId === driveId;
  if (!inScope(actor, driveId) || !root || (!holds(root.rights, VIEW) && !seesParent)) throw notFound("This drive");
  requireWriter(actor);
  if (parentId !== null) requireParent(parent, driveId);
  if (!(parent ? canEdit(parent) : holds(root.rights, VIEW | EDIT)))
    throw forbidden("You may look around there but not put files there.");
  const id = deps.newId();
  const origin = { createdBy: actor.userId, createdVia: actor.credentialId, now: deps.now };
  return {
    pageId: id,
    role: "content",
    isNew: true,
    driveId,
    parentId,
    allowed:
      parentId === null
        ? callerMayWriteDrive(caller, deps.now, idle(deps), driveId, VIEW | EDIT)
        : sql`${mayStill(deps, caller, parentId, VIEW | EDIT)} and ${driveOfPage(parentId)} = ${driveId}`,
    writes: [
      insertPage({ id, driveId, parentId, title, type: "FILE", position: null, ...origin }),
      countOneMore(driveId),
      markDirty([id], deps.now),
    ],
  };
}
