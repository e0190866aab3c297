/** The identity provider that runs beside the checks, where the service was told of it. */
import { SignJWT, importJWK, type JWK } from "jose";
import { CLIENT_ID, startProvider, type Behaviour } from "../../../test/oidc/provider.ts";

export type Realm = {
  /** Changes who signs in and how the provider behaves; tells its keys and the requests it got. */
  readonly control: (change?: Behaviour) => Promise<TokenClaims>;
  readonly close: () => Promise<void>;
  readonly issuer: string;
};

type TokenClaims = {
  readonly rsa: { readonly kid: string; readonly privateJwk: JWK };
  readonly requests: readonly { readonly endpoint: string; readonly form: Readonly<Record<string, string>> }[];
};

/** Answers at the issuer the service was configured with, which has to be an address of this machine. */
export async function openRealm(issuer: string): Promise<Realm> {
  const provider = await startProvider(Number(new URL(issuer).port));
  return {
    issuer,
    close: provider.close,
    async control(change = {}) {
      const response = await fetch(`${issuer}/control`, { method: "POST", body: JSON.stringify(change) });
      // What the provider of the tests answers here.
      return (await response.json()) as TokenClaims;
    },
  };
}

/** A signed identity token of somebody, as an app gets it from the provider. */
export async function makeIdToken(realm: Realm, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const { rsa } = await realm.control();
  const now = Math.floor(Date.now() / 1_000);
  const good = { iss: realm.issuer, aud: CLIENT_ID, iat: now, exp: now + 3_600, jti: crypto.randomUUID() };
  return new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: rsa.kid })
    .sign(await importJWK(rsa.privateJwk, "RS256"));
}
