/** What the app keeps of a request while it is answered. */
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
  /** How a refused caller is told to authenticate. */
  challenge: string;
  measured: Measurement;
};
/** Makes what a request may touch; `timeoutMs` bounds the wait for the database. */
export type CreateDeps = (
  env: Env,
  lifetime: { waitUntil(work: Promise<unknown>): void },
  now: Instant,
  timeoutMs?: number,
) => Deps;

export type AppEnv = { Bindings: Env; Variables: Variables };
