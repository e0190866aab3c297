/** Authorization requests from apps: by redirecting the user's browser here, or with a code shown in a terminal. */
import { SECOND } from "../../../kernel/clock.ts";
import type { Deps } from "../../../deps.ts";
import { hashToken, makeToken } from "../../../platform/tokens.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import { requireClient } from "./clients.ts";
import type { DeviceAnswer, Parameters as Sent } from "./contract.ts";
import { OAuthError, invalidRequest } from "./oauth-error.ts";
import { optional, required } from "./parameters.ts";
import {
  DEVICE_LIFETIME,
  POLL_INTERVAL,
  REQUEST_LIFETIME,
  isChallenge,
  isRegisteredRedirect,
  redirectWith,
  resourceOf,
  userCodeFrom,
  wantsWrite,
} from "./rules.ts";
import { insertAuthorizationRequest } from "./request-store.ts";

/** Maximum length of `state`. */
const MAX_STATE = 2_048;

/** Where the browser goes: to the consent page, or to our own page with a link back to the app whose request was rejected. */
type AuthorizationOutcome =
  | { readonly kind: "consent"; readonly requestId: string }
  | { readonly kind: "refused"; readonly why: string; readonly name: string; readonly to: string };

/**
 * RFC 6749 §4.1.1 with PKCE. Throws OAuthError until the client and its redirect are verified: a browser is never sent
 * to an unregistered address. Even a registered one is never followed automatically on an error: anyone may register an
 * app, so our link would become an open redirector (RFC 9700 §4.11.2).
 */
export async function requestAuthorization(deps: Deps, sent: Sent): Promise<AuthorizationOutcome> {
  const client = await requireClient(deps, required(sent, "client_id"));
  const redirectUri = required(sent, "redirect_uri");
  if (!isRegisteredRedirect(client.redirectUris, redirectUri))
    throw invalidRequest("This redirect_uri is not registered for the app.");
  const { state } = sent;
  try {
    const asked = readRequest(deps, sent);
    const requestId = deps.newId();
    const request = { id: requestId, kind: "code", clientId: client.id, redirectUri, ...asked } as const;
    await save(deps, { ...request, deviceHash: null, userCodeHash: null, expiresAt: deps.now + REQUEST_LIFETIME });
    return { kind: "consent", requestId };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const parameters = { ...error.body, state: typeof state === "string" ? state : null };
    const to = redirectWith(redirectUri, { ...parameters, iss: deps.config.origin });
    return { kind: "refused", why: error.message, name: client.name, to };
  }
}

/** Errors here are reported to the app itself. */
function readRequest(deps: Pick<Deps, "config">, sent: Sent) {
  const state = optional(sent, "state") ?? null;
  if (state !== null && state.length > MAX_STATE) throw invalidRequest("This state is too long.");
  if (required(sent, "response_type") !== "code")
    throw new OAuthError("unsupported_response_type", "The response_type must be code.");
  if ((optional(sent, "response_mode") ?? "query") !== "query")
    throw invalidRequest("The response_mode must be query.");
  if (optional(sent, "request") !== undefined || optional(sent, "request_uri") !== undefined)
    throw invalidRequest("Request objects are not supported. Send parameters.");
  const challenge = required(sent, "code_challenge");
  if (optional(sent, "code_challenge_method") !== "S256" || !isChallenge(challenge))
    throw invalidRequest("Send a code_challenge with code_challenge_method=S256.");
  return { state, challenge, ...readAccess(deps, sent) };
}

function readAccess(deps: Pick<Deps, "config">, sent: Sent) {
  const resource = resourceOf(deps.config.origin, optional(sent, "resource"));
  if (resource === null) throw new OAuthError("invalid_target", "This service does not provide this resource.");
  return { resource, wantsWrite: wantsWrite(optional(sent, "scope")) };
}

const save = (deps: Deps, request: Omit<Parameters<typeof insertAuthorizationRequest>[0], "now">): Promise<unknown> =>
  commit(deps, exempt.connectApp, { queries: [insertAuthorizationRequest({ ...request, now: deps.now })] });

/** RFC 8628 §3.1. */
export async function requestDeviceAuthorization(deps: Deps, sent: Sent): Promise<DeviceAnswer> {
  const client = await requireClient(deps, required(sent, "client_id"));
  const deviceCode = makeToken("deviceCode", deps.random);
  const requestId = deps.newId();
  const userCode = userCodeOf(deps, requestId);
  await save(deps, {
    id: requestId,
    kind: "device",
    clientId: client.id,
    redirectUri: null,
    state: null,
    challenge: null,
    ...readAccess(deps, sent),
    deviceHash: hashToken("deviceCode", deviceCode),
    userCodeHash: hashUserCode(deps, userCode),
    expiresAt: deps.now + DEVICE_LIFETIME,
  });
  const page = `${deps.config.origin}/device`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${userCode}`,
    expires_in: DEVICE_LIFETIME / SECOND,
    interval: POLL_INTERVAL / SECOND,
  };
}

/** Derived from the request id, so that the consent page can show the code that the terminal shows without storing it. */
export const userCodeOf = ({ keys }: Pick<Deps, "keys">, requestId: string): string =>
  userCodeFrom(Buffer.from(keys.sign("user-code", "code", requestId), "base64url"));

/** A keyed hash, because there are few enough codes to try them all. */
export const hashUserCode = ({ keys }: Pick<Deps, "keys">, userCode: string): string =>
  keys.sign("user-code", "lookup", userCode);
