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
import { measureInstance } from "../src/features/instance/index.ts";
import { sweepInvitations } from "../src/features/invitations/index.ts";
import { sendHeartbeat } from "../src/features/alarms/index.ts";
import { checkTriggers, reportSweep, rollUp } from "../src/features/monitoring/index.ts";
import { isRestoring } from "../src/features/operator/index.ts";
import { removeOld } from "../src/features/monitoring/retention/service.ts";
import { sweepPeople } from "../src/features/people/index.ts";
import { remindPeople, sweepProperties } from "../src/features/properties/index.ts";
import { sweepSignUpLinks } from "../src/features/signup/index.ts";
import { sweepDirty } from "../src/features/search/index.ts";
import { removeExpiredArchives, removeStaleArchives, resumeTransfers } from "../src/features/transfer/index.ts";
import { systemClock } from "../src/platform/system.ts";
import { raceTimeout } from "../src/platform/timeout.ts";

/** The minute of the hour in which the bucket is searched for unreferenced objects. */
const STAGE_MINUTE = 17;

/** Timeout per step, in ms. All steps together stay below the 15-minute limit of a cron event. */
export const STEP_TIMEOUT = 30 * SECOND;

/** In this order, after the audit log, whose alarm must not wait for anything else. */
const STEPS: Readonly<Record<string, (deps: Deps) => Promise<unknown>>> = {
  triggers: checkTriggers,
  "job outbox": flushJobs,
  "account erasures": resumeErasures,
  "ended credentials": sweepExpiredCredentials,
  "connected apps": sweepApps,
  "expired invitations": sweepInvitations,
  "sign-up links": sweepSignUpLinks,
  "instance usage": measureInstance,
  "old rows": removeOld,
  "search index": sweepDirty,
  "property index": sweepProperties,
  "task reminders": remindPeople,
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
  if (await isRestoring(deps).catch(() => false)) return skipSweep(deps);
  let auditProblems: readonly string[] | null = null;
  const failedSteps: string[] = [];
  const steps = {
    "audit log": async (given: Deps) => (auditProblems = await maintainAuditLog(given)),
    ...STEPS,
  };
  for (const [name, run] of Object.entries(steps)) if (!(await runStep(deps, name, run))) failedSteps.push(name);
  try {
    // An isolate that is only woken by the cron may not live long enough to send its metrics, including failures.
    const reporting = reportSweep(deps, { failedSteps, auditProblems }, systemClock());
    if (await raceTimeout(reporting, STEP_TIMEOUT)) await sendHeartbeat(deps);
  } catch (error) {
    deps.log.error("sweep.unreported", { error });
  }
}

/** Nothing is wrong with the job, so that it raises no alarm, unless the restore was abandoned. */
async function skipSweep({ log, objects }: Deps): Promise<void> {
  log.info("sweep.skipped", { reason: "restore" });
  try {
    await raceTimeout(objects.metricsWriter().sweepSkipped(), STEP_TIMEOUT);
  } catch (error) {
    log.error("sweep.unreported", { error });
  }
}

/** Whether the step succeeded. Never throws. A step that timed out may continue, which is as harmless as a concurrent second run. */
async function runStep(deps: Deps, name: string, run: (deps: Deps) => Promise<unknown>): Promise<boolean> {
  const start = systemClock();
  let isDone = false;
  try {
    await raceTimeout(run(deps), STEP_TIMEOUT);
    isDone = true;
  } catch (error) {
    deps.log.error("sweep.step_failed", { method: "CRON", route: name, error });
  }
  deps.metrics?.step(name, isDone, start, systemClock());
  return isDone;
}
