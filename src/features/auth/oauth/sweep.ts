/** Deletes expired data in small batches: ended grants, unanswered requests, unused clients. */
import type { Deps } from "../../../deps.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import { deleteEndedClients } from "./client-store.ts";
import { revokeEnded } from "./grant-store.ts";
import { deleteEndedRequests } from "./request-store.ts";
import { REQUEST_RETENTION } from "./rules.ts";

const ROWS_PER_RUN = 500;

export const sweepApps = (deps: Deps): Promise<unknown> =>
  commit(deps, exempt.connectApp, {
    queries: [
      revokeEnded(deps.now, ROWS_PER_RUN),
      deleteEndedRequests(deps.now - REQUEST_RETENTION, ROWS_PER_RUN),
      deleteEndedClients(deps.now, ROWS_PER_RUN),
    ],
  });
