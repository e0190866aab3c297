/** The first check of every request: whether it is admitted at all. */
import type { MiddlewareHandler } from "hono";
import type { Client } from "../kernel/caller.ts";
import { unauthenticated } from "../kernel/errors.ts";
import type { Deps } from "../deps.ts";
import type { RouteEnforcement } from "./enforcement.ts";
import { readCredential, type RequestCredential } from "./credentials.ts";
import { csrfFault, requireSameOrigin } from "./csrf.ts";
import type { AppEnv } from "./env.ts";
import { toAppError } from "./errors.ts";
import { measurementOf } from "./measure.ts";
import { challengeOf } from "./resource.ts";
import type { RouteSpec } from "./route.ts";

/** In this order: coarse rate limit, credential, cross-site proof, limits by address. */
export function requestChecks(spec: RouteSpec, enforcement: RouteEnforcement): MiddlewareHandler<AppEnv> {
  const open = spec.principals[0] === "anyone";
  const unsafe = spec.method !== "get";
  const measured = measurementOf(spec);
  return async (c, next) => {
    c.set("measured", measured);
    const deps = enforcement.withCallerChecks(c.get("deps"));
    c.set("deps", deps);
    c.set("challenge", challengeOf(deps.config, spec.resource, c.req.raw));
    const headers = c.req.raw.headers;
    const client = c.get("client");
    await deps.coarseLimit.require("ip", client.ip);
    const credential = open
      ? readCredentialIfAny(headers, deps, client, spec.csrf === "token")
      : readCredential(headers, deps.config, client);
    c.set("credential", credential);
    if (!open) {
      if (!credential || !spec.principals.includes(credential.caller.kind)) throw unauthenticated();
      await deps.coarseLimit.require(
        /^\/(api\/)?mcp(\/|$)/.test(spec.path) ? "mcp" : "caller",
        credential.caller.tokenHash,
      );
    }
    if (unsafe && spec.csrf !== "none" && credential?.byCookie !== false) {
      requireSameOrigin(headers, deps.config.origin);
      if (spec.csrf === "token" && credential) {
        const fault = csrfFault(headers, deps.keys, credential.caller.tokenHash, deps.now);
        // On an open route the session may have ended, and no token could be issued for it: the use case decides.
        if (fault && !open) throw fault;
        c.set("csrfFault", fault);
      }
    }
    await enforcement.countAddress(deps, client);
    await next();
  };
}

/** Open routes ignore an invalid credential instead of rejecting the visitor. */
function readCredentialIfAny(
  headers: Headers,
  deps: Pick<Deps, "config">,
  client: Client,
  isAboutSession: boolean,
): RequestCredential | null {
  try {
    return readCredential(headers, deps.config, client);
  } catch (error) {
    // Signing out must not appear successful when it is unclear which of two sessions is meant.
    if (isAboutSession && toAppError(error).code === "invalid_request") throw error;
    return null;
  }
}
