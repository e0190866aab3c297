/**
 * Turns Word and HTML files into documents, using the text extracted by the Worker that reads untrusted files; the file
 * is kept as an attachment. A file that cannot be read in time remains a FILE page.
 */
import type { Deps } from "../../../deps.ts";
import { insertThreads, sizeOfThreads, type ImportedThreads } from "../../comments/import-statements.ts";
import { placeAll, toImported } from "../../comments/index.ts";
import { readComments } from "../../files/service.ts";
import { insertMentions } from "../../mentions/statements.ts";
import { byteLengthOf, withinQuota } from "../../quotas/service.ts";
import { conversionReport } from "../../../formats/transfer/conversion-changes.ts";
import { insertProperties } from "../../properties/statements.ts";
import { markDirty } from "../../search/statements.ts";
import { isAnyReading, listRead, setEntryOutcomes, type ReadRow } from "./entry-store.ts";
import { linkTexts } from "./link-texts.ts";
import { changed } from "./notes.ts";
import { convertPages } from "./staging-store.ts";
import { allowImport, finishStep, type ImportCursor } from "./step.ts";
import type { TransferRow } from "./store.ts";

/** Documents per step: each may have a megabyte of text. */
const BATCH = 10;
/** Interval (seconds) between checks on files that are still being processed. */
const LOOK_AFTER = 5;

export async function convertFiles(deps: Deps, transfer: TransferRow, { patience = 0 }: ImportCursor): Promise<void> {
  const place = await allowImport(deps, transfer);
  const { id } = transfer;
  const [ready, isAny] = await deps.db.batch([listRead(id, deps.now > patience, BATCH), isAnyReading(id)]);
  if (!isAny) return finishStep(deps, transfer, place, { phase: "publish", done: 0, total: 0 }, [], []);
  if (ready.length === 0) return finishStep(deps, transfer, place, {}, [], [], { after: LOOK_AFTER });
  const read = ready.flatMap(({ text, ...entry }) => (isDocument(entry, text) ? [textPageOf(entry, text)] : []));
  const { texts, links, notes } = await linkTexts(deps, id, read);
  const reports = read.flatMap(({ entry }) =>
    conversionReport(metadataOf(entry)).map((sentence) => changed(entry.path, sentence)),
  );
  const pages = texts.map(({ entry, content }) => ({ ...entry, id: entry.pageId, content, type: "DOCUMENT" as const }));
  const known = new Map(read.map(({ entry, content }) => [entry.pageId, content]));
  const files = ready.filter(({ pageId }) => !known.has(pageId));
  const imported = await readThreads(deps, read, new Map(pages.map(({ pageId, content }) => [pageId, content])));
  const growth =
    pages.reduce((sum, { id: page, content }) => sum + byteLengthOf(content) - byteLengthOf(known.get(page) ?? ""), 0) +
    imported.reduce((sum, { threads }) => sum + sizeOfThreads(threads), 0);
  await withinQuota(deps, { driveId: transfer.driveId, text: growth }, (condition) =>
    finishStep(
      deps,
      transfer,
      place,
      { done: transfer.done + ready.length, moreLinks: links },
      [
        ...convertPages(pages),
        ...insertMentions(pages, place.actor.userId, deps.now),
        ...insertProperties(pages),
        markDirty(
          pages.map(({ pageId }) => pageId),
          deps.now,
        ),
        ...insertThreads(imported, deps),
        setEntryOutcomes(id, [
          ...pages.map(({ path, type }) => ({ path, type, state: "done" as const })),
          ...files.map(({ path, type }) => ({ path, type, state: "done" as const })),
        ]),
      ],
      [
        ...reports,
        ...notes,
        ...files.map(({ path }) => changed(path, "No text was found in it: it is kept as a file.")),
      ],
      { condition, jobs: placeAll(deps, imported) },
    ),
  );
}

/** The comments in the files; `linked` has the texts of the documents, by page. */
async function readThreads(
  deps: Deps,
  read: readonly ReturnType<typeof textPageOf>[],
  linked: ReadonlyMap<string, string>,
): Promise<ImportedThreads[]> {
  const imported: ImportedThreads[] = [];
  for (const { entry, content: found } of read) {
    const { pageId, fileId: id, generation } = entry;
    const text = linked.get(pageId);
    if (generation === null || text === undefined) continue;
    const threads = await readComments(deps, { id, generation, metadata: metadataOf(entry) });
    if (threads.length > 0) imported.push({ pageId, threads: toImported(threads, { found, text }, deps.now) });
  }
  return imported;
}

const isDocument = ({ status }: Pick<ReadRow, "status">, text: string | null): text is string =>
  status === "completed" && text !== null && text.trim() !== "";

const metadataOf = ({ metadata }: Pick<ReadRow, "metadata">): Readonly<Record<string, unknown>> =>
  JSON.parse(metadata ?? "{}") as Record<string, unknown>; // written by `finishProcessing` from an object

const textPageOf = (entry: Omit<ReadRow, "text">, content: string) => ({
  entry,
  type: "DOCUMENT" as const,
  title: entry.title,
  content,
});
