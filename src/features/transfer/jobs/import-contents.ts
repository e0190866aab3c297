/** The fourth phase of an import: reads texts and files in archive order. */
import type { Deps } from "../../../deps.ts";
import { HOUR } from "../../../kernel/clock.ts";
import type { Job } from "../../../kernel/job.ts";
import { TRUE, allOf, type AnyQuery } from "../../../db/sql.ts";
import { titleOfName } from "../../../formats/transfer/other-tools.ts";
import type { AuditNote } from "../../../commit/audit-note.ts";
import { claimBlob, claimBlobs, fitsStorage, insertFiles, usageOf } from "../../files/statements.ts";
import { discardFiles, processAll, storeFiles } from "../../files/service.ts";
import { insertMentions } from "../../mentions/statements.ts";
import { insertContents } from "../../pages/bulk/service.ts";
import { byteLengthOf, withinQuota } from "../../quotas/service.ts";
import { insertProperties } from "../../properties/statements.ts";
import { markDirty } from "../../search/statements.ts";
import { scheduleIndexing } from "../../search/service.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { listWaiting, setEntryOutcomes } from "./entry-store.ts";
import { readBatch, type FilePage, type ReadBatch, type TextPage } from "./read-batch.ts";
import { linkTexts } from "./link-texts.ts";
import { describePages, dropPages } from "./staging-store.ts";
import { allowImport, callerOf, finishStep, type Allowed, type ImportCursor } from "./step.ts";
import type { TransferRow } from "./store.ts";

/** How long (ms) an import waits for files to be processed before it continues without their texts. */
const PATIENCE = 2 * HOUR;
/** Suppresses the notifications for individual files of an import. */
const QUIET = '{"quiet":true}';
/** Entries per step; a step ends earlier if they are large. */
const BATCH = 300;

export async function fillPages(deps: Deps, transfer: TransferRow, cursor: ImportCursor): Promise<void> {
  const place = await allowImport(deps, transfer);
  const [waiting, used] = await deps.db.batch([listWaiting(transfer.id, BATCH), usageOf(callerOf(transfer))]);
  if (waiting.length === 0)
    return finishStep(
      deps,
      transfer,
      place,
      { phase: "convert", done: 0, total: 0, cursor: { ...cursor, patience: deps.now + PATIENCE } },
      [],
      [],
    );
  const quota = deps.config.storageQuotaBytes;
  const batch = await readBatch(deps, cursor.archives, waiting, quota - used);
  const { texts, links, notes } = await linkTexts(deps, transfer.id, batch.texts);
  await storeFiles(deps, batch.contents);
  const weight = batch.files.reduce((sum, { size }) => sum + size, 0);
  const filesFit = batch.files.length === 0 ? TRUE : fitsStorage(place.actor.userId, weight, quota);
  const text = texts.reduce((sum, { content }) => sum + byteLengthOf(content), 0);
  const claim = { driveId: transfer.driveId, text, files: weight };
  const done = transfer.done + texts.length + batch.files.length + batch.left.length;
  try {
    await withinQuota(deps, claim, (fitsQuota) =>
      finishStep(
        deps,
        transfer,
        place,
        { done, moreFiles: batch.files.length, moreLinks: links },
        writesOf(deps, transfer, place, batch, texts),
        [...batch.notes, ...notes],
        {
          condition: allOf([filesFit, fitsQuota]),
          jobs: jobsOf(deps, batch.files),
          notes: batch.files.length === 0 ? [] : [noteOf(place, batch.files.length, weight)],
        },
      ),
    );
  } catch (error) {
    // After any other error it is unknown whether the records exist.
    if (error instanceof GuardFailed) await discardFiles(deps, batch.contents);
    throw error;
  }
  scheduleIndexing(deps);
}

function writesOf(
  deps: Pick<Deps, "now">,
  transfer: TransferRow,
  { actor }: Allowed,
  { files, left, contents }: ReadBatch,
  texts: readonly TextPage[],
): AnyQuery<unknown>[] {
  const { now } = deps;
  const made = [
    ...texts.map(({ entry, type, title }) => ({ entry, pageId: entry.pageId, type, title })),
    ...files.map(({ entry, filename }) => ({
      entry,
      pageId: entry.pageId,
      type: "FILE" as const,
      title: entry.converts === 1 ? entry.title : titleOfName(filename),
    })),
  ];
  const pages = texts.map(({ entry, type, content }) => ({ id: entry.pageId, type, content }));
  const staged = files.filter(({ isStaged }) => isStaged);
  const records = files.map(({ entry, ...file }) => ({
    ...file,
    id: entry.fileId,
    pageId: entry.pageId,
    role: "content" as const,
  }));
  return [
    describePages(made),
    ...insertContents(pages),
    ...insertMentions(pages, actor.userId, now),
    ...insertProperties(pages),
    ...(contents.length === 0 ? [] : claimBlobs(contents, now)),
    ...staged.flatMap((file) => claimBlob({ ...file, staged: true, now })),
    ...(records.length === 0 ? [] : [insertFiles(records, actor.userId, now, QUIET)]),
    setEntryOutcomes(transfer.id, [
      ...made.map(({ entry: { path, converts }, type }) => ({
        path,
        type,
        state: converts === 1 ? ("reading" as const) : ("done" as const),
      })),
      ...left.map(({ path, type }) => ({ path, type, state: "left" as const })),
    ]),
    ...(left.length === 0 ? [] : dropPages(transfer, left)),
    markDirty(
      [...made, ...left].map(({ pageId }) => pageId),
      now,
    ),
  ];
}

const jobsOf = (deps: Pick<Deps, "newId">, files: readonly FilePage[]): Job[] => [
  ...processAll(
    deps,
    files.map(({ entry }) => ({ id: entry.fileId })),
  ),
  ...files
    .filter(({ isStaged }) => isStaged)
    .map(({ generation, sha256 }): Job => ({ id: deps.newId(), kind: "blob.promote", generation, sha256 })),
];

/** One audit entry for the files of a step, as for a single upload. */
const noteOf = ({ actor, target }: Allowed, files: number, size: number): AuditNote => ({
  kind: "file.upload",
  by: actor,
  resource: { type: "drive", id: target.driveId },
  detail: { files, size },
});
