/** Routes that always respond with success, even if much of the service is down. */
import type { MiddlewareHandler } from "hono";
import type { Deps } from "../deps.ts";
import type { Caller, Client } from "../kernel/caller.ts";
import { success } from "../kernel/contract.ts";
import { newRequestId, systemClock } from "../platform/system.ts";
import { clientOf } from "./client.ts";
import { readCredential } from "./credentials.ts";
import { secure } from "./headers.ts";
import { measurementOf, recordResponse } from "./measure.ts";
import type { AppEnv, CreateDeps } from "./env.ts";
import type { RequestObserver } from "./request-observer.ts";
import type { Route } from "./route.ts";

/**
 * Runs before the envelope, the request checks and every limit: neither credential, cross-site proof, size nor shape of the
 * body affects the response. Whatever the handler cannot do is dropped silently.
 */
export function answerSuccess(
  { spec, handle }: Route,
  createDeps: CreateDeps,
  observer: RequestObserver,
): MiddlewareHandler<AppEnv> {
  const measured = measurementOf(spec);
  return async (c) => {
    const requestId = newRequestId();
    let production = true;
    try {
      const deps = createDeps(c.env, c.executionCtx, systemClock());
      production = deps.config.production;
      c.set("deps", deps);
      const client = clientOf(c.req.raw);
      c.set("client", client);
      c.set("requestId", requestId);
      const caller = sameOriginCaller(c.req.raw.headers, deps, client);
      const nothing = { params: undefined, query: undefined, json: undefined, form: undefined };
      await handle({ ...nothing, deps, caller, http: c });
      recordResponse(deps, measured, 200, observer);
    } catch {
      // The caller does not wait for the outcome.
    }
    return secure(c.json(success), requestId, production);
  };
}

/** The session of a request sent from one of our own pages (Fetch Metadata, else Origin); null for any other. */
function sameOriginCaller(headers: Headers, { config }: Pick<Deps, "config">, client: Client): Caller | null {
  const site = headers.get("Sec-Fetch-Site");
  if (site === null ? headers.get("Origin") !== config.origin : site !== "same-origin") return null;
  try {
    const caller = readCredential(headers, config, client)?.caller;
    return caller?.kind === "session" ? caller : null;
  } catch {
    return null;
  }
}
