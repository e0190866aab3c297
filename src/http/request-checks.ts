/** The first check of every request: may it come in at all? */
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

/** Coarse rate limit, credential, cross-site proof, limits by address; in that order. */
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
        // Where anyone may come in, the session may be over, and then no token for it is to be had: the use case knows.
        if (fault && !open) throw fault;
        c.set("csrfFault", fault);
      }
    }
    await enforcement.countAddress(deps, client);
    await next();
  };
}

/** Open routes ignore a credential that is none, rather than refusing the visitor. */
function readCredentialIfAny(
  headers: Headers,
  deps: Pick<Deps, "config">,
  client: Client,
  isAboutSession: boolean,
): RequestCredential | null {
  try {
    return readCredential(headers, deps.config, client);
  } catch (error) {
    // Signing out must not look done when nobody can tell which of two sessions is meant.
    if (isAboutSession && toAppError(error).code === "invalid_request") throw error;
    return null;
  }
}
