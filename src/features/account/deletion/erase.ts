/**
 * Erases what remains of an account after its deletion was committed: pages of its drives, its rows, its objects in the
 * bucket and its personal data in the audit log. Every step can be repeated or interrupted; the deletion stays listed
 * until all of it is done.
 */
import { DAY, MINUTE } from "../../../kernel/clock.ts";
import type { Deps } from "../../../deps.ts";
import type { Mail } from "../../../platform/mail.ts";
import { stagedKey } from "../../files/rules.ts";
import { insertPurgeJobs, listPurgeJobs } from "../../pages/statements.ts";
import { sendJobs } from "../../../commit/flush.ts";
import { inLanguage } from "../../../words/language.ts";
import { words } from "../../../words/mail.ts";
import { markDirty } from "../../search/statements.ts";
import { scheduleIndexing } from "../../search/service.ts";
import { deleteCommentsOn, eraseComments } from "./erase-comments-store.ts";
import * as store from "./erase-store.ts";
import { exempt, writeExempt, writeOneExempt } from "../../../permissions/exempt.ts";

/** Pages, and rows of one table, removed per step. */
const PAGES_PER_BATCH = 200;
const ROWS_PER_BATCH = 1_000;
/** Steps per run, well below the limit of a thousand statements and calls. The next run continues. */
const STEPS = 30;
const UPLOADS_PER_BATCH = 20;
const OBJECTS_PER_BATCH = 1_000;
/** How long a run may take before the sweep starts another. */
const TIMEOUT_MS = 5 * MINUTE;
const RESUMED_PER_BATCH = 20;

/** Queue job. A failed task does not stop the others; the first failure is thrown at the end so that the queue retries. */
export async function eraseAccount(deps: Deps, userId: string): Promise<void> {
  const deletion = await deps.db.one(store.findDeletion(userId));
  if (!deletion) return;
  const acts = [
    () => sendFinalMail(deps, userId, deletion),
    () => eraseAuditData(deps, userId, deletion),
    () => removeUploads(deps, userId),
    () => removePictures(deps, userId),
    () => removeRows(deps, userId),
  ];
  const failures: unknown[] = [];
  for (const act of acts) {
    await act().catch((error: unknown) => {
      deps.log.warn("account.erase_failed", { userId, error });
      failures.push(error);
    });
  }
  const finished = await writeOneExempt(deps.db, exempt.job, store.forgetDeletion(userId, deps.now - DAY));
  if (failures.length > 0) throw failures[0];
  if (finished === 0) await deps.objects.enqueue([{ id: deps.newId(), kind: "account.erase", userId }]);
}

/** Sweep: resumes deletions whose job was lost or given up. */
export async function resumeErasures(deps: Deps): Promise<void> {
  const userIds = await writeOneExempt(
    deps.db,
    exempt.job,
    store.claimStalledDeletions(deps.now - TIMEOUT_MS, deps.now, RESUMED_PER_BATCH),
  );
  await deps.objects.enqueue(userIds.map((userId) => ({ id: deps.newId(), kind: "account.erase", userId })));
}

/** Marked only after sending: a duplicate mail is better than none. */
async function sendFinalMail(deps: Deps, userId: string, deletion: store.Deletion): Promise<void> {
  if (deletion.isMailed) return;
  await deps.mailer.send(inLanguage(deletion.language, () => finalMail(deps.config.origin, deletion)));
  await writeOneExempt(deps.db, exempt.job, store.markDeletionMailed(userId, deps.now));
}

const finalMail = (origin: string, { email, byAdmin }: store.Deletion): Mail => ({
  to: email,
  subject: words.accountDeleted,
  text: byAdmin ? words.accountDeletedByAdministratorText(origin) : words.accountDeletedText(origin),
});

/** Throws while the audit log is unavailable; a later run then completes it. */
async function eraseAuditData(
  deps: Pick<Deps, "db" | "now" | "objects">,
  userId: string,
  { email, isErased }: store.Deletion,
): Promise<void> {
  if (isErased) return;
  await deps.objects.auditLog().erase(userId, email);
  await writeOneExempt(deps.db, exempt.job, store.markErased(userId, deps.now));
}

async function removeUploads(deps: Pick<Deps, "db" | "files">, userId: string): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    const uploads = await deps.db.one(store.listUploads(userId, UPLOADS_PER_BATCH));
    if (uploads.length === 0) return;
    for (const { id, storeUploadId, isFile } of uploads) {
      if (!isFile) await deps.files.resumeParts(stagedKey(id), storeUploadId).abort();
    }
    await writeOneExempt(deps.db, exempt.job, store.deleteUploads(uploads.map(({ id }) => id)));
  }
}

async function removePictures(deps: Pick<Deps, "files">, userId: string): Promise<void> {
  const { files } = await deps.files.list(`avatars/${userId}/`, OBJECTS_PER_BATCH);
  if (files.length > 0) await deps.files.delete(files.map(({ key }) => key));
}

/** Drives first: what they contain need not be changed row by row. */
async function removeRows(deps: Deps, userId: string): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    const driveId = await deps.db.one(store.findDrive(userId));
    if (driveId !== null) {
      await removePages(deps, driveId);
      continue;
    }
    const some = [...store.eraseBatch(userId, ROWS_PER_BATCH), ...eraseComments(userId, ROWS_PER_BATCH)];
    const changed = await writeExempt(deps.db, exempt.job, [...some, ...store.anonymizeFiles(userId, ROWS_PER_BATCH)]);
    if (changed.every((rows) => rows === 0)) {
      await writeExempt(deps.db, exempt.job, store.deleteUser(userId));
      return;
    }
  }
}

async function removePages(deps: Deps, driveId: string): Promise<void> {
  const pages = store.nextPages(driveId, PAGES_PER_BATCH);
  const deleted = await writeExempt(deps.db, exempt.job, [
    store.deleteMessagesOn(pages, ROWS_PER_BATCH),
    deleteCommentsOn(pages, ROWS_PER_BATCH),
  ]);
  if (deleted.includes(ROWS_PER_BATCH)) return;
  const purgeId = deps.newId();
  const [, jobs] = await writeExempt(deps.db, exempt.job, [
    insertPurgeJobs(pages, purgeId, deps.now),
    listPurgeJobs(purgeId),
    markDirty(pages, deps.now),
    store.deletePages(pages),
    store.deleteEmptyDrive(driveId),
  ]);
  if (jobs.length > 0) await sendJobs(deps, jobs);
  scheduleIndexing(deps);
}
