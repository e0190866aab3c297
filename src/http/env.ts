/** State of a request while it is handled. */
import type { AppError } from "../kernel/errors.ts";
import type { Client } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Deps } from "../deps.ts";
import type { RequestCredential } from "./credentials.ts";
import type { Measurement } from "./measure.ts";

type Variables = {
  deps: Deps;
  requestId: string;
  client: Client;
  credential: RequestCredential | null;
  csrfFault: AppError | null;
  /** The `WWW-Authenticate` challenge for a rejected caller. */
  challenge: string;
  measured: Measurement;
};
/** Creates the dependencies of a request; `timeoutMs` limits the wait for the database. */
export type CreateDeps = (
  env: Env,
  lifetime: { waitUntil(work: Promise<unknown>): void },
  now: Instant,
  timeoutMs?: number,
) => Deps;

export type AppEnv = { Bindings: Env; Variables: Variables };
