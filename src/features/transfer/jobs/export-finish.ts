/** The last phases of an export: writes the manifest and directory, then completes the multipart upload or aborts it. */
import type { Deps } from "../../../deps.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { MANIFEST } from "../../../formats/transfer/layout.ts";
import { ZipWriter } from "../../../formats/zip/writer.ts";
import type { EntryDetail } from "../contract.ts";
import { ManifestWriter } from "../export-manifest.ts";
import { finishStep } from "./step.ts";
import type { TransferRow } from "./store.ts";
import { allowExport } from "./export-allow.ts";
import { ArchiveParts } from "./archive-parts.ts";
import type { ExportCursor } from "./export-cursor.ts";
import { archiveKey, KEPT_FOR } from "./export-rules.ts";
import * as store from "./export-archive-store.ts";
import type { EntryPlace, StoredEntry } from "./export-archive-store.ts";

/** Entries read at a time, and deleted per step. */
const BATCH = 2_000;
/** Bytes buffered before they are passed on. */
const GATHERED = 262_144;

export async function writeDirectory(deps: Deps, transfer: TransferRow, cursor: ExportCursor): Promise<void> {
  const allowed = await allowExport(deps, transfer);
  const writer = new ZipWriter(cursor.bytes);
  const parts = new ArchiveParts(deps, transfer, cursor.uploadId);
  await parts.follow(cursor.tail);
  for await (const piece of endOf(deps, transfer.id, writer)) await parts.push(piece);
  await parts.end();
  const next = { ...cursor, bytes: writer.at, tail: null };
  const change = { phase: "seal", cursor: next } as const;
  await finishStep(deps, transfer, allowed, change, [store.insertParts(transfer.id, parts.made)], []);
  if (cursor.tail !== null) await deps.files.delete(cursor.tail.key).catch(() => undefined);
}

/** Writes the manifest and the directory, each in one pass through all entries, so that neither is held in memory. */
async function* endOf(deps: Pick<Deps, "db">, id: string, writer: ZipWriter): AsyncGenerator<Uint8Array, void> {
  const utf8 = new TextEncoder();
  const manifest = new ManifestWriter();
  const file = writer.open(MANIFEST, true);
  file.push(utf8.encode(manifest.begin()));
  for await (const entry of allEntries(deps, id)) {
    // `detail` was serialized by `writeEntries`.
    if (entry.detail !== null) file.push(utf8.encode(manifest.add(entry, JSON.parse(entry.detail) as EntryDetail)));
    if (writer.waiting > GATHERED) yield* taken(writer);
  }
  file.push(utf8.encode(manifest.end()));
  const last = file.end();
  for await (const { path, at, packed, size, crc, isStored, isStreamed } of allEntries(deps, id)) {
    if (at === null) continue;
    writer.list({ path, offset: at, packed, size, crc, isStored: isStored === 1, isStreamed: isStreamed === 1 });
    if (writer.waiting > GATHERED) yield* taken(writer);
  }
  writer.list(last);
  writer.endListed();
  yield* taken(writer);
}

function* taken(writer: ZipWriter): Generator<Uint8Array, void> {
  const written = writer.take();
  if (written) yield written;
}

async function* allEntries(deps: Pick<Deps, "db">, id: string): AsyncGenerator<StoredEntry, void> {
  let after: EntryPlace = [0, 0];
  for (;;) {
    const entries = await deps.db.one(store.listExportEntries(id, after, BATCH));
    yield* entries;
    const last = entries.at(-1);
    if (!last || entries.length < BATCH) return;
    after = [last.n, last.part];
  }
}

/** Idempotent: when repeated, it finds the object already completed. */
export async function sealArchive(deps: Deps, transfer: TransferRow, cursor: ExportCursor): Promise<void> {
  const allowed = await allowExport(deps, transfer);
  const key = archiveKey(transfer.id);
  if ((await deps.files.sizeOf(key)) === null) {
    const parts = await deps.db.one(store.listArchiveParts(transfer.id));
    await deps.files.resumeParts(key, cursor.uploadId).complete(parts);
  }
  const expiresAt = deps.now + KEPT_FOR;
  const change = { state: "done", phase: "clear", done: 0, total: 0, size: cursor.bytes, expiresAt } as const;
  await finishStep(deps, transfer, allowed, change, [], []);
}

/** Deletes an archive that is no longer wanted or could not be completed. */
export async function discardArchive(deps: Deps, transfer: TransferRow, cursor: ExportCursor): Promise<void> {
  const key = archiveKey(transfer.id);
  if (cursor.uploadId !== "") await deps.files.resumeParts(key, cursor.uploadId).abort();
  await deps.files.delete([key, ...(cursor.tail === null ? [] : [cursor.tail.key])]);
  await finishStep(deps, transfer, exempt.job, { phase: "clear" }, [], []);
}

export async function clearEntries(deps: Deps, transfer: TransferRow): Promise<void> {
  const isLast = (await deps.db.one(store.listExportEntries(transfer.id, [0, 0], BATCH))).length < BATCH;
  await finishStep(
    deps,
    transfer,
    exempt.job,
    isLast ? { phase: "ended", endedAt: deps.now } : {},
    [store.deleteExportEntries(transfer.id, BATCH), store.deleteArchiveParts(transfer.id)],
    [],
  );
}
