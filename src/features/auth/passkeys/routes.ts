/** Routes for passkeys: registering, removing, and signing in with one. */
import { IdParams } from "../../../kernel/contract.ts";
import { locatedClientOf } from "../../../http/client.ts";
import { ensureBinding, readBinding, setCookie } from "../../../http/cookies.ts";
import { sessionCookie } from "../../../http/session-cookie.ts";
import { routes } from "../../../http/route-list.ts";
import { SignedIn } from "../session/contract.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { SECOND } from "../../../kernel/clock.ts";
import {
  AuthenticatePasskey,
  CreationOptions,
  Passkey,
  PasskeyList,
  RegisterPasskey,
  RequestOptions,
} from "./contract.ts";
import { CHALLENGE_LIFETIME, isBrowserCall } from "./rules.ts";
import * as passkeys from "./service.ts";
import { createSignInOptions, signIn } from "./sign-in.ts";
import { sessionHashOf } from "../../../kernel/caller.ts";

const MAX_BYTES = 131_072;
const OWN = { tag: "Passkeys", principals: ["session"], bodyCap: 0 } as const;

export const passkeyRoutes = routes()
  .add(
    {
      ...OWN,
      method: "get",
      path: "/api/auth/passkey",
      operation: "listPasskeys",
      summary: "List the user's passkeys, newest first",
      answer: { status: 200, schema: PasskeyList },
    },
    async ({ deps, caller }) => ({ passkeys: await passkeys.listPasskeys(deps, caller) }),
  )
  .add(
    {
      ...OWN,
      method: "post",
      path: "/api/auth/passkey/register/options",
      operation: "offerPasskeyRegistration",
      summary: "Get the options for creating a passkey; requires a recent sign-in",
      csrf: "token",
      limits: [
        LIMIT_RULES.passkeyRegisterByIp,
        // Each registration requests options first, so it uses one place in each bucket.
        { rule: LIMIT_RULES.passkeyRegisterByUser, bucket: "options" },
      ],
      answer: { status: 200, schema: CreationOptions },
      errors: ["step_up_required", "too_many_passkeys"],
    },
    async ({ deps, caller }) => ({ options: { ...(await passkeys.createRegistrationOptions(deps, caller)) } }),
  )
  .add(
    {
      ...OWN,
      method: "post",
      path: "/api/auth/passkey/register",
      operation: "registerPasskey",
      summary: "Add a passkey: submit the browser's response to the options",
      csrf: "token",
      limits: [LIMIT_RULES.passkeyRegisterByIp, LIMIT_RULES.passkeyRegisterByUser],
      bodyCap: MAX_BYTES,
      json: RegisterPasskey,
      answer: { status: 201, schema: Passkey },
      errors: [
        "step_up_required",
        "challenge_invalid",
        "verification_failed",
        "passkey_exists",
        "too_many_passkeys",
        "conflict",
      ],
    },
    ({ deps, caller, json }) => passkeys.registerPasskey(deps, caller, json),
  )
  .add(
    {
      ...OWN,
      method: "delete",
      path: "/api/auth/passkey/:id",
      operation: "removePasskey",
      summary: "Remove a passkey, even the last one; requires a recent sign-in",
      csrf: "token",
      limits: [],
      params: IdParams,
      errors: ["step_up_required"],
    },
    ({ deps, caller, params }) => passkeys.removePasskey(deps, caller, params.id),
  )
  .add(
    {
      method: "post",
      path: "/api/auth/passkey/authenticate/options",
      operation: "offerPasskeySignIn",
      tag: "Authentication",
      summary: "Get a challenge for signing in with a passkey; the response does not depend on the user",
      principals: ["anyone"],
      csrf: "origin",
      limits: [LIMIT_RULES.passkeyOptionsByIp],
      bodyCap: 0,
      answer: { status: 200, schema: RequestOptions },
    },
    async ({ deps, http }) => {
      if (!isBrowserCall(http.req.raw.headers)) return createSignInOptions(deps, null);
      const binding = ensureBinding(deps.config, deps.random, http.req.header("Cookie"), "wa");
      http.header(
        "Set-Cookie",
        setCookie(deps.config, {
          name: "wa",
          value: binding,
          maxAgeSeconds: CHALLENGE_LIFETIME / SECOND,
          sameSite: "Strict",
        }),
      );
      return createSignInOptions(deps, binding);
    },
  )
  .add(
    {
      method: "post",
      path: "/api/auth/passkey/authenticate",
      operation: "signInWithPasskey",
      tag: "Authentication",
      summary: "Sign in with a passkey: submit the authenticator's response to the challenge",
      principals: ["anyone"],
      csrf: "origin",
      limits: [
        LIMIT_RULES.passkeySigninByIp,
        { rule: LIMIT_RULES.passkeySigninByAccount, when: "the response is invalid" },
      ],
      bodyCap: MAX_BYTES,
      json: AuthenticatePasskey,
      answer: { status: 200, schema: SignedIn },
      errors: ["passkey_invalid", "account_locked", "account_suspended"],
    },
    async ({ deps, caller, json, http }) => {
      const { signedIn, sessionToken } = await signIn(deps, {
        ...json,
        binding: readBinding(deps.config, http.req.header("Cookie"), "wa"),
        isBrowser: isBrowserCall(http.req.raw.headers),
        presentedSession: sessionHashOf(caller),
        client: locatedClientOf(http.req.raw),
      });
      if (signedIn.sessionToken === undefined) http.header("Set-Cookie", sessionCookie(deps.config, sessionToken));
      return signedIn;
    },
  );
