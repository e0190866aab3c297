/** Observers of request outcomes. */
import type { Caller, Client } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import type { ErrorCode } from "../kernel/errors.ts";
import type { Deps } from "../deps.ts";

export type RefusedRequest = {
  readonly code: ErrorCode;
  /** The credential as presented, not verified. */
  readonly caller: Caller | null;
  readonly client: Client;
  /** Method and template. */
  readonly route: string;
};

export type RequestObserver = {
  /** Method and template of the answered request; `error` is the error code, or null for a success. */
  readonly answered: (deps: Deps, name: string, error: ErrorCode | null) => void;
  readonly refused: (deps: Deps, request: RefusedRequest) => void;
  /** A metric was recorded in `deps.metrics`. */
  readonly measured: (deps: Deps, now: Instant) => void;
};
