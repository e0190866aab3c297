/** Composition root: HTTP, queue, cron and Durable Objects all get what they may touch from here. */
import { channel } from "node:diagnostics_channel";
import { makeId, type RandomBytes } from "./kernel/ids.ts";
import type { Actor } from "./kernel/caller.ts";
import type { Instant } from "./kernel/clock.ts";
import { configOf, type Config } from "./platform/config.ts";
import { createDb, type Db } from "./platform/db.ts";
import { createFlood, type Flood } from "./platform/flood.ts";
import { keysFor, type Keys } from "./platform/keys.ts";
import { createLimiter, type Limiter } from "./platform/limiter.ts";
import { createLog, type Log } from "./platform/log.ts";
import { createBindingMailer, createConsoleMailer, type Mailer } from "./platform/mail.ts";
import { createObjects, type Objects } from "./platform/objects.ts";
import { systemClock, systemRandom } from "./platform/system.ts";

export type Deps = {
  readonly config: Config;
  /** The one clock reading of this request, job or event. */
  readonly now: Instant;
  readonly random: RandomBytes;
  readonly newId: () => string;
  readonly keys: Keys;
  readonly db: Db;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly limiter: Limiter;
  readonly flood: Flood;
  /** Durable Objects and the queue, as typed calls. */
  readonly objects: Objects;
  /** Who this request turned out to be from; the audit of a refusal names them. */
  readonly witness: { actor: Actor | null };
  /** Work that goes on after the answer; its failures are logged, never thrown. */
  readonly defer: (work: () => Promise<unknown>) => void;
};

/** Binds deferred work to its own async context, for whoever tells what an answer waited for from what came after it. */
export const deferrals = channel("octavo:deferred");

type Lifetime = { waitUntil(promise: Promise<unknown>): void };

export function createDeps(env: Env, lifetime: Lifetime, now: Instant = systemClock()): Deps {
  const config = configOf(env);
  const keys = keysFor(config.rootSecret);
  const log = createLog();
  return {
    config,
    now,
    random: systemRandom,
    newId: () => makeId(now, systemRandom),
    keys,
    db: createDb(env.DB),
    log,
    witness: { actor: null },
    mailer: config.production ? createBindingMailer(env.EMAIL, config.emailFrom) : createConsoleMailer(),
    limiter: createLimiter({
      namespace: env.RATE_LIMITER,
      key: keys.raw("limiter"),
      scale: config.rateLimitScale,
      environment: config.production ? "production" : "development",
      log,
    }),
    flood: createFlood(env, config.rateLimitScale, systemRandom),
    objects: createObjects(env),
    defer: (work) =>
      lifetime.waitUntil(
        deferrals.runStores(null, work).catch((error: unknown) => {
          log.error("deferred.failed", { error });
        }),
      ),
  };
}
