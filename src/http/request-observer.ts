/** Who is shown what becomes of requests, beside whoever made them. */
import type { Caller, Client } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import type { ErrorCode } from "../kernel/errors.ts";
import type { Deps } from "../deps.ts";

export type RefusedRequest = {
  readonly code: ErrorCode;
  /** The credential that was presented, whoever's it is. */
  readonly caller: Caller | null;
  readonly client: Client;
  /** Method and template. */
  readonly route: string;
};

export type RequestObserver = {
  /** Method and template of a request that was answered; `error` is what it was answered with instead of a result. */
  readonly answered: (deps: Deps, name: string, error: ErrorCode | null) => void;
  readonly refused: (deps: Deps, request: RefusedRequest) => void;
  /** Something was noted in `deps.metrics`. */
  readonly measured: (deps: Deps, now: Instant) => void;
};
