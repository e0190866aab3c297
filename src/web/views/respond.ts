/** Turns a view into a response, redirecting to the sign-in if needed, and rendering an error page on failure. */
import type { Context } from "hono";
import type { VNode } from "preact";
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { recordDeniedRequest } from "../../features/audit/index.ts";
import { recordEndedCredential } from "../../features/auth/index.ts";
import { redirectThroughPage } from "../../http/continue.ts";
import { STATUS, toAppError } from "../../http/errors.ts";
import type { ErrorCode } from "../../kernel/errors.ts";
import { problemPage, problemView } from "./error.tsx";
import { toHtml } from "./html.ts";
import { words } from "../../words/refusals.ts";
import { displaySettingsOf } from "../../http/preferences.ts";
import { lastDrive, loadNavigation, loadShell, PART_HEADER, type Shell } from "./load-shell.ts";

type Request = { readonly deps: Deps; readonly caller: Caller | null; readonly http: Context };

export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location } });

/**
 * Responds with what `view` renders, or with its redirect; a visitor without a session is sent to sign in and then back.
 * `refusals` are pages for error codes that need a more specific explanation.
 */
export async function respondWithPage(
  request: Request,
  view: (caller: Caller) => Promise<(() => VNode) | Response>,
  refusals: Partial<Record<ErrorCode, () => VNode>> = {},
): Promise<Response> {
  const { deps, caller, http } = request;
  if (caller?.kind !== "session") return signInFirst(deps, http);
  try {
    const shown = await view(caller);
    if (shown instanceof Response) return shown;
    http.header("Vary", PART_HEADER);
    return http.html(toHtml(displaySettingsOf(deps, http), shown));
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === "unauthenticated") {
      recordEndedCredential(deps, caller);
      return signInFirst(deps, http);
    }
    if (error.code === "step_up_required" && http.req.method === "GET") return signInAgain(pathOf(http));
    const requestId = String(http.get("requestId"));
    if (error.code === "internal" || error.code === "unavailable") {
      deps.log.error("request.failed", {
        requestId,
        route: http.req.routePath,
        method: http.req.method,
        error: thrown,
      });
    }
    recordDeniedRequest(deps, {
      code: error.code,
      caller,
      client: http.get("client"),
      route: `${http.req.method} ${http.req.routePath}`,
    });
    const { retryAfter } = error.detail;
    if (retryAfter !== undefined) http.header("Retry-After", String(retryAfter));
    const { code } = error;
    const refusal = { code, sentence: error.message, retryAfter: retryAfter ?? null };
    // Access can be requested whether the page exists or not.
    const pageId =
      code === "not_found" && http.req.routePath === "/pages/:pageId" ? http.req.param("pageId") : undefined;
    const shell = await shellAround(request, caller, code);
    const html = toHtml(displaySettingsOf(deps, http), () => {
      const problem = { code, sentence: words.say(refusal), requestId, address: http.req.path, pageId };
      const own = refusals[code]?.();
      if (own) return own;
      return shell ? problemView(shell, problem) : problemPage(problem);
    });
    return http.html(html, STATUS[code]);
  }
}

/**
 * The workspace around an error page for something missing or forbidden; null if the route is not part of the workspace, or
 * if it fails to load.
 */
async function shellAround(request: Request, caller: Caller, code: ErrorCode): Promise<Shell | null> {
  const { http } = request;
  // The route's role was already checked and the request counted; the workspace around it is the caller's own.
  const deps: Deps = { ...request.deps, checkCaller: () => Promise.resolve() };
  const isInWorkspace = !/^\/(oauth|device)|\/canvas$/.test(http.req.routePath);
  if (!isInWorkspace || (code !== "not_found" && code !== "forbidden")) return null;
  try {
    const around = await loadNavigation({ deps, http }, caller);
    return await loadShell(deps, caller, around, { driveId: lastDrive(around) });
  } catch {
    return null;
  }
}

/**
 * A link from another site is opened without our Strict cookie even if the user is signed in. So the visit is redirected
 * through a page of our own first, whose navigation carries the cookie.
 */
function signInFirst(deps: Deps, http: Context): Response {
  const next = pathOf(http);
  return http.req.header("Sec-Fetch-Site") === "cross-site"
    ? redirectThroughPage(deps, http.req.header("Cookie"), next)
    : seeOther(`/signin?next=${encodeURIComponent(next)}`);
}

const pathOf = (http: Context): string => {
  const { pathname, search } = new URL(http.req.url);
  return pathname + search;
};

/** Requires a new sign-in, even from a signed-in user, and continues to `next`. */
export const signInAgain = (next: string): Response => seeOther(`/signin?again=1&next=${encodeURIComponent(next)}`);
