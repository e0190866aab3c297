/** What the app keeps of a request while it is answered. */
import type { AppError } from "../kernel/errors.ts";
import type { Client } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Deps } from "../deps.ts";
import type { Presented } from "./credentials.ts";
import type { Measured } from "./measure.ts";

type Variables = {
  deps: Deps;
  requestId: string;
  client: Client;
  presented: Presented | null;
  csrfFault: AppError | null;
  measured: Measured;
};
/** Makes what a request may touch; `patienceMs` bounds the wait for the database. */
export type CreateDeps = (
  env: Env,
  lifetime: { waitUntil(work: Promise<unknown>): void },
  now: Instant,
  patienceMs?: number,
) => Deps;

export type AppEnv = { Bindings: Env; Variables: Variables };
