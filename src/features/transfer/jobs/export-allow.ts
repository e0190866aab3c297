/** Authorizes the user who started an export, at this moment. */
import type { Caller } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import type { Results } from "../../../platform/db.ts";
import type { Query } from "../../../db/sql.ts";
import { authorizeDrive } from "../../../permissions/authorize-drive.ts";
import { authorizePage } from "../../../permissions/authorize-page.ts";
import { findDriveAccess } from "../../drives/service.ts";
import { loadPage } from "../../pages/service.ts";
import { callerOf, withoutDeferredWork, type AllowedExport } from "./step.ts";
import type { TransferRow } from "./store.ts";
import type { AuthDeps } from "../../../permissions/authenticate.ts";

type ExportScope = { readonly driveId: string; readonly pageId: string | null };

/** `title` is that of the page, or the drive's name. Throws like `authorizePage` and `authorizeDrive`. */
export async function authorizeExport<const Q extends readonly Query<unknown>[]>(
  deps: AuthDeps,
  caller: Caller,
  { driveId, pageId }: ExportScope,
  queries: Q,
): Promise<{ allowed: AllowedExport; title: string; results: Results<Q> }> {
  if (pageId === null) {
    const [drive, ...rest] = await authorizeDrive(deps, caller, "export", findDriveAccess(caller, driveId), queries);
    return { allowed: drive, title: drive.target.name, results: rest as unknown as Results<Q> }; // the results of `queries`
  }
  const [page, ...rest] = await authorizePage(deps, caller, "exportSubtree", loadPage(caller, pageId), queries);
  // The page was moved to another drive after the export was started.
  if (page.target.driveId !== driveId) throw notFound("This page");
  return { allowed: page, title: page.target.title, results: rest as unknown as Results<Q> };
}

/** Authorizes one step of an export job. */
export async function allowExport(deps: Deps, transfer: TransferRow): Promise<AllowedExport> {
  const { allowed } = await authorizeExport(withoutDeferredWork(deps), callerOf(transfer), transfer, []);
  return allowed;
}
