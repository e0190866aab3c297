/** Types of the metrics that an isolate collects and sends in one batch. */
import type { Actor } from "./caller.ts";
import type { Instant } from "./clock.ts";
import type { MeasuredKind } from "./measured-kind.ts";
import type { Tally } from "./tally.ts";

/** `at` is the start of the minute. */
export type Counted = {
  readonly at: Instant;
  readonly kind: MeasuredKind;
  readonly name: string;
  readonly tally: Tally;
};

/** An internal error, redacted; `count` similar ones since the last were sent. */
export type Fault = {
  readonly id: string;
  readonly at: Instant;
  readonly route: string;
  readonly message: string;
  readonly stack: string;
  readonly requestId: string;
  count: number;
};

/** The first request with a credential in this isolate within ten minutes. */
export type Visit = Pick<Actor, "kind" | "userId" | "credentialId"> & { readonly at: Instant };

/** A browser event, kept as a sample. */
export type Sample = {
  readonly id: string;
  readonly at: Instant;
  readonly event: string;
  /** JSON. */
  readonly properties: string;
  /** Session hash, not yet verified; null without a session. */
  readonly tokenHash: string | null;
};

/** One batch to send; `sampledFrom` is the number of events that the samples represent. */
export type CollectedMetrics = {
  readonly counted: readonly Counted[];
  readonly faults: readonly Fault[];
  readonly visits: readonly Visit[];
  readonly samples: readonly Sample[];
  readonly sampledFrom: number;
};
