/** The third phase of an export: writes texts and files in tree order, checking rights when each is written. */
import type { Deps } from "../../../deps.ts";
import { ZipWriter } from "../../../formats/zip/writer.ts";
import { projectRooms } from "../export.ts";
import {
  EntryWriter,
  PAGE,
  namedIn,
  type ExportEntry,
  type EntryResult,
  type Paths,
  type TypedText,
} from "../export-entries.ts";
import type { TransferNote } from "./contract.ts";
import { skipped } from "./notes.ts";
import { callerOf, finishStep, withoutDeferredWork } from "./step.ts";
import type { TransferRow } from "./store.ts";
import { allowExport } from "./export-allow.ts";
import { ArchiveParts } from "./archive-parts.ts";
import type { ExportCursor } from "./export-cursor.ts";
import * as store from "./export-archive-store.ts";

/** Entries per step; a step ends earlier if they are large, or after `MAX_CALLS` entries that are read individually. */
const BATCH = 1_000;
const MAX_CALLS = 100;
/** Bytes that a step compresses, and bytes it writes; it ends after the entry that exceeds either. */
const MAX_PACKED = 12_000_000;
const MAX_WRITTEN = 48_000_000;

export async function writeEntries(deps: Deps, transfer: TransferRow, cursor: ExportCursor): Promise<void> {
  const allowed = await allowExport(deps, transfer);
  const { id, driveId } = transfer;
  const entries = await deps.db.one(store.listExportEntries(id, cursor.at, BATCH));
  if (entries.length === 0)
    return finishStep(deps, transfer, allowed, { phase: "finish", done: 0, total: 0, cursor }, [], []);
  await projectRooms(deps, await deps.db.one(store.listAheadOf([...new Set(entries.map(({ pageId }) => pageId))])));
  const writer = new ZipWriter(cursor.bytes);
  const parts = new ArchiveParts(deps, transfer, cursor.uploadId);
  await parts.follow(cursor.tail);
  const batch = new WrittenBatch(deps, id);
  const pieces = new EntryWriter(withoutDeferredWork(deps), callerOf(transfer), driveId, writer).write(entries, batch);
  for await (const piece of pieces) await parts.push(piece);
  const tail = await parts.keep();
  const { places, notes, pages, files } = batch;
  const last = places.at(-1) ?? { n: cursor.at[0], part: cursor.at[1] };
  await finishStep(
    deps,
    transfer,
    allowed,
    {
      cursor: { ...cursor, at: [last.n, last.part], bytes: writer.at, tail },
      done: last.n,
      morePages: pages,
      moreFiles: files,
    },
    [store.insertParts(id, parts.made), ...store.placeEntries(id, places)],
    notes,
  );
  // No longer needed. If deletion fails, it is swept later.
  if (cursor.tail !== null) await deps.files.delete(cursor.tail.key).catch(() => undefined);
}

/** The entries written by one step. */
class WrittenBatch {
  readonly places: store.WrittenPlace[] = [];
  readonly notes: TransferNote[] = [];
  pages = 0;
  files = 0;
  readonly #deps: Deps;
  readonly #transferId: string;
  #calls = 0;
  #packed = 0;
  #written = 0;

  constructor(deps: Deps, transferId: string) {
    this.#deps = deps;
    this.#transferId = transferId;
  }

  readonly pathsFor = async (texts: readonly TypedText[], fileIds: readonly string[]): Promise<Paths> => {
    const named = namedIn(texts, fileIds);
    const isNone = named.pages.length === 0 && named.files.length === 0;
    const found = isNone ? [] : await this.#deps.db.one(store.findPaths(this.#transferId, named));
    const of = (isPage: 0 | 1) =>
      new Map(found.filter((each) => each.isPage === isPage).map((each) => [each.id, each.path]));
    return { pages: of(1), files: of(0) };
  };

  readonly take = (entry: ExportEntry, { written, detail, reason }: EntryResult): void => {
    const { n, part, path } = entry;
    const { offset: at = null, packed = 0, size = 0, crc = 0 } = written ?? {};
    const { isStored = false, isStreamed = false } = written ?? {};
    const json = detail === null ? null : JSON.stringify(detail);
    this.places.push({ n, part, at, packed, size, crc, isStored, isStreamed, detail: json });
    if (reason !== null) this.notes.push(skipped(path, reason));
    if (part === PAGE && detail !== null) this.pages += 1;
    if (written !== null && detail?.file) this.files += 1;
    if (part !== PAGE || detail?.file) this.#calls += 1;
    this.#packed += isStored ? 0 : size;
    this.#written += packed;
  };

  readonly isFull = (): boolean =>
    this.#calls >= MAX_CALLS || this.#packed >= MAX_PACKED || this.#written >= MAX_WRITTEN;
}
