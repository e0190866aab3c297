/** The matrix's rows for background imports and exports, which belong to the user who started them. */
import { env } from "cloudflare:workers";
import { freshId, type Person } from "../support/world.ts";
import { TOKENS, changes, own, reads, type Asker, type Row, type Scene, type Shot } from "./matrix-rows.ts";
import { whoMayAt, whoMayInDrive } from "./who-may.ts";
import { d1 } from "../support/d1.ts";

/** The owner of the transfer: Olivia for callers that are not people. */
function ownerFor({ world }: Scene, asker: Asker): string {
  if (asker === "tokenOfEdna") return world.ids.edna;
  return world.ids[asker in world.ids ? (asker as Person) : "olivia"]; // only people have ids
}

/** An archive of which the caller has uploaded all parts. */
async function uploadedArchive(scene: Scene, asker: Asker): Promise<Shot> {
  const uploadId = freshId("upload");
  await env.FILES.put(`stage/${uploadId}`, "hello");
  await env.DB.batch([
    d1`insert into uploads (id, user_id, target, filename, size, store_upload_id, assembled, created_at, expires_at)
        values (${uploadId}, ${ownerFor(scene, asker)}, ${JSON.stringify({ driveId: scene.world.drive, purpose: "import" })}, 'a.zip', 5, 'none', 1, 1, 4102444800000)`,
    d1`insert into upload_parts values (${uploadId}, 1, 'none', 5)`,
  ]);
  return { body: { uploadId } };
}

/** A paused import that the caller has started. */
async function begunImport(scene: Scene, asker: Asker): Promise<Shot> {
  const transferId = freshId("transfer");
  // Its only archive is missing from the bucket, so a step fails for a reason that is reported to the user.
  const archives = [{ key: "stage/none", base: 0, size: 5, folder: "", level: 1 }];
  const cursor = { archives, archive: 0, at: null, left: 0, listed: 0, found: [], unpacked: 0 };
  await d1`insert into transfers (id, user_id, kind, drive_id, name, state, phase, caller_kind, token_hash, root_id, size, cursor, created_at, updated_at)
      values (${transferId}, ${ownerFor(scene, asker)}, 'import', ${scene.world.drive}, 'a.zip', 'paused', 'list', 'session', '', 'none', 5, ${JSON.stringify(cursor)}, 1, 4102444800000)`.run();
  return { params: { transferId } };
}

/** Deletes earlier exports, so that their limit is not reached. */
async function exportOfDrive({ world }: Scene): Promise<Shot> {
  await d1`delete from transfers where kind = 'export'`.run();
  return { body: { driveId: world.drive } };
}

/** A finished export that the caller has started. */
async function madeExport(scene: Scene, asker: Asker): Promise<Shot> {
  const transferId = freshId("transfer");
  await env.FILES.put(`exports/${transferId}`, "hello");
  await d1`insert into transfers (id, user_id, kind, drive_id, name, state, phase, caller_kind, token_hash, root_id, size, created_at, updated_at, ended_at, expires_at)
      values (${transferId}, ${ownerFor(scene, asker)}, 'export', ${scene.world.drive}, 'a.zip', 'done', 'ended', 'session', '', '', 5, 1, 1, 4102444800000, 4102444800000)`.run();
  return { params: { transferId } };
}

export const TRANSFER_ROWS: Record<string, Row> = {
  "POST /api/transfers/imports": { shot: uploadedArchive, answers: changes(201, whoMayAt("createPages")) },
  "POST /api/transfers/exports": {
    shot: exportOfDrive,
    answers: changes(201, whoMayInDrive("export"), { readOnly: 403 }),
  },
  "GET /api/transfers/:transferId/archive": { shot: madeExport, answers: reads },
  "GET /api/transfers": { answers: own(200, { ...TOKENS, elsewhere: 200 }) },
  "GET /api/transfers/:transferId": { shot: begunImport, answers: { ...own(200), ...TOKENS } },
  "GET /api/transfers/:transferId/notes": { shot: begunImport, answers: { ...own(200), ...TOKENS } },
  "POST /api/transfers/:transferId/resume": { shot: begunImport, answers: { ...own(200), ...TOKENS, readOnly: 403 } },
  "DELETE /api/transfers/:transferId": { shot: begunImport, answers: { ...own(200), ...TOKENS, readOnly: 403 } },
};
