/** Exchanges an authorization code for an identity token (RFC 6749 §4.1.3, RFC 7636 §4.5). */
import { SignJWT, importPKCS8 } from "jose";
import {
  ClientSecretPost,
  None,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  customFetch,
  nopkce,
  validateAuthResponse,
  type AuthorizationServer,
  type ClientAuth,
} from "oauth4webapi";
import * as z from "zod";
import { MINUTE, SECOND, type Instant } from "../../../kernel/clock.ts";
import type { Provider, ProviderB } from "../../../platform/providers.ts";
import { fetchBounded } from "../../../platform/bounded-fetch.ts";
import { ProviderRejection } from "./errors.ts";

type CodeExchange = {
  readonly provider: Provider;
  readonly auth: ClientAuth;
  readonly code: string;
  readonly state: string;
  readonly redirectUri: string;
  /** Null for a provider without PKCE. */
  readonly verifier: string | null;
  /** Allows plain HTTP, for a provider on a developer's own machine. */
  readonly insecure: boolean;
};

const TokenResponse = z.object({ id_token: z.string() });
const ErrorResponse = z.object({ error: z.string() });

/**
 * Returns the identity token. Throws ProviderRejection: `state_invalid` if the provider rejects the code, otherwise
 * `provider_unavailable`.
 */
export async function exchangeProviderCode(exchange: CodeExchange): Promise<string> {
  const { status, body } = await post(exchange).catch((cause: unknown) => {
    throw new ProviderRejection("provider_unavailable", "exchange_unavailable", { cause });
  });
  const granted = TokenResponse.safeParse(body);
  if (status === 200 && granted.success) return granted.data.id_token;
  const denied = ErrorResponse.safeParse(body);
  // RFC 6749 §5.2: the code is used, expired or another client's, or the verifier does not match the challenge.
  if (denied.success && denied.data.error === "invalid_grant")
    throw new ProviderRejection("state_invalid", "code_refused");
  throw new ProviderRejection("provider_unavailable", "exchange_failed", {
    cause: new Error(`The provider answered ${status}`),
  });
}

async function post({ provider, auth, code, state, redirectUri, verifier, insecure }: CodeExchange) {
  const server: AuthorizationServer = { issuer: provider.issuer, token_endpoint: provider.tokenEndpoint };
  const client = { client_id: provider.clientId };
  const returned = validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    auth,
    returned,
    redirectUri,
    verifier ?? nopkce,
    {
      [allowInsecureRequests]: insecure,
      [customFetch]: (url, { method, headers, body }) => fetchBounded(url, { method, headers, body }),
    },
  );
  return { status: response.status, body: await response.json<unknown>() };
}

/** Client authentication at provider A; a public client sends only its id and relies on PKCE. */
export const secretAuth = (secret: string | null): ClientAuth => (secret === null ? None() : ClientSecretPost(secret));

/** Provider B's client secret is a JWT signed with the team's key and valid for five minutes. */
export async function signedAuth(provider: ProviderB, now: Instant): Promise<ClientAuth> {
  const { signingKey: key, clientId, issuer } = provider;
  if (!key) throw new ProviderRejection("state_invalid", "token_missing");
  const issuedAt = Math.floor(now / SECOND);
  try {
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: "ES256", kid: key.keyId })
      .setIssuer(key.teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + (5 * MINUTE) / SECOND)
      .sign(await importPKCS8(key.privateKey, "ES256"));
    return ClientSecretPost(secret);
  } catch (cause) {
    throw new ProviderRejection("provider_unavailable", "signing_key_unusable", { cause });
  }
}
