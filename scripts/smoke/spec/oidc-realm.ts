/** The identity provider run alongside the checks, if the service is configured for it. */
import { SignJWT, importJWK, type JWK } from "jose";
import { CLIENT_ID, startProvider, type Behaviour } from "../../../test/oidc/provider.ts";

export type Realm = {
  /** Changes who signs in and how the provider behaves; returns its keys and the requests it received. */
  readonly control: (change?: Behaviour) => Promise<TokenClaims>;
  readonly close: () => Promise<void>;
  readonly issuer: string;
};

type TokenClaims = {
  readonly rsa: { readonly kid: string; readonly privateJwk: JWK };
  readonly requests: readonly { readonly endpoint: string; readonly form: Readonly<Record<string, string>> }[];
};

/** Listens at the issuer that the service is configured with, which must be a local address. */
export async function openRealm(issuer: string): Promise<Realm> {
  const provider = await startProvider(Number(new URL(issuer).port));
  return {
    issuer,
    close: provider.close,
    async control(change = {}) {
      const response = await fetch(`${issuer}/control`, { method: "POST", body: JSON.stringify(change) });
      // The response of the tests' provider.
      return (await response.json()) as TokenClaims;
    },
  };
}

/** A signed identity token, as an app receives it from the provider. */
export async function makeIdToken(realm: Realm, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const { rsa } = await realm.control();
  const now = Math.floor(Date.now() / 1_000);
  const good = { iss: realm.issuer, aud: CLIENT_ID, iat: now, exp: now + 3_600, jti: crypto.randomUUID() };
  return new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: rsa.kid })
    .sign(await importJWK(rsa.privateJwk, "RS256"));
}
