/** What code below the composition may touch, as types: `composition.ts` makes it. */
import type { Actor } from "./kernel/caller.ts";
import type { Instant } from "./kernel/clock.ts";
import type { RandomBytes } from "./kernel/ids.ts";
import type { Config } from "./platform/config.ts";
import type { Db } from "./platform/db.ts";
import type { FileBucket } from "./platform/file-bucket.ts";
import type { CoarseRateLimit } from "./platform/coarse-rate-limit.ts";
import type { Keys } from "./platform/keys.ts";
import type { RateLimits } from "./platform/rate-limiter.ts";
import type { Log } from "./platform/log.ts";
import type { Mailer } from "./platform/mail.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { DurableObjects } from "./platform/durable-objects.ts";

export type Deps = {
  readonly config: Config;
  /** The one clock reading of this request, job or event. */
  readonly now: Instant;
  readonly random: RandomBytes;
  readonly newId: () => string;
  readonly keys: Keys;
  readonly db: Db;
  /** The search index, in a database of its own. */
  readonly searchDb: Db;
  readonly log: Log;
  /** What this isolate measures of itself; null = nothing. */
  readonly metrics: Metrics | null;
  readonly mailer: Mailer;
  readonly limiter: RateLimits;
  readonly coarseLimit: CoarseRateLimit;
  /** Durable Objects and the queue, as typed calls. */
  readonly objects: DurableObjects;
  readonly files: FileBucket;
  /** Who this request turned out to be from; the audit of a refusal names them. */
  readonly identity: { readonly actor: Actor | null };
  /**
   * To be called with the caller as soon as they are known, before anything is decided for them. Throws what refuses this
   * caller whatever they want: too many requests, and on a route the role and the limits that it declares.
   */
  readonly checkCaller: (actor: Actor) => Promise<void>;
  /** Work that goes on after the answer; its failures are logged, never thrown. */
  readonly defer: (work: () => Promise<unknown>) => void;
};

/** What use cases for administrators take: only a route that declares the role has it, and its `checkCaller` refuses others. */
export type AdminDeps = Deps & { readonly requiredRole: "admin" };
