/** The matrix's rows for imports and exports in the background: everybody's own, begun where they may make or see pages. */
import { env } from "cloudflare:workers";
import { freshId, type Person } from "../world.ts";
import { TOKENS, changes, own, reads, type Asker, type Row, type Scene, type Shot } from "./matrix-rows.ts";
import { whoMayAt, whoMayInDrive } from "./who-may.ts";

/** The person whose own it is: Olivia's for whoever has none. */
function ownerFor({ world }: Scene, asker: Asker): string {
  if (asker === "tokenOfEdna") return world.ids.edna;
  return world.ids[asker in world.ids ? (asker as Person) : "olivia"]; // askers that are people have ids
}

/** All parts of an archive, which the asker has uploaded. */
async function uploadedArchive(scene: Scene, asker: Asker): Promise<Shot> {
  const uploadId = freshId("upload");
  await env.FILES.put(`stage/${uploadId}`, "hello");
  await env.DB.batch([
    env.DB.prepare(
      `insert into uploads (id, user_id, target, filename, size, store_upload_id, assembled, created_at, expires_at)
        values (?, ?, ?, 'a.zip', 5, 'none', 1, 1, 4102444800000)`,
    ).bind(uploadId, ownerFor(scene, asker), JSON.stringify({ driveId: scene.world.drive, purpose: "import" })),
    env.DB.prepare("insert into upload_parts values (?, 1, 'none', 5)").bind(uploadId),
  ]);
  return { body: { uploadId } };
}

/** An import that the asker has begun, and that waits for them. */
async function begunImport(scene: Scene, asker: Asker): Promise<Shot> {
  const transferId = freshId("transfer");
  // Its one archive is gone from the bucket: a step of it fails for a reason that people are told.
  const archives = [{ key: "stage/none", base: 0, size: 5, folder: "", level: 1 }];
  const cursor = { archives, archive: 0, at: null, left: 0, listed: 0, found: [], unpacked: 0 };
  await env.DB.prepare(
    `insert into transfers (id, user_id, kind, drive_id, name, state, phase, caller_kind, token_hash, root_id, size, cursor, created_at, updated_at)
      values (?, ?, 'import', ?, 'a.zip', 'paused', 'list', 'session', '', 'none', 5, ?, 1, 4102444800000)`,
  )
    .bind(transferId, ownerFor(scene, asker), scene.world.drive, JSON.stringify(cursor))
    .run();
  return { params: { transferId } };
}

/** With room for another, however often it was asked before. */
async function exportOfDrive({ world }: Scene): Promise<Shot> {
  await env.DB.prepare("delete from transfers where kind = 'export'").run();
  return { body: { driveId: world.drive } };
}

/** An export that the asker has begun, and that is done. */
async function madeExport(scene: Scene, asker: Asker): Promise<Shot> {
  const transferId = freshId("transfer");
  await env.FILES.put(`exports/${transferId}`, "hello");
  await env.DB.prepare(
    `insert into transfers (id, user_id, kind, drive_id, name, state, phase, caller_kind, token_hash, root_id, size, created_at, updated_at, ended_at, expires_at)
      values (?, ?, 'export', ?, 'a.zip', 'done', 'ended', 'session', '', '', 5, 1, 1, 4102444800000, 4102444800000)`,
  )
    .bind(transferId, ownerFor(scene, asker), scene.world.drive)
    .run();
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
