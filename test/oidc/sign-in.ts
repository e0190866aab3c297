/** Signs in at the local provider as a browser does: follows the redirects and keeps the cookies. */
import { env } from "cloudflare:workers";
import { SignJWT, importJWK, type JWK } from "jose";
import { inject } from "vitest";
import type { AuditKind } from "../../src/audit-log/kinds.ts";
import { OWN_PAGE, callWith, cookiesOf, freshEmail, leadsTo, requestTo } from "../flows/sign-in.ts";
import { admin, entriesOf } from "../security/audit.ts";
import { freshId } from "../support/world.ts";
import { CLIENT_ID, CLIENT_SECRET, KEY_ID, TEAM_ID, type Behaviour, type Person } from "./provider.ts";
import { d1 } from "../support/d1.ts";

type Key = { readonly kid: string; readonly publicJwk: JWK; readonly privateJwk: JWK };

type Report = {
  readonly rsa: Key;
  readonly ec: Key;
  readonly teamKey: string;
  readonly requests: { endpoint: string; form: Record<string, string> }[];
};

/** A separate provider for one test, configured in the service as both A and B. */
export type Realm = {
  readonly issuer: string;
  /** Variables that configure the service for this provider. */
  readonly variables: Readonly<Record<string, string>>;
  /** Changes the provider's behaviour, and returns its keys and the requests it received. */
  readonly control: (behaviour?: Behaviour) => Promise<Report>;
};

export async function openRealm(behaviour: Behaviour = {}): Promise<Realm> {
  const issuer = `${inject("oidc")}/${freshId("realm")}`;
  const control = async (change: Behaviour = {}): Promise<Report> => {
    const response = await fetch(`${issuer}/control`, { method: "POST", body: JSON.stringify(change) });
    return response.json<Report>();
  };
  // Create the admin who reads the audit log first, so that it does not change user counts later in the test.
  await admin();
  const { teamKey } = await control({ person: newPerson(), ...behaviour });
  const variables: Record<string, string> = {
    PROVIDER_A_CLIENT_ID: `${CLIENT_ID}, octavo-ios`,
    PROVIDER_A_CLIENT_SECRET: CLIENT_SECRET,
    PROVIDER_B_CLIENT_ID: `${CLIENT_ID}, octavo-ios`,
    PROVIDER_B_TEAM_ID: TEAM_ID,
    PROVIDER_B_KEY_ID: KEY_ID,
    PROVIDER_B_PRIVATE_KEY: teamKey.replaceAll("\n", "\\n"),
  };
  for (const provider of ["PROVIDER_A", "PROVIDER_B"]) {
    variables[`${provider}_ISSUER`] = issuer;
    variables[`${provider}_AUTHORIZATION_ENDPOINT`] = `${issuer}/authorize`;
    variables[`${provider}_TOKEN_ENDPOINT`] = `${issuer}/token`;
    variables[`${provider}_JWKS_URI`] = `${issuer}/jwks`;
  }
  return { issuer, variables, control };
}

/** A person with a unique, verified address. */
export const newPerson = (change: Person = {}): Person & { sub: string; email: string } => ({
  sub: freshId("subject"),
  email: freshEmail("pat").toLowerCase(),
  email_verified: true,
  name: "Pat Example",
  ...change,
});

export type Provider = "providera" | "providerb";
type Extra = { readonly next?: string; readonly headers?: Record<string, string>; readonly variables?: object };

/** A started sign-in: the provider's authorization URL, and the browser's cookies. */
export type StartedSignIn = { readonly url: URL; readonly cookie: string; readonly response: Response };

/** A call by a client to the service that is configured for this realm. */
export const postAt = (realm: Realm, path: string, body: unknown, extra: Omit<Extra, "next"> = {}): Promise<Response> =>
  callWith(
    { ...realm.variables, ...extra.variables },
    requestTo(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...extra.headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );

export async function startSignIn(realm: Realm, provider: Provider, extra: Extra = {}): Promise<StartedSignIn> {
  const { next, headers, ...rest } = extra;
  const body = next === undefined ? {} : { next };
  const own = { ...rest, headers: { ...OWN_PAGE, ...headers } };
  const response = await postAt(realm, `/api/auth/${provider}/signin`, body, own);
  const { url } = await response.clone().json<{ url: string }>();
  return { url: new URL(url), cookie: cookiesOf(response), response };
}

/** The callback parameters that the provider returns through the browser. */
export async function consent(url: URL): Promise<Record<string, string>> {
  const response = await fetch(url, { redirect: "manual" });
  if (response.status === 302) return Object.fromEntries(new URL(response.headers.get("Location") ?? "").searchParams);
  const { fields, faults } = await response.json<{ fields?: Record<string, string>; faults?: string[] }>();
  if (!fields) throw new Error(`The provider refused the request: ${faults?.join(", ")}`);
  return fields;
}

/** Fetch Metadata headers of a navigation started by another site. */
const FROM_ELSEWHERE = {
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Site": "cross-site",
} as const;

type ReturnFields = {
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  readonly variables?: object;
};

/** The callback request, which returns the browser to the service. */
export function returning(provider: Provider, fields: Record<string, string>, back: ReturnFields = {}): Request {
  const headers = { ...FROM_ELSEWHERE, ...(back.cookie && { Cookie: back.cookie }), ...back.headers };
  const text = new URLSearchParams(fields).toString();
  const path = `/api/auth/${provider}/callback`;
  if (provider === "providera") return requestTo(`${path}?${text}`, { headers });
  return requestTo(path, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded", Origin: "https://provider.example" },
    body: text,
  });
}

export const finishSignIn = (
  realm: Realm,
  provider: Provider,
  fields: Record<string, string>,
  back: ReturnFields = {},
): Promise<Response> => callWith({ ...realm.variables, ...back.variables }, returning(provider, fields, back));

/** The complete sign-in through the provider, in one browser. */
export async function signInAt(realm: Realm, provider: Provider, extra: Extra = {}): Promise<Response> {
  const left = await startSignIn(realm, provider, extra);
  return finishSignIn(realm, provider, await consent(left.url), { ...extra, cookie: left.cookie });
}

/** Status, redirect target, and whether the browser is signed in. */
export const outcome = (response: Response): [number, string | null, boolean] => [
  response.status,
  leadsTo(response),
  /(^|; )(__Host-)?session=ses_/.test(cookiesOf(response)),
];

export const IN = [303, "continue /", true];
export const refusedAs = (code: string): unknown[] => [303, `/signin?error=${code}`, false];

type Account = { id: string; email: string; login_email: string; name: string; provider: string; role: string };

export const accountOf = (email: string): Promise<Account | null> =>
  d1`select * from users where login_email = ${email}`.first<Account>();

export async function countRows(table: "users" | "sessions" | "identities" | "spent_id_tokens"): Promise<number> {
  return (await env.DB.prepare(`select count(*) as n from ${table}`).first<number>("n")) ?? 0;
}

/** The newest audit entry of a kind. */
export async function newestNote(kind: AuditKind): Promise<{ email: string | null; risk: number; detail: unknown }> {
  const [newest] = await entriesOf(kind);
  if (!newest) throw new Error(`The audit log has no ${kind}`);
  return { email: newest.email, risk: newest.entry.risk, detail: newest.entry.d };
}

type Making = { readonly alg?: "RS256" | "ES256"; readonly header?: Record<string, unknown> };

/** A valid identity token of this realm, except for the overrides in `claims` and `header`. */
export async function makeToken(
  realm: Realm,
  claims: Record<string, unknown> = {},
  { alg = "RS256", header = {} }: Making = {},
): Promise<string> {
  const { rsa, ec } = await realm.control();
  const key = alg === "RS256" ? rsa : ec;
  const at = Math.floor(Date.now() / 1_000);
  const good = { iss: realm.issuer, aud: CLIENT_ID, iat: at, exp: at + 3_600, jti: freshId("token"), ...newPerson() };
  return new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg, kid: key.kid, ...header })
    .sign(await importJWK(key.privateJwk, alg));
}
