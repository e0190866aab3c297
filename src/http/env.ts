/** What the app keeps of a request while it is answered. */
import type { AppError } from "../kernel/errors.ts";
import type { Client } from "../kernel/caller.ts";
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
export type AppEnv = { Bindings: Env; Variables: Variables };
