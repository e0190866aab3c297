/** The tree and the trash of a drive, as far as the caller may see them. Each takes one round trip. */
import type { Caller } from "../../kernel/caller.ts";
import { readCursor, writeCursor } from "../../kernel/cursor.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import type { PageList, PageListQuery, TrashList } from "./contract.ts";
import { placesTo } from "./cursor.ts";
import { findParent, listLevel, listSubtree, listTrashed, type PageListing } from "./listing-store.ts";
import { findDriveAccess } from "./store.ts";
import type * as z from "zod";
import { allowDrive, authorizeDrive } from "../../permissions/authorize-drive.ts";
import { requireView } from "../../permissions/authorize-page.ts";

/** `{pages, nextCursor}` as JSON text: the database writes each page, and the Worker passes it on without parsing it. */
export async function listPagesAsText(
  deps: AuthDeps,
  caller: Caller,
  driveId: string,
  query: PageListQuery,
): Promise<string> {
  const { depth, parentId = null } = query;
  const after = readCursor(query.cursor, placesTo(depth)) ?? [];
  const limit = query.treeLimit ?? query.limit;
  const range = { driveId, parentId, after, limit };
  const { by, results } = await authenticate(deps, caller, [
    depth === 1 ? listLevel(caller, range) : listSubtree(caller, { ...range, depth }),
    findDriveAccess(caller, driveId),
    ...(parentId === null ? [] : [findParent(caller, driveId, parentId)]),
  ]);
  const [listing, access, parent] = results;
  if (parentId === null) allowDrive(by, "view", access);
  else requireView(by.actor, { driveId, rights: parent ?? 0 });
  return replyOf(listing);
}

export async function listPages(
  deps: AuthDeps,
  caller: Caller,
  driveId: string,
  query: PageListQuery,
): Promise<z.infer<typeof PageList>> {
  return JSON.parse(await listPagesAsText(deps, caller, driveId, query)); // `replyOf` builds this shape
}

export async function listTrashAsText(
  deps: AuthDeps,
  caller: Caller,
  driveId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<string> {
  const after = readCursor(query.cursor, placesTo(1))?.[0] ?? null;
  const [, trashed] = await authorizeDrive(deps, caller, "viewTrash", findDriveAccess(caller, driveId), [
    listTrashed(caller, { driveId, after, limit: query.limit }),
  ]);
  return replyOf(trashed);
}

export async function listTrash(
  deps: AuthDeps,
  caller: Caller,
  driveId: string,
  query: { cursor?: string | undefined; limit: number } = { limit: 100 },
): Promise<z.infer<typeof TrashList>> {
  return JSON.parse(await listTrashAsText(deps, caller, driveId, query)); // `replyOf` builds this shape
}

function replyOf(listing: PageListing): string {
  const next = listing.more ? JSON.stringify(writeCursor(listing.more)) : "null";
  return `{"pages":${listing.json},"nextCursor":${next}}`;
}
