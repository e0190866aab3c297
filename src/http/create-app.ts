/** Builds a Hono app from declared routes; declarations are enforced only here. */
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { success } from "../kernel/contract.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { authenticate } from "../permissions/authenticate.ts";
import { ConfigError, isTokenHost } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { newRequestId, systemClock } from "../platform/system.ts";
import { enforcementOf } from "./enforcement.ts";
import { answerSuccess } from "./answer-success.ts";
import { asset, frameAsset, offlineAsset } from "./assets.ts";
import { methodsFor } from "./allowed-methods.ts";
import { clientOf } from "./client.ts";
import type { AppEnv, CreateDeps } from "./env.ts";
import { errorResponse, STATUS, toAppError } from "./errors.ts";
import { requestChecks } from "./request-checks.ts";
import type { RequestObserver } from "./request-observer.ts";
import { DIAGRAM_POLICY, PDF_POLICY, secure } from "./headers.ts";
import { NO_ROUTE, recordResponse } from "./measure.ts";
import { Answer, mediaTypeOf, type Route } from "./route.ts";
import { isEmpty, validate, validateJson } from "./validate.ts";

/** The only path served on the host where tools bring their own token. */
const MCP = "/mcp";

/** Timeout for the database, in ms, while a user is waiting. */
const DATABASE_TIMEOUT_MS = 10_000;

/** `notFoundPage` is shown in a browser at an address that does not exist. */
export function createApp(
  list: readonly Route[],
  createDeps: CreateDeps,
  observer: RequestObserver,
  notFoundPage: (c: Context, error: AppError) => Response | Promise<Response>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const route of list.filter(({ spec }) => spec.always))
    app.on("POST", [route.spec.path], answerSuccess(route, createDeps, observer));
  app.get("/assets/*", asset);
  app.get("/diagram/*", frameAsset(DIAGRAM_POLICY));
  app.get("/pdf/*", frameAsset(PDF_POLICY));
  app.get("/offline/*", offlineAsset);
  app.use(envelope(createDeps, observer));
  app.use(async (c, next) => {
    if (!isTokenHost(c.get("deps").config, c.req.raw) || c.req.path === MCP) return next();
    return errorResponse(notFound("This address"), c.get("requestId"));
  });
  for (const route of list.filter(({ spec }) => !spec.always))
    app.on(route.spec.method.toUpperCase(), [route.spec.path], ...chain(route, observer));
  app.notFound((c) => {
    const allow = methodsFor(list, c.req.path);
    const error =
      allow.length > 0
        ? new AppError("method_not_allowed", "This address does not support that method.", { allow })
        : notFound("This address");
    return isLost(c, error) ? notFoundPage(c, error) : errorResponse(error, c.get("requestId"));
  });
  app.onError((thrown, c) => {
    const error = toAppError(fromHono(thrown));
    observeError(thrown, error, c, observer);
    observer.answered(c.get("deps"), c.get("measured").name, error.code);
    if (isLost(c, error)) return notFoundPage(c, error);
    return errorResponse(error, c.get("requestId"), error.code === "unauthenticated" ? c.get("challenge") : undefined);
  });
  return app;
}

/** A browser navigation to an address that does not exist. Programs probe well-known addresses, whatever they accept. */
const isLost = (c: Context<AppEnv>, { code }: AppError): boolean =>
  code === "not_found" &&
  !/^\/(api|\.well-known)\//.test(c.req.path) &&
  (c.req.header("Accept")?.includes("text/html") ?? false);

function observeError(thrown: Error, error: AppError, c: Context<AppEnv>, { refused }: RequestObserver): void {
  if (error.code === "internal" || error.code === "unavailable") {
    c.get("deps").log.error("request.failed", {
      requestId: c.get("requestId"),
      route: c.req.routePath,
      method: c.req.method,
      error: thrown,
    });
  } else if (STATUS[error.code] >= 500) {
    const { metrics, now } = c.get("deps");
    metrics?.fault(c.get("measured").name, c.get("requestId"), error, now);
  }
  refused(c.get("deps"), {
    code: error.code,
    caller: c.get("credential")?.caller ?? null,
    client: c.get("client"),
    route: `${c.req.method} ${c.req.routePath}`,
  });
}

/** Outermost middleware: request id, composition, security headers. Stops here if the configuration is invalid. */
const envelope =
  (createDeps: CreateDeps, observer: RequestObserver): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const requestId = newRequestId();
    c.set("requestId", requestId);
    try {
      c.set("deps", createDeps(c.env, c.executionCtx, systemClock(), DATABASE_TIMEOUT_MS));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      createLog().error("config.refused", { message: error.message });
      return secure(errorResponse(new AppError("unavailable", error.message), requestId), requestId, true);
    }
    c.set("client", clientOf(c.req.raw));
    c.set("measured", NO_ROUTE);
    c.set("credential", null);
    c.set("csrfFault", null);
    c.set("challenge", "Bearer");
    await next();
    recordResponse(c.get("deps"), c.get("measured"), c.res.status, observer);
    const answer = mutable(c.res);
    // Hono copies a response that replaces another, body stream and headers; with none to replace, it uses this one
    // directly.
    c.res = undefined;
    c.res = secure(answer, requestId, c.get("deps").config.production);
  };

/** Responses of static assets have immutable headers. Others are not copied, because a copy is a stream of unknown length. */
function mutable(response: Response): Response {
  try {
    response.headers.delete("X-Request-Id");
    return response;
  } catch {
    return new Response(response.body, response);
  }
}

function chain({ spec, handle }: Route, observer: RequestObserver): MiddlewareHandler<AppEnv>[] {
  const checks: MiddlewareHandler<AppEnv>[] = [];
  const enforcement = enforcementOf(spec);
  const type = mediaTypeOf(spec);
  if (type !== null) checks.push(requireContentType(type, spec.bodyOptional ?? false));
  if (spec.bodyCap > 0 && !spec.streamed)
    checks.push(bodyLimit({ maxSize: spec.bodyCap, onError: () => tooLarge(spec.bodyCap) }));
  if (spec.params) checks.push(validate("param", spec.params));
  if (spec.query) checks.push(validate("query", spec.query));
  if (spec.json) checks.push(validateJson(spec.json, spec.bodyOptional));
  if (spec.form) checks.push(validate("form", spec.form));
  const answer: MiddlewareHandler<AppEnv> = async (c) => {
    const deps = c.get("deps");
    const valid = (target: "param" | "query" | "json" | "form"): undefined => c.req.valid(target as never); // typed per route by RouteInput
    const result = await handle({
      deps,
      caller: c.get("credential")?.caller ?? null,
      params: spec.params && valid("param"),
      query: spec.query && valid("query"),
      json: spec.json && valid("json"),
      form: spec.form && valid("form"),
      http: c,
    });
    enforcement.requireCallerChecked(deps, result);
    observer.answered(deps, c.get("measured").name, null);
    if (result instanceof Response) return result;
    if (result instanceof Answer) return c.json(result.body, result.status);
    return c.json(result ?? success, isBare(spec.answer.status) ? 200 : spec.answer.status);
  };
  return [requestChecks(spec, enforcement), ...(spec.role ? checks.map(forAdmins) : checks), answer];
}

/**
 * Callers without the role get that error rather than one about their request. Only a failed check costs the extra lookup:
 * if the request is valid, the use case reads the role with its own data.
 */
const forAdmins =
  (check: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    try {
      // Errors after `next` do not surface here: Hono handles each step's errors in that step.
      return await check(c, next);
    } catch (error) {
      const { caller = null } = c.get("credential") ?? {};
      if (caller) await authenticate(c.get("deps"), caller, []);
      throw error;
    }
  };

/** Statuses of responses without JSON; if such a route returns JSON anyway, it is an ordinary 200. */
const isBare = (status: number): status is 101 | 204 | 302 | 303 =>
  status === 101 || status === 204 || status === 302 || status === 303;

const requireContentType =
  (wanted: string, bodyOptional: boolean): MiddlewareHandler<AppEnv> =>
  (c, next) => {
    const request = c.req.raw;
    const type = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
    if (type === wanted || (bodyOptional && isEmpty(request))) return next();
    throw new AppError("unsupported_media_type", `Send the body as ${wanted}.`);
  };

const tooLarge = (cap: number): never => {
  throw new AppError("payload_too_large", `The request body can be at most ${cap} bytes.`);
};

/** Maps Hono's own errors to ours. */
function fromHono(thrown: unknown): unknown {
  if (!(thrown instanceof HTTPException)) return thrown;
  return thrown.status === 400 ? new AppError("invalid_json", "The body is not valid JSON in UTF-8.") : thrown;
}
