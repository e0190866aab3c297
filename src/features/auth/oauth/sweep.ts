/** Forgets, a little at a time, what is over: grants whose time is up, requests nobody answered, apps nobody uses. */
import type { Deps } from "../../../deps.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import { deleteEndedClients } from "./client-store.ts";
import { revokeEnded } from "./grant-store.ts";
import { deleteEndedRequests } from "./request-store.ts";
import { REQUEST_KEPT } from "./rules.ts";

const ROWS_PER_RUN = 500;

export const sweepApps = (deps: Deps): Promise<unknown> =>
  commit(deps, exempt.connectApp, {
    queries: [
      revokeEnded(deps.now, ROWS_PER_RUN),
      deleteEndedRequests(deps.now - REQUEST_KEPT, ROWS_PER_RUN),
      deleteEndedClients(deps.now, ROWS_PER_RUN),
    ],
  });
