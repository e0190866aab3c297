/** Verifies an identity token: algorithm, key, signature, then its claims. */
import {
  compactVerify,
  createRemoteJWKSet,
  customFetch,
  errors,
  type CompactJWSHeaderParameters,
  type CompactVerifyGetKey,
} from "jose";
import type { Instant } from "../../../kernel/clock.ts";
import { HOUR, MINUTE } from "../../../kernel/clock.ts";
import type { Provider } from "../../../platform/providers.ts";
import { sha256 } from "../../../platform/tokens.ts";
import { MAX_TOKEN_LENGTH } from "./contract.ts";
import { fetchBounded } from "../../../platform/bounded-fetch.ts";
import { ProviderRejection } from "./errors.ts";
import { ID_TOKEN_ALGORITHMS, checkClaims, type Claims, type Expected } from "./rules.ts";

export type Verified = Claims & { readonly tokenHash: string };

/** This isolate's key sets by URL: cached for an hour, and fetched again at most once a minute if a key is missing. */
const keySets = new Map<string, CompactVerifyGetKey>();

function keySetAt(address: string): CompactVerifyGetKey {
  const known = keySets.get(address);
  if (known) return known;
  const remote = createRemoteJWKSet(new URL(address), {
    cacheMaxAge: HOUR,
    cooldownDuration: MINUTE,
    [customFetch]: (url, options) => fetchBounded(url, { headers: options.headers, method: options.method }),
  });
  keySets.set(address, remote);
  return remote;
}

type TokenExpectations = Omit<Expected, "issuer"> & { readonly now: Instant };

/**
 * Throws ProviderRejection: `token_invalid` for an invalid token, `provider_unavailable` if the provider's keys cannot
 * be fetched.
 */
export async function verifyIdToken(provider: Provider, token: string, asked: TokenExpectations): Promise<Verified> {
  if (token === "" || token.length > MAX_TOKEN_LENGTH) throw new ProviderRejection("token_invalid", "token_size");
  const claims = await readSigned(token, keySetAt(provider.jwksUri));
  const judged = checkClaims(claims, { ...asked, issuer: provider.issuer }, asked.now);
  if (!judged.ok) throw new ProviderRejection("token_invalid", judged.reason);
  // The hash excludes the signature, which can be encoded in several ways for the same token.
  return { ...judged.claims, tokenHash: sha256(token.slice(0, token.lastIndexOf("."))) };
}

async function readSigned(token: string, keySet: CompactVerifyGetKey): Promise<Record<string, unknown>> {
  try {
    const { payload } = await compactVerify(token, keyFrom(keySet), { algorithms: [...ID_TOKEN_ALGORITHMS] });
    const claims: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(payload));
    if (claims === null || typeof claims !== "object" || Array.isArray(claims)) throw new TypeError("not an object");
    return { ...claims };
  } catch (error) {
    if (error instanceof ProviderRejection) throw error;
    throw new ProviderRejection("token_invalid", "token_signature", { cause: error });
  }
}

/** The token's header only selects one of the provider's keys; it cannot supply a URL, a key or an extension. */
const keyFrom =
  (keySet: CompactVerifyGetKey): CompactVerifyGetKey =>
  async (header: CompactJWSHeaderParameters, token) => {
    if (typeof header.kid !== "string" || "crit" in header || "b64" in header)
      throw new ProviderRejection("token_invalid", "token_header");
    try {
      return await keySet(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw new ProviderRejection("token_invalid", "token_key", { cause: error });
      throw new ProviderRejection("provider_unavailable", "keys_unavailable", { cause: error });
    }
  };
