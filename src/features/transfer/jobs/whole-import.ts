/**
 * Imports archives that must be read as a whole, in one commit, if they fit in memory: our own exports, whose manifest
 * describes the pages, and those with databases and views of other tools, whose tables describe pages.
 */
import type { Deps } from "../../../deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { guard } from "../../../db/sql.ts";
import type { ZipRecord } from "../../../formats/zip/directory.ts";
import { MANIFEST } from "../../../formats/transfer/layout.ts";
import { MAX_DIRECT_IMPORT_BYTES } from "../contract.ts";
import { importPages } from "../import.ts";
import type { TransferNote } from "./contract.ts";
import { changed } from "./notes.ts";
import { importNote } from "./import-finish.ts";
import { deleteStagedPages } from "./staging-store.ts";
import { allowImport, callerOf, finishStep, stepJob, type ImportCursor } from "./step.ts";
import * as store from "./store.ts";
import type { TransferRow } from "./store.ts";

/** Checked with the first chunk of the uploaded archive's directory. */
export const isOwnExport = (
  { size }: TransferRow,
  { archive, at, isPlain = false }: ImportCursor,
  records: readonly ZipRecord[],
): boolean =>
  archive === 0 &&
  at === null &&
  !isPlain &&
  size <= MAX_DIRECT_IMPORT_BYTES &&
  records.some(({ name }) => /^(?:[^/]+\/)?octavo\.json$/.test(name));

/** Checked when all directories are read: a table or view of another tool describes pages that are in any of them. */
export const isWhole = ({ isPlain = false, describes = false }: ImportCursor): boolean => describes && !isPlain;

export const TOO_LARGE_FOR = {
  ownExport: changed(
    MANIFEST,
    "The export is too large to use its page data: its pages are created from the names of its files.",
  ),
  databases: (name: string): TransferNote =>
    changed(name, "The archive is too large to import its databases as folders: they become sheets, and views files."),
};

export async function importWhole(
  deps: Deps,
  transfer: TransferRow,
  cursor: ImportCursor,
  ifTooLarge: TransferNote,
): Promise<void> {
  const { id, step, driveId, pageId: parentId, rootId } = transfer;
  const continuePlain = async (): Promise<void> => {
    const place = await allowImport(deps, transfer);
    await finishStep(deps, transfer, place, { cursor: { ...cursor, isPlain: true } }, [], [ifTooLarge]);
  };
  if (transfer.size > MAX_DIRECT_IMPORT_BYTES) return continuePlain();
  const read = async (): Promise<Uint8Array> => {
    const stored = await deps.files.get(cursor.archives[0]?.key ?? "");
    if (!stored) throw new AppError("invalid_content", "The archive no longer exists.");
    return new Uint8Array(await new Response(stored.body).arrayBuffer());
  };
  try {
    await importPages(
      deps,
      callerOf(transfer),
      { driveId, parentId, tables: cursor.tables ?? "sheets" },
      read,
      (answer, by) => {
        const told: TransferNote[] = [
          ...answer.skipped.map((note) => ({ ...note, kind: "skipped" as const })),
          ...answer.changed.map((note) => ({ ...note, kind: "changed" as const })),
        ];
        const made = { pages: answer.createdPages, files: answer.stats.byType["FILE"] ?? 0 };
        const change = {
          state: "done" as const,
          phase: "clear" as const,
          morePages: made.pages,
          moreFiles: made.files,
          moreLinks: answer.stats.links,
        };
        return {
          queries: [
            guard(store.isAt(transfer)),
            deleteStagedPages([rootId]),
            // Notes on entries that were listed before are among those of the whole archive.
            store.deleteNotes(id),
            ...(told.length === 0 ? [] : [store.insertNotes(id, step, told)]),
            store.recountNotes(id),
            store.advance(id, change, deps.now),
          ],
          notes: [importNote(by, transfer, made)],
          jobs: [stepJob(deps, id, step + 1)],
        };
      },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "payload_too_large") throw error;
    await continuePlain();
  }
}
