/** Composition root: creates the dependencies of HTTP, queue, cron and Durable Objects. */
import { channel, tracingChannel } from "node:diagnostics_channel";
import { observeCommits } from "./commit/commit.ts";
import type { Deps } from "./deps.ts";
import { MAIL, reportOfLog } from "./features/alarms/index.ts";
import { detectFailedSignIns } from "./features/auth/index.ts";
import { limitMails } from "./features/instance/index.ts";
import { announceCommit } from "./features/live/service.ts";
import { countCall, flushIfDue } from "./features/monitoring/index.ts";
import type { Actor } from "./kernel/caller.ts";
import type { Instant } from "./kernel/clock.ts";
import { makeId } from "./kernel/ids.ts";
import { createEmbeddings, modelsFor } from "./models/models.ts";
import { configOf } from "./platform/config.ts";
import { createDb, type Database, type RoundTripListener } from "./platform/db.ts";
import { createFileBucket } from "./platform/file-bucket.ts";
import { createCoarseRateLimit, type CoarseRateLimit } from "./platform/coarse-rate-limit.ts";
import { keysFor } from "./platform/keys.ts";
import { createRateLimits } from "./platform/rate-limiter.ts";
import { createLog, type LogListener } from "./platform/log.ts";
import {
  createBindingMailer,
  createConsoleMailer,
  createNoMailer,
  observedMailer,
  type Mailer,
} from "./platform/mail.ts";
import { metrics } from "./platform/metrics.ts";
import { createDurableObjects } from "./platform/durable-objects.ts";
import { systemClock, systemRandom } from "./platform/system.ts";
import { createVectorIndex, type VectorsBinding } from "./platform/vectors.ts";

/** Traces deferred work, so that observers can tell what a response waited for from what ran after it. */
export const deferrals = tracingChannel<unknown, object>("octavo:deferred");

/**
 * Publishes the number of jobs in a queue run, and binds them to their own async context, for observers that attribute
 * costs to requests or wait for sent jobs.
 */
export const jobRuns = channel("octavo:job");

observeCommits((deps, { notes }) => detectFailedSignIns(deps, notes));
observeCommits(announceCommit);

type Lifetime = { waitUntil(promise: Promise<unknown>): void };

/**
 * `timeoutMs` limits the wait for the database. Jobs and rooms wait without a limit: no user is waiting, and a room must
 * know the outcome of its write.
 */
export function createDeps(
  env: Env & { readonly VECTORS?: VectorsBinding },
  lifetime: Lifetime,
  now: Instant = systemClock(),
  timeoutMs: number | null = null,
): Deps {
  const config = configOf(env);
  const keys = keysFor(config.rootSecret);
  metrics.since ??= now;
  const measured = config.metricsEveryMs === null ? null : metrics;
  const log = createLog((...logged) => observeLog(deps, ...logged));
  const noteFor = (database: Database): RoundTripListener | null =>
    measured &&
    ((queries, answers) => {
      const at = systemClock();
      measured.trip(database, queries, answers, at);
      // Requests send metrics when they are answered; jobs and rooms send them here.
      if (timeoutMs === null) flushIfDue(deps, at);
    });
  const coarseLimit = createCoarseRateLimit(env, { scale: config.rateLimitScale, production: config.production, log });
  const db = createDb(env.DB, timeoutMs, "main", noteFor("main"));
  const observed = (mailer: Mailer): Mailer =>
    observedMailer(mailer, (isGood) => countCall({ ...deps, now: systemClock() }, MAIL, isGood));
  const deps: Deps = {
    config,
    now,
    random: systemRandom,
    newId: () => makeId(now, systemRandom),
    keys,
    db,
    searchDb: createDb(env.SEARCH, timeoutMs, "search", noteFor("search")),
    log,
    metrics: measured,
    ...callerChecks(coarseLimit),
    mailer: createMailer(env, { db, log, now, config }, observed),
    limiter: createRateLimits({
      namespace: env.RATE_LIMITER,
      key: keys.raw("limiter"),
      scale: config.rateLimitScale,
      timeoutMs: config.rateLimitWaitMs,
      environment: config.production ? "production" : "development",
      log,
    }),
    coarseLimit,
    objects: createDurableObjects(env),
    files: createFileBucket(env.FILES),
    models: modelsFor(config),
    embeddings: createEmbeddings(config.embeddings),
    vectors: createVectorIndex(env.VECTORS),
    defer: (work) =>
      lifetime.waitUntil(
        deferrals.tracePromise(work, {}).catch((error: unknown) => {
          log.error("deferred.failed", { error });
        }),
      ),
  };
  return deps;
}

function createMailer(
  env: Env,
  { config, ...deps }: Pick<Deps, "db" | "log" | "now" | "config">,
  observed: (mailer: Mailer) => Mailer,
): Mailer {
  const { production, emailFrom, instanceLimits } = config;
  if (emailFrom === null) return createNoMailer();
  const mailer = observed(production ? createBindingMailer(env.EMAIL, emailFrom) : createConsoleMailer());
  return instanceLimits.mails === null ? mailer : limitMails(deps, mailer, instanceLimits.mails);
}

/** Errors are measured, and some events are reported as alarms. */
function observeLog(
  { metrics: measured, objects, defer }: Pick<Deps, "metrics" | "objects" | "defer">,
  ...[level, event, fields]: Parameters<LogListener>
): void {
  if (level === "error") measured?.logged(event, fields, systemClock());
  const report = reportOfLog(event, fields);
  if (report !== null) defer(() => objects.metricsWriter().report([report]));
}

/** Counts each request once per user, however often the caller is looked up; credentials have limits of their own. */
function callerChecks(coarseLimit: CoarseRateLimit): Pick<Deps, "identity" | "checkCaller"> {
  const identity: { actor: Actor | null } = { actor: null };
  let counted: Promise<void> | null = null;
  return {
    identity,
    async checkCaller(actor) {
      identity.actor = actor;
      await (counted ??= coarseLimit.require("user", actor.userId));
    },
  };
}
