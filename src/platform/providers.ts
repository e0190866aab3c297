/** Configuration of the OpenID Connect providers for sign-in. Omitted endpoints default to those of Google and Apple. */
import * as z from "zod";
import { blankAsUndefined, optionalText } from "./variables.ts";

/** An OpenID Connect provider for sign-in. */
export type Provider = {
  /** The client id for browser sign-ins. */
  readonly clientId: string;
  /** Accepted audiences of its identity tokens: browsers and native apps. */
  readonly audiences: readonly string[];
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
};

/** `clientSecret` is null for a public client, which is protected by PKCE alone. */
export type ProviderA = Provider & { readonly clientSecret: string | null };

/** `signingKey` signs the client secret, which is a JWT; without it no code can be exchanged. */
export type ProviderB = Provider & {
  readonly signingKey: { readonly teamId: string; readonly keyId: string; readonly privateKey: string } | null;
};

const endpoint = (fallback: string) => blankAsUndefined(z.url({ protocol: /^https?$/ }).default(fallback));

/** The browser's client id first, then those of native apps. */
const clientIds = blankAsUndefined(
  z
    .string()
    .transform((list) => list.split(",").map((id) => id.trim()))
    .pipe(z.tuple([z.string().min(1).max(255)], z.string().min(1).max(255)))
    .optional(),
);

export const PROVIDER_VARIABLES = {
  PROVIDER_A_CLIENT_ID: clientIds,
  PROVIDER_A_CLIENT_SECRET: optionalText,
  PROVIDER_A_ISSUER: endpoint("https://accounts.google.com"),
  PROVIDER_A_AUTHORIZATION_ENDPOINT: endpoint("https://accounts.google.com/o/oauth2/v2/auth"),
  PROVIDER_A_TOKEN_ENDPOINT: endpoint("https://oauth2.googleapis.com/token"),
  PROVIDER_A_JWKS_URI: endpoint("https://www.googleapis.com/oauth2/v3/certs"),
  PROVIDER_B_CLIENT_ID: clientIds,
  PROVIDER_B_TEAM_ID: optionalText,
  PROVIDER_B_KEY_ID: optionalText,
  PROVIDER_B_PRIVATE_KEY: blankAsUndefined(
    z
      .string()
      .transform((pem) => pem.replaceAll("\\n", "\n").trim())
      .refine(
        (pem) => /^-----BEGIN PRIVATE KEY-----\n[\w+/=\s]+\n-----END PRIVATE KEY-----$/.test(pem),
        "must be a PKCS #8 private key in PEM",
      )
      .optional(),
  ),
  PROVIDER_B_ISSUER: endpoint("https://appleid.apple.com"),
  PROVIDER_B_AUTHORIZATION_ENDPOINT: endpoint("https://appleid.apple.com/auth/authorize"),
  PROVIDER_B_TOKEN_ENDPOINT: endpoint("https://appleid.apple.com/auth/token"),
  PROVIDER_B_JWKS_URI: endpoint("https://appleid.apple.com/auth/keys"),
} as const;

type Variables = z.output<z.ZodObject<typeof PROVIDER_VARIABLES>>;

const ADDRESSES = ["ISSUER", "AUTHORIZATION_ENDPOINT", "TOKEN_ENDPOINT", "JWKS_URI"] as const;

/** Errors in the combination of variables: name and reason. Codes, tokens and keys are sent to these addresses, hence https. */
export function providerFaults(vars: Variables & { readonly ENVIRONMENT: string }): [string, string][] {
  const faults: [string, string][] = [];
  if (vars.PROVIDER_B_PRIVATE_KEY !== undefined) {
    for (const name of ["PROVIDER_B_TEAM_ID", "PROVIDER_B_KEY_ID"] as const)
      if (vars[name] === undefined) faults.push([name, "is required with PROVIDER_B_PRIVATE_KEY"]);
  }
  if (vars.ENVIRONMENT !== "production") return faults;
  for (const provider of ["PROVIDER_A", "PROVIDER_B"] as const) {
    for (const address of ADDRESSES)
      if (!vars[`${provider}_${address}`].startsWith("https://"))
        faults.push([`${provider}_${address}`, "must start with https:// in production"]);
  }
  return faults;
}

/** Null for a provider without a client id: its sign-in is disabled. */
export function readProviders(vars: Variables): { providera: ProviderA | null; providerb: ProviderB | null } {
  const [a, b] = [readProvider(vars, "PROVIDER_A"), readProvider(vars, "PROVIDER_B")];
  const { PROVIDER_B_TEAM_ID: teamId, PROVIDER_B_KEY_ID: keyId, PROVIDER_B_PRIVATE_KEY: privateKey } = vars;
  const signingKey = teamId && keyId && privateKey ? { teamId, keyId, privateKey } : null;
  return {
    providera: a && { ...a, clientSecret: vars.PROVIDER_A_CLIENT_SECRET ?? null },
    providerb: b && { ...b, signingKey },
  };
}

function readProvider(vars: Variables, name: "PROVIDER_A" | "PROVIDER_B"): Provider | null {
  const ids = vars[`${name}_CLIENT_ID`];
  if (ids === undefined) return null;
  return {
    clientId: ids[0],
    audiences: ids,
    issuer: vars[`${name}_ISSUER`],
    authorizationEndpoint: vars[`${name}_AUTHORIZATION_ENDPOINT`],
    tokenEndpoint: vars[`${name}_TOKEN_ENDPOINT`],
    jwksUri: vars[`${name}_JWKS_URI`],
  };
}
