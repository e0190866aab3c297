/** Background exports: starts them, and serves their archives to the users who started them. */
import { type Caller } from "../../../kernel/caller.ts";
import { AppError, notFound } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { guard } from "../../../db/sql.ts";
import { safeName } from "../../../formats/transfer/names.ts";
import { commit } from "../../../commit/commit.ts";
import { authenticate } from "../../../permissions/authenticate.ts";
import { authorizeDrive } from "../../../permissions/authorize-drive.ts";
import { authorizePage } from "../../../permissions/authorize-page.ts";
import { findDriveAccess } from "../../drives/service.ts";
import type { OpenedFile } from "../../files/service.ts";
import { loadPage } from "../../pages/service.ts";
import type { BeginExport, Transfer } from "./contract.ts";
import { getTransfer, requireTransfer } from "./service.ts";
import { stepJob } from "./step.ts";
import { findOwn, insertTransfer } from "./store.ts";
import { authorizeExport } from "./export-allow.ts";
import { FIRST } from "./export-cursor.ts";
import { MAX_EXPORTS, archiveKey } from "./export-rules.ts";
import { countExports, hasRoomForExport } from "./export-archive-store.ts";
import { allowAccount } from "../../../permissions/authorize-account.ts";

export async function beginExport(deps: Deps, caller: Caller, asked: BeginExport): Promise<Transfer> {
  const place = { driveId: asked.driveId, pageId: asked.pageId ?? null };
  const { allowed, title, results } = await authorizeExport(deps, caller, place, [countExports(caller, deps.now)]);
  const kept = allowAccount({ actor: allowed.actor, caller, now: deps.now }, "keepExport");
  if (results[0] >= MAX_EXPORTS)
    throw new AppError(
      "conflict",
      `You can have at most ${MAX_EXPORTS} exports in progress or stored. Wait for one to finish, or delete an archive.`,
    );
  const id = deps.newId();
  const made = {
    id,
    userId: allowed.actor.userId,
    kind: "export",
    ...place,
    name: `${safeName(title)}.zip`,
    size: 0,
    phase: "tree",
    cursor: JSON.stringify(asked.comments ? FIRST : { ...FIRST, withoutThreads: true }),
    callerKind: caller.kind,
    tokenHash: caller.tokenHash,
    rootId: "",
  } as const;
  await commit(deps, [allowed, kept], {
    queries: [guard(hasRoomForExport(caller, deps.now, MAX_EXPORTS)), insertTransfer(made, deps.now)],
    jobs: [stepJob(deps, id, 1)],
  });
  return getTransfer(deps, caller, id);
}

/**
 * Only for the user who started the export, and only while they can see its page or drive. Throws `not_found`
 * otherwise, and for an archive that does not exist, is not done, or has expired.
 */
export async function openArchive(deps: Deps, caller: Caller, id: string): Promise<OpenedFile> {
  const { actor, results } = await authenticate(deps, caller, [findOwn(caller, id)]);
  const { kind, state, driveId, pageId, name, size, expiresAt } = requireTransfer(actor, results[0]);
  if (kind !== "export" || state !== "done" || (expiresAt ?? 0) <= deps.now) throw notFound("This archive");
  if (pageId === null) await authorizeDrive(deps, caller, "view", findDriveAccess(caller, driveId), []);
  else await authorizePage(deps, caller, "view", loadPage(caller, pageId), []);
  return {
    filename: name,
    mimeType: "application/zip",
    size,
    version: id,
    async open(stretch) {
      const stored = await deps.files.get(archiveKey(id), stretch);
      if (!stored) throw notFound("This archive");
      return stored;
    },
  };
}
