/**
 * Runs every minute: flushes the outboxes, resumes lost work and removes expired data. Steps are independent: one that
 * fails or hangs is logged and counted, and the others run.
 */
import type { Deps } from "../src/deps.ts";
import { MINUTE, SECOND } from "../src/kernel/clock.ts";
import { flushJobs } from "../src/commit/flush.ts";
import { maintainAuditLog } from "../src/features/audit/index.ts";
import {
  removeUnreferencedBlobs,
  removeUnusedCandidates,
  removeStaleStaged,
  removeExpiredUploads,
  resumePromotions,
  resumeRuns,
} from "../src/features/files/index.ts";
import { resumeErasures } from "../src/features/account/index.ts";
import { resumeRuns as resumeAnswers } from "../src/features/agent-loop/index.ts";
import { sweepApps, sweepExpiredCredentials } from "../src/features/auth/index.ts";
import { sweepInvitations } from "../src/features/invitations/index.ts";
import { isRestoring } from "../src/features/operator/index.ts";
import { checkTriggers, flushMetrics, rollUp } from "../src/features/monitoring/index.ts";
import { removeOld } from "../src/features/monitoring/retention/service.ts";
import { sweepPeople } from "../src/features/people/index.ts";
import { sweepDirty } from "../src/features/search/index.ts";
import { removeExpiredArchives, removeStaleArchives, resumeTransfers } from "../src/features/transfer/index.ts";
import { systemClock } from "../src/platform/system.ts";
import { raceTimeout } from "../src/platform/timeout.ts";

/** The minute of the hour in which the bucket is searched for unreferenced objects. */
const STAGE_MINUTE = 17;

/** Timeout per step, in ms. All steps together stay below the 15-minute limit of a cron event. */
export const STEP_TIMEOUT = 30 * SECOND;

/** In this order: the audit log first, because its alarm must not wait for anything else. */
const STEPS: Readonly<Record<string, (deps: Deps) => Promise<unknown>>> = {
  "audit log": maintainAuditLog,
  triggers: checkTriggers,
  "job outbox": flushJobs,
  "account erasures": resumeErasures,
  "ended credentials": sweepExpiredCredentials,
  "connected apps": sweepApps,
  "expired invitations": sweepInvitations,
  "old rows": removeOld,
  "search index": sweepDirty,
  "people's words": sweepPeople,
  "file places": resumePromotions,
  "file readings": resumeRuns,
  "agents' answers": resumeAnswers,
  "unused files": removeUnreferencedBlobs,
  "unnamed objects": removeUnusedCandidates,
  "expired uploads": removeExpiredUploads,
  "staging area": async (deps) => {
    if (Math.floor(deps.now / MINUTE) % 60 === STAGE_MINUTE) await removeStaleStaged(deps);
  },
  "left archives": async (deps) => {
    if (Math.floor(deps.now / MINUTE) % 60 === STAGE_MINUTE) await removeStaleArchives(deps);
  },
  transfers: resumeTransfers,
  "expired archives": removeExpiredArchives,
  "metrics roll-up": rollUp,
};

export async function sweep(deps: Deps): Promise<void> {
  // Its steps would act on half of the rows of a backup that is being restored.
  if (await isRestoring(deps).catch(() => false)) return deps.log.info("sweep.skipped", { reason: "restore" });
  for (const [name, run] of Object.entries(STEPS)) await runStep(deps, name, run);
  // An isolate that is only woken by the cron may not live long enough to send its metrics, including failures.
  await raceTimeout(flushMetrics(deps, systemClock()), STEP_TIMEOUT).catch((error: unknown) => {
    deps.log.error("sweep.metrics_unsent", { error });
  });
}

/** Never throws. A step that timed out may continue, which is as harmless as a concurrent second run. */
async function runStep(deps: Deps, name: string, run: (deps: Deps) => Promise<unknown>): Promise<void> {
  const start = systemClock();
  let isDone = false;
  try {
    await raceTimeout(run(deps), STEP_TIMEOUT);
    isDone = true;
  } catch (error) {
    deps.log.error("sweep.step_failed", { method: "CRON", route: name, error });
  }
  deps.metrics?.step(name, isDone, start, systemClock());
}
