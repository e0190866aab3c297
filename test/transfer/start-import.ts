/** Starts and monitors background imports as a client does. */
import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { createDeps } from "../../src/composition.ts";
import { UPLOAD_PART_BYTES } from "../../src/features/files/contract.ts";
import type { Transfer, TransferNote } from "../../src/features/transfer/jobs/contract.ts";
import { runStep } from "../../src/features/transfer/jobs/run.ts";
import type { Job } from "../../src/kernel/job.ts";
import { GuardFailed } from "../../src/platform/db.ts";
import { ORIGIN, type Client, type Reply } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

type Where = { readonly driveId: string; readonly parentId?: string };

/** Uploads all parts of an archive and returns the upload's id. */
export async function uploadArchive(token: string, client: Client, archive: Uint8Array, where: Where): Promise<string> {
  const begun = await client.post("/api/uploads", {
    ...where,
    purpose: "import",
    filename: "Notes.zip",
    size: archive.length,
  });
  if (begun.status !== 201) throw new Error(`The upload was not started: ${JSON.stringify(begun.body)}`);
  const { uploadId, parts } = begun.body as { uploadId: string; parts: number };
  for (let part = 1; part <= parts; part++) {
    const response = await exports.default.fetch(
      new Request(`${ORIGIN}/api/uploads/${uploadId}/parts/${part}`, {
        method: "PUT",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/octet-stream",
          "CF-Connecting-IP": "192.0.2.1",
        },
        body: new Uint8Array(archive.subarray((part - 1) * UPLOAD_PART_BYTES, part * UPLOAD_PART_BYTES)),
      }),
    );
    if (!response.ok) throw new Error(await response.text());
  }
  return uploadId;
}

export async function begin(client: Client, uploadId: string, more: object = {}): Promise<Reply<Transfer>> {
  const reply = await client.post<Transfer>("/api/transfers/imports", { uploadId, ...more });
  await hold(uploadId);
  return reply;
}

export async function rowOf(
  id: string,
): Promise<{ step: number; phase: string; state: string; ended_at: number | null }> {
  const row = await d1`select step, phase, state, ended_at from transfers where id = ${id}`.first<{
    step: number;
    phase: string;
    state: string;
    ended_at: number | null;
  }>();
  if (!row) throw new Error("The transfer does not exist.");
  return row;
}

/** Makes the queued job for this transfer stale, so that the test controls when steps run. */
export const hold = (id: string): Promise<unknown> =>
  d1`update transfers set step = step + 1000 where id = ${id}`.run();

/** Runs the next step without letting the queue run the one after it. */
export async function nextStep(id: string): Promise<void> {
  const { step } = await rowOf(id);
  const deps = createDeps(env, createExecutionContext());
  const enqueue = (jobs: readonly Job[]): Promise<void> =>
    deps.objects.enqueue(jobs.filter(({ kind }) => kind !== "transfer.step"));
  await runStep({ ...deps, objects: { ...deps.objects, enqueue } }, id, step).catch((error: unknown) => {
    if (!(error instanceof GuardFailed)) throw error;
  });
}

export async function runUntil(id: string, isThere: (phase: string) => boolean): Promise<void> {
  for (let steps = 0; steps < 500; steps++) {
    const { phase, state } = await rowOf(id);
    if (isThere(phase) || phase === "ended" || state === "paused") return;
    await nextStep(id);
  }
  throw new Error("The import did not finish.");
}

/** Runs the transfer until it succeeds or fails. */
export async function finish(client: Client, id: string): Promise<Transfer> {
  await runUntil(id, () => false);
  return (await client.get<Transfer>(`/api/transfers/${id}`)).body;
}

export async function notesOf(client: Client, id: string): Promise<TransferNote[]> {
  const notes: TransferNote[] = [];
  let cursor: string | null = "0-0";
  let query = "?limit=100";
  while (cursor !== null) {
    const { body } = await client.get(`/api/transfers/${id}/notes${query}`);
    notes.push(...(body.notes as TransferNote[]));
    cursor = body.nextCursor as string | null;
    query = `?limit=100&cursor=${cursor}`;
  }
  return notes;
}
