/** Routes for signing in with an identity token, for apps and for the provider's own script. */
import type { Context } from "hono";
import { locatedClientOf } from "../../../http/client.ts";
import { readCookie } from "../../../http/cookies.ts";
import { routes } from "../../../http/route-list.ts";
import { signUpHashOf } from "../../../http/sign-up-cookie.ts";
import { sessionCookie } from "../../../http/session-cookie.ts";
import type { Deps } from "../../../deps.ts";
import { toIso } from "../../../kernel/clock.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Caller } from "../../../kernel/caller.ts";
import { SignedIn } from "../session/contract.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { MobileA, NativeA, NativeB, NativeNonce, OneTap } from "./contract.ts";
import { signInByToken, type PresentedToken } from "./native.ts";
import { makeNonce } from "./nonce.ts";
import { fullName } from "./rules.ts";
import { requireProvider } from "./start.ts";
import { sessionHashOf } from "../../../kernel/caller.ts";

type Request = { readonly deps: Deps; readonly caller: Caller | null; readonly http: Context };

/** Returns what the platform's clients get: the cookie for browsers, the token in the body for others. */
async function present(
  { deps, caller, http }: Request,
  presented: Omit<PresentedToken, "client" | "presentedSession" | "signUpHash">,
  signUpToken?: string,
) {
  const { answer, sessionToken, isBrowser } = await signInByToken(deps, {
    ...presented,
    client: locatedClientOf(http.req.raw),
    presentedSession: sessionHashOf(caller),
    signUpHash: signUpHashOf(deps.config, http, signUpToken),
  });
  if (isBrowser) http.header("Set-Cookie", sessionCookie(deps.config, sessionToken));
  return answer;
}

const EXCHANGE = {
  method: "post",
  tag: "Authentication",
  principals: ["anyone"],
  csrf: "origin",
  limits: [LIMIT_RULES.providerReturnByIp, { rule: LIMIT_RULES.accountCreateByIp, when: "an account is created" }],
  bodyCap: 16_384,
  answer: { status: 200, schema: SignedIn },
  errors: [
    "provider_not_configured",
    "token_invalid",
    "email_unverified",
    "account_suspended",
    "sign_up_refused",
    "sign_ups_full",
    "provider_unavailable",
  ],
} as const;

export const nativeProviderRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/auth/native/nonce",
      operation: "makeNativeNonce",
      tag: "Authentication",
      summary:
        "Create a nonce for requesting an identity token from a provider; valid for one sign-in within five minutes",
      principals: ["anyone"],
      csrf: "origin",
      limits: [LIMIT_RULES.providerSigninByIp],
      bodyCap: 0,
      answer: { status: 200, schema: NativeNonce },
      errors: ["provider_not_configured"],
    },
    async ({ deps }) => {
      if (!deps.config.providera) requireProvider(deps.config, "providerb");
      const { nonce, expiresAt } = makeNonce(deps.keys, deps.now, deps.random);
      return { nonce, expiresAt: toIso(expiresAt) };
    },
  )
  .add(
    {
      ...EXCHANGE,
      path: "/api/auth/providera/native",
      operation: "signInByProviderAToken",
      summary: "Sign in with an identity token from provider A",
      json: NativeA,
    },
    (request) => {
      const { idToken: token, nonce, signUpToken, ...device } = request.json;
      return present(request, { name: "providera", token, nonce, isFromApp: true, device }, signUpToken);
    },
  )
  .add(
    {
      ...EXCHANGE,
      path: "/api/auth/providera/one-tap",
      operation: "signInByOneTap",
      summary: "Sign in with the credential from provider A's one-tap prompt",
      json: OneTap,
      errors: [...EXCHANGE.errors, "csrf_invalid"],
    },
    (request) => {
      const { credential: token, nonce, g_csrf_token: sent } = request.json;
      if (sent !== undefined && sent !== readCookie(request.http.req.header("Cookie"), "g_csrf_token"))
        throw new AppError("csrf_invalid", "The g_csrf_token in the body does not match the cookie.");
      return present(request, { name: "providera", token, nonce, isFromApp: false, device: {} });
    },
  )
  .add(
    {
      ...EXCHANGE,
      path: "/api/auth/mobile/oauth/providera",
      operation: "signInOnMobileByProviderA",
      summary: "Sign in on a phone or tablet with an identity token from provider A, and register the device",
      json: MobileA,
    },
    (request) => {
      const { idToken: token, nonce, signUpToken, ...device } = request.json;
      return present(request, { name: "providera", token, nonce, isFromApp: true, device }, signUpToken);
    },
  )
  .add(
    {
      ...EXCHANGE,
      path: "/api/auth/providerb/native",
      operation: "signInByProviderBToken",
      summary: "Sign in with an identity token from provider B",
      json: NativeB,
    },
    (request) => {
      const { identityToken: token, nonce, signUpToken, givenName, familyName, ...device } = request.json;
      const called = fullName(givenName, familyName);
      return present(request, { name: "providerb", token, nonce, isFromApp: true, called, device }, signUpToken);
    },
  );
