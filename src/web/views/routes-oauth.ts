/** The pages for connecting an app: the authorization page, the consent decision, and the form for a device code. */
import type { Context } from "hono";
import type { VNode } from "preact";
import * as z from "zod";
import type { Deps } from "../../deps.ts";
import { Id } from "../../kernel/contract.ts";
import type { Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import * as drives from "../../features/drives/service.ts";
import {
  requestAuthorization,
  decide,
  findByUserCode,
  readConsentPrompt,
  type Decision,
  OAuthError,
} from "../../features/auth/index.ts";
import { Parameters } from "../../features/auth/oauth/contract.ts";
import { DEFAULT_GRANT_DAYS, GRANT_DAYS, formActionOf } from "../../features/auth/oauth/rules.ts";
import * as identity from "../../features/auth/session/service.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { formPolicy } from "../../http/headers.ts";
import { routes } from "../../http/route-list.ts";
import { isValidCsrfToken, makeCsrfToken } from "../../platform/csrf-token.ts";
import {
  appRefusedPage,
  consentPage,
  devicePage,
  requestGonePage,
  requestRefusedPage,
  terminalAnsweredPage,
} from "./consent.tsx";
import { toHtml } from "./html.ts";
import { displaySettingsOf } from "../../http/preferences.ts";
import { respondWithPage, seeOther, signInAgain } from "./respond.ts";
import { PAGE } from "./routes.ts";

const FORM_CAP = 65_536;

const ConsentQuery = z.object({ request: Id.optional().catch(undefined) });
const DeviceQuery = z.object({ code: z.string().max(100).optional().catch(undefined) });

const Drive = z.union([Id.transform((id) => [id]), z.array(Id).max(200)]);

const ConsentForm = z.object({
  csrf: z.string().max(300),
  decision: z.enum(["allow", "decline"]),
  scope: z.enum(["some", "all"]),
  drive: Drive.default([]).transform((ids) => [...new Set(ids)]),
  access: z.enum(["read", "write"]),
  days: z.coerce.number().pipe(z.literal(GRANT_DAYS)),
});

const GONE = { not_found: requestGonePage } as const;

type Request = { readonly deps: Deps; readonly caller: Caller | null; readonly http: Context };

async function question(
  request: Request,
  caller: Caller,
  id: string,
  isIncomplete = false,
): Promise<(() => VNode) | Response> {
  const { deps, http } = request;
  const asked = await readConsentPrompt(deps, caller, id);
  if (asked.needsSignIn) return signInAgainFor(id);
  const [user, own] = await Promise.all([identity.getUser(deps, caller), drives.listDrives(deps, caller, {})]);
  // The form must send its origin when submitted, and the response redirects to the app.
  http.header("Referrer-Policy", "same-origin");
  if (asked.redirectUri !== null) http.header("Content-Security-Policy", formPolicy(formActionOf(asked.redirectUri)));
  return () =>
    consentPage({
      ...asked,
      email: user.email,
      drives: own,
      days: GRANT_DAYS,
      defaultDays: DEFAULT_GRANT_DAYS,
      csrf: makeCsrfToken(deps.keys, caller.tokenHash, deps.now, deps.random).csrfToken,
      isIncomplete,
    });
}

const signInAgainFor = (requestId: string): Response => signInAgain(`/oauth/consent?request=${requestId}`);

const decisionOf = ({ decision, scope, drive, access, days }: z.output<typeof ConsentForm>): Decision =>
  decision === "decline"
    ? { allow: false }
    : { allow: true, driveIds: scope === "all" ? null : drive, readOnly: access === "read", days };

async function answerDecision(
  request: Request,
  caller: Caller,
  id: string,
  form: z.output<typeof ConsentForm>,
): Promise<(() => VNode) | Response> {
  const { deps } = request;
  if (!isValidCsrfToken(deps.keys, form.csrf, caller.tokenHash, deps.now))
    throw new AppError("csrf_invalid", "This page was open for too long, or in another session. Open it again.");
  const decision = decisionOf(form);
  if (decision.allow && decision.driveIds?.length === 0) return question(request, caller, id, true);
  try {
    const { to } = await decide(deps, caller, id, decision);
    return to === null ? () => terminalAnsweredPage(decision.allow) : seeOther(to);
  } catch (error) {
    if (error instanceof AppError && error.code === "step_up_required") return signInAgainFor(id);
    throw error;
  }
}

export const consentRoutes = routes()
  .add(
    {
      ...PAGE,
      path: "/oauth/authorize",
      operation: "startAuthorization",
      summary: "Authorization endpoint: an app sends the browser here to request access (RFC 6749)",
      limits: [LIMIT_RULES.oauthAuthorizeByIp],
      query: Parameters,
      answer: { status: 303, also: 200, schema: "html" },
    },
    async ({ deps, query, http }) => {
      try {
        const asked = await requestAuthorization(deps, query);
        if (asked.kind === "consent") return seeOther(`/oauth/consent?request=${asked.requestId}`);
        return http.html(
          toHtml(displaySettingsOf(deps, http), () => requestRefusedPage(asked)),
          400,
        );
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        return http.html(
          toHtml(displaySettingsOf(deps, http), () => appRefusedPage(error.message)),
          400,
        );
      }
    },
  )
  .add(
    {
      ...PAGE,
      path: "/oauth/consent",
      operation: "showConsent",
      summary: "Consent page: the app that requests access, and the access requested",
      query: ConsentQuery,
    },
    (request) =>
      respondWithPage(
        request,
        (caller) => {
          const id = request.query.request;
          if (id === undefined) throw notFound("This request");
          return question(request, caller, id);
        },
        GONE,
      ),
  )
  .add(
    {
      ...PAGE,
      method: "post",
      path: "/oauth/consent",
      operation: "decideConsent",
      summary: "Grant or decline an app's request for access",
      csrf: "origin",
      limits: [{ rule: LIMIT_RULES.oauthConsentByUser, when: "the user decides" }],
      bodyCap: FORM_CAP,
      query: ConsentQuery,
      form: ConsentForm,
      answer: { status: 303, also: 200, schema: "html" },
    },
    (request) =>
      respondWithPage(
        request,
        (caller) => {
          const id = request.query.request;
          if (id === undefined) throw notFound("This request");
          return answerDecision(request, caller, id, request.form);
        },
        GONE,
      ),
  )
  .add(
    {
      ...PAGE,
      path: "/device",
      operation: "showDevice",
      summary: "Page for entering the code that a device displays (RFC 8628)",
      limits: [{ rule: LIMIT_RULES.oauthUserCodeByUser, when: "a code is entered" }],
      query: DeviceQuery,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { code } = request.query;
        if (code === undefined) {
          await identity.requireSession(request.deps, caller);
          return () => devicePage(null);
        }
        try {
          return seeOther(`/oauth/consent?request=${await findByUserCode(request.deps, caller, code)}`);
        } catch (error) {
          if (error instanceof AppError && error.code === "not_found") return () => devicePage(code);
          throw error;
        }
      }),
  );
