/** Rules for accepting identity tokens and for resolving them to accounts. Pure: no clock, no keys, no database. */
import * as z from "zod";
import { MINUTE, SECOND, type Instant } from "../../../kernel/clock.ts";
import { EmailAddress, PersonName } from "../../../kernel/contract.ts";
import { parseJson } from "../../../kernel/json.ts";

/** From the redirect to the provider until the return. */
export const FLOW_LIFETIME = 10 * MINUTE;
export const MAX_TOKEN_AGE_SECONDS = FLOW_LIFETIME / SECOND;
/** Maximum clock difference between the provider and us, or between two isolates. */
const SKEW = MINUTE;

/** Accepted signature algorithms for identity tokens; a token's own header must name one of these. */
export const ID_TOKEN_ALGORITHMS: readonly string[] = ["RS256", "ES256"];

/** Whether a flow that started at `startedAt` may still be completed. */
export const isSignInUnderWay = (startedAt: Instant, now: Instant): boolean =>
  Number.isSafeInteger(startedAt) && startedAt <= now + SKEW && now - startedAt < FLOW_LIFETIME;

/** Expected issuer and audience of a token. `audiences` are our own client ids; `isValidNonce` is null if no nonce was sent. */
export type Expected = {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly isValidNonce: ((nonce: string) => boolean) | null;
};

/** The claims of a valid token: the user's identity, and until when the token could be reused. */
export type Claims = {
  readonly subject: string;
  /** Normalized; null if there is no valid address. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly expiresAt: Instant;
};

/** The last second of the year 9999; later times are invalid. */
const LAST_SECOND = 253_402_300_799;

/** RFC 7519 NumericDate in whole seconds; strings, fractions and infinities are rejected. */
const isNumericDate = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= LAST_SECOND;

type ClaimsVerdict = { readonly ok: true; readonly claims: Claims } | { readonly ok: false; readonly reason: string };

/** OpenID Connect Core §3.1.3.7, for the claims of a token with a valid signature. `reason` is for the audit log. */
export function checkClaims(
  claims: Readonly<Record<string, unknown>>,
  expected: Expected,
  now: Instant,
): ClaimsVerdict {
  const { iss, sub, exp, iat, nbf, nonce } = claims;
  const fail = (reason: string): ClaimsVerdict => ({ ok: false, reason });
  if (iss !== expected.issuer) return fail("token_issuer");
  if (!isForUs(claims, expected.audiences)) return fail("token_audience");
  if (typeof sub !== "string" || !/^[\x21-\x7e]{1,255}$/.test(sub)) return fail("token_subject");
  if (!isNumericDate(exp) || !isNumericDate(iat)) return fail("token_times");
  if (exp * SECOND <= now - SKEW) return fail("token_expired");
  if (iat * SECOND > now + SKEW) return fail("token_early");
  if (nbf !== undefined && !isNumericDate(nbf)) return fail("token_times");
  if (nbf !== undefined && nbf * SECOND > now + SKEW) return fail("token_early");
  // If no nonce is given, the token must not have one: otherwise anyone with a stolen token could omit it.
  const isMeant = expected.isValidNonce
    ? typeof nonce === "string" && expected.isValidNonce(nonce)
    : nonce === undefined;
  if (!isMeant) return fail("token_nonce");
  const email = EmailAddress.safeParse(claims["email"]);
  return {
    ok: true,
    claims: {
      subject: sub,
      email: email.success ? email.data : null,
      // One of the providers sends it as a string.
      emailVerified: claims["email_verified"] === true || claims["email_verified"] === "true",
      name: lineOrNull(claims["name"]),
      expiresAt: exp * SECOND + SKEW,
    },
  };
}

/** The audience must be ours, and so must the authorized party if there is one; it is required with several audiences. */
function isForUs({ aud, azp }: Readonly<Record<string, unknown>>, ours: readonly string[]): boolean {
  const isOurs = (id: unknown): boolean => typeof id === "string" && ours.includes(id);
  const list: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!list.some(isOurs)) return false;
  if (list.length > 1 && (azp === undefined || !list.every((id) => typeof id === "string"))) return false;
  return azp === undefined || isOurs(azp);
}

/** A valid person name, or null. */
export function lineOrNull(value: unknown): string | null {
  const parsed = PersonName.safeParse(value);
  return parsed.success ? parsed.data : null;
}

const FirstSignIn = z.object({ name: z.object({ firstName: z.string().catch(""), lastName: z.string().catch("") }) });

/** The name in the form that provider B sends at the first sign-in. Its email is ignored, because it is not signed. */
export function nameInForm(user: string): string | null {
  let parsed: unknown;
  try {
    parsed = parseJson(user);
  } catch {
    return null;
  }
  const form = FirstSignIn.safeParse(parsed);
  return form.success ? fullName(form.data.name.firstName, form.data.name.lastName) : null;
}

export const fullName = (given = "", family = ""): string | null => lineOrNull(`${given.trim()} ${family.trim()}`);

/** The parts of an account that matter for signing in. */
export type SignInAccount = { readonly userId: string; readonly loginEmail: string; readonly suspended: boolean };

type AccountMatches = {
  /** The account with this identity. */
  readonly known: SignInAccount | null;
  /** The account that has proven the token's address. */
  readonly holder: SignInAccount | null;
  /** The token was used before. */
  readonly spent: boolean;
};

export type SignInDecision =
  | { readonly kind: "known" | "link"; readonly account: SignInAccount }
  | { readonly kind: "new"; readonly email: string }
  | {
      readonly kind: "refuse";
      readonly code: "token_invalid" | "account_suspended" | "email_unverified";
      readonly reason: string;
      readonly account: SignInAccount | null;
    };

/**
 * Issuer and subject identify the user. An email is only a claim: if the provider has verified it, it finds the account
 * that has proven it; otherwise it is ignored.
 */
export function decideSignIn(
  { email, emailVerified }: Pick<Claims, "email" | "emailVerified">,
  found: AccountMatches,
): SignInDecision {
  const { known, holder } = found;
  const account = known ?? (emailVerified ? holder : null);
  if (found.spent) return { kind: "refuse", code: "token_invalid", reason: "token_reused", account };
  if (known === null && (email === null || !emailVerified))
    return { kind: "refuse", code: "email_unverified", reason: "email_unverified", account: null };
  if (account?.suspended) return { kind: "refuse", code: "account_suspended", reason: "suspended", account };
  if (known) return { kind: "known", account: known };
  if (holder) return { kind: "link", account: holder };
  return { kind: "new", email: email ?? "" };
}
