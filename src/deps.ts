/** Types of the dependencies that `composition.ts` creates. */
import type { Actor } from "./kernel/caller.ts";
import type { Instant } from "./kernel/clock.ts";
import type { RandomBytes } from "./kernel/ids.ts";
import type { EmbeddingModel, Models } from "./models/model.ts";
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
import type { VectorIndex } from "./platform/vectors.ts";

export type Deps = {
  readonly config: Config;
  /** The single clock reading of this request, job or event. */
  readonly now: Instant;
  readonly random: RandomBytes;
  readonly newId: () => string;
  readonly keys: Keys;
  readonly db: Db;
  /** The search index, in a separate database. */
  readonly searchDb: Db;
  readonly log: Log;
  /** Metrics of this isolate; null if disabled. */
  readonly metrics: Metrics | null;
  readonly mailer: Mailer;
  readonly limiter: RateLimits;
  readonly coarseLimit: CoarseRateLimit;
  /** Durable Objects and the queue, as typed calls. */
  readonly objects: DurableObjects;
  readonly files: FileBucket;
  /** Language models. */
  readonly models: Models;
  /** For search by meaning; null if it is not configured. */
  readonly embeddings: EmbeddingModel | null;
  readonly vectors: VectorIndex | null;
  /** The authenticated user of this request, for the audit entry of a rejection. */
  readonly identity: { readonly actor: Actor | null };
  /**
   * Must be called as soon as the caller is known, before any decision is made for them. Throws for callers who are
   * rejected regardless of their request: too many requests, or the role and limits that the route declares.
   */
  readonly checkCaller: (actor: Actor) => Promise<void>;
  /** Work that goes on after the answer; its failures are logged, never thrown. */
  readonly defer: (work: () => Promise<unknown>) => void;
};

/** For administrator use cases: only routes that declare the role get these, and their `checkCaller` rejects others. */
export type AdminDeps = Deps & { readonly requiredRole: "admin" };
