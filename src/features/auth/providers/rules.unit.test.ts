/** Required token claims, and the sign-in decision for a verified person. For hostile tokens on real routes, see test/flows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ID_TOKEN_ALGORITHMS,
  MAX_TOKEN_AGE_SECONDS,
  decideSignIn,
  fullName,
  isSignInUnderWay,
  checkClaims,
  lineOrNull,
  nameInForm,
  type SignInAccount,
  type Expected,
} from "./rules.ts";

const NOW = 1_800_000_000_000;
const AT = NOW / 1_000;
const expected: Expected = {
  issuer: "https://issuer.example",
  audiences: ["web", "app"],
  isValidNonce: (nonce) => nonce === "n",
};
const GOOD = {
  iss: "https://issuer.example",
  aud: "web",
  sub: "subject",
  exp: AT + 600,
  iat: AT - 1,
  nonce: "n",
  email: " Ann@Example.com",
  email_verified: true,
  name: " Ann\nLee ",
};
const judge = (change: Record<string, unknown> = {}, other: Partial<Expected> = {}, now = NOW) =>
  checkClaims({ ...GOOD, ...change }, { ...expected, ...other }, now);
const reason = (...asked: Parameters<typeof judge>): string => {
  const judged = judge(...asked);
  return judged.ok ? "ok" : judged.reason;
};

test("accepts a valid ID token and returns its claims and replay expiry", () => {
  expect(judge()).toEqual({
    ok: true,
    claims: {
      subject: "subject",
      email: "ann@example.com",
      emailVerified: true,
      name: "Ann Lee",
      expiresAt: (AT + 660) * 1_000,
    },
  });
});

test("requires the exact issuer", () => {
  expect(["https://issuer.example/", "", undefined, ["https://issuer.example"]].map((iss) => reason({ iss }))).toEqual(
    Array<string>(4).fill("token_issuer"),
  );
});

test("requires a known audience and, if several or named, a known authorized party", () => {
  const taken = [{ aud: "app" }, { aud: ["web"] }, { aud: ["app", "x"], azp: "web" }, { azp: "app" }];
  expect(taken.map((change) => reason(change))).toEqual(taken.map(() => "ok"));
  const refused = [
    { aud: "x" },
    { aud: [] },
    { aud: undefined },
    { aud: ["x"] },
    { aud: [["web"]] },
    { aud: ["web", "x"] },
    { aud: ["web", "x"], azp: "x" },
    { aud: ["x", "y"], azp: "web" },
    { aud: ["web", 7], azp: "web" },
    { azp: "x" },
    { azp: null },
    { azp: ["web"] },
  ];
  expect(refused.map((change) => reason(change))).toEqual(refused.map(() => "token_audience"));
  expect(reason({}, { audiences: ["app"] })).toBe("token_audience");
});

test("requires integer times and tolerates 60 seconds of clock skew", () => {
  const at = (change: Record<string, unknown>): string => reason(change);
  expect([at({ exp: AT - 59 }), at({ exp: AT - 60 }), at({ exp: AT - 61 })]).toEqual([
    "ok",
    "token_expired",
    "token_expired",
  ]);
  expect([at({ iat: AT + 60 }), at({ iat: AT + 61 })]).toEqual(["ok", "token_early"]);
  expect([at({ nbf: AT + 60 }), at({ nbf: AT + 61 }), at({ nbf: undefined })]).toEqual(["ok", "token_early", "ok"]);
  expect([at({ exp: 253_402_300_799 }), at({ iat: 0 })]).toEqual(["ok", "ok"]);
  const none = [253_402_300_800, -1, 1.5, NaN, Infinity, -Infinity, `${AT}`, null, true, [], {}];
  for (const name of ["exp", "iat", "nbf"])
    expect(none.map((value) => at({ [name]: value }))).toEqual(none.map(() => "token_times"));
  expect([at({ exp: undefined }), at({ iat: undefined })]).toEqual(["token_times", "token_times"]);
});

test("requires the nonce of the flow, and rejects one that the flow did not set", () => {
  expect(["x", "", null, undefined, ["n"], 7].map((nonce) => reason({ nonce }))).toEqual(
    Array<string>(6).fill("token_nonce"),
  );
  expect(reason({ nonce: 7 }, { isValidNonce: () => true })).toBe("token_nonce");
  expect(reason({ nonce: undefined }, { isValidNonce: null })).toBe("ok");
  expect(["n", "of the app's own library", "", null].map((nonce) => reason({ nonce }, { isValidNonce: null }))).toEqual(
    Array<string>(4).fill("token_nonce"),
  );
});

test("accepts subjects of at most 255 visible ASCII characters", () => {
  expect(["", " ", "a b", "é", "a\n", undefined, 7, "a".repeat(256)].map((sub) => reason({ sub }))).toEqual(
    Array<string>(8).fill("token_subject"),
  );
  expect([reason({ sub: "!" }), reason({ sub: "~".repeat(255) })]).toEqual(["ok", "ok"]);
});

test("treats an email as verified only if the claim is true, as a boolean or a string", () => {
  const verified = (email_verified: unknown): boolean => {
    const judged = judge({ email_verified });
    return judged.ok && judged.claims.emailVerified;
  };
  expect([true, "true"].map(verified)).toEqual([true, true]);
  const none = [false, "false", "True", 1, "1", null, undefined, [], {}, [true]];
  expect(none.map(verified)).toEqual(none.map(() => false));
  const emails = [7, "", "nobody", undefined].map((email) => {
    const judged = judge({ email });
    return judged.ok && judged.claims.email;
  });
  expect(emails).toEqual([null, null, null, null]);
});

test("rejects any malformed token, and returns a subject and expiry otherwise", () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(NaN, Infinity, undefined, AT, AT + 60, "web", "subject"),
  );
  const names = ["iss", "aud", "azp", "sub", "exp", "iat", "nbf", "nonce", "email", "email_verified", "name"] as const;
  const change = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 });
  fc.assert(
    fc.property(change, (claims) => {
      const judged = judge(claims);
      if (!judged.ok) return judged.reason.startsWith("token_");
      return (
        judged.claims.subject.length > 0 &&
        judged.claims.expiresAt > NOW &&
        Number.isSafeInteger(judged.claims.expiresAt)
      );
    }),
    { numRuns: 5_000 },
  );
});

test("accepts RS256 and ES256 signatures, and keeps a flow's cookie as long as the flow", () => {
  expect([ID_TOKEN_ALGORITHMS, MAX_TOKEN_AGE_SECONDS]).toEqual([["RS256", "ES256"], 600]);
});

test("accepts a flow for ten minutes, and one minute early for clock skew", () => {
  const cases: [number, boolean][] = [
    [NOW, true],
    [NOW - 599_999, true],
    [NOW - 600_000, false],
    [NOW + 60_000, true],
    [NOW + 60_001, false],
    [NaN, false],
    [Infinity, false],
    [-Infinity, false],
    [NOW - 0.5, false],
  ];
  expect(cases.map(([at]) => isSignInUnderWay(at, NOW))).toEqual(cases.map(([, is]) => is));
});

test("reads names as single lines, also from provider B's form in two parts", () => {
  expect([
    lineOrNull("  Ann\u0000 "),
    lineOrNull(" a\r\nb "),
    lineOrNull(""),
    lineOrNull(7),
    lineOrNull("x".repeat(101)),
  ]).toEqual(["Ann", "a b", null, null, null]);
  const form = (name: unknown): string => JSON.stringify({ name, email: "x@example.com" });
  expect(nameInForm(form({ firstName: " Grace ", lastName: "Hopper" }))).toBe("Grace Hopper");
  expect(nameInForm(form({ firstName: "Grace" }))).toBe("Grace");
  expect(nameInForm(form({ lastName: "Hopper", firstName: 7 }))).toBe("Hopper");
  expect(["", "{", "null", "[]", "7", form(null), form({}), form("Grace"), "{}"].map(nameInForm)).toEqual(
    Array<null>(9).fill(null),
  );
  expect(fullName(" a ", " b ")).toBe("a b");
  expect([fullName("a", "b"), fullName("a"), fullName(undefined, "b"), fullName()]).toEqual(["a b", "a", "b", null]);
});

const ann: SignInAccount = { userId: "ann", loginEmail: "ann@example.com", suspended: false };
const bob: SignInAccount = { userId: "bob", loginEmail: "bob@example.com", suspended: false };
const verified = { email: "bob@example.com", emailVerified: true };
const unverified = { ...verified, emailVerified: false };

test("prefers a linked identity, then a verified email, then a new account", () => {
  expect(decideSignIn(verified, { known: ann, holder: bob, spent: false })).toEqual({ kind: "known", account: ann });
  expect(decideSignIn(unverified, { known: ann, holder: bob, spent: false })).toEqual({ kind: "known", account: ann });
  expect(decideSignIn({ email: null, emailVerified: false }, { known: ann, holder: null, spent: false })).toEqual({
    kind: "known",
    account: ann,
  });
  expect(decideSignIn(verified, { known: null, holder: bob, spent: false })).toEqual({ kind: "link", account: bob });
  expect(decideSignIn(verified, { known: null, holder: null, spent: false })).toEqual({
    kind: "new",
    email: "bob@example.com",
  });
  for (const claims of [unverified, { email: null, emailVerified: true }]) {
    for (const holder of [bob, null]) {
      expect(decideSignIn(claims, { known: null, holder, spent: false })).toEqual({
        kind: "refuse",
        code: "email_unverified",
        reason: "email_unverified",
        account: null,
      });
    }
  }
});

test("rejects used tokens and suspended accounts, however the account was found", () => {
  const suspended = { ...ann, suspended: true };
  const refused = (code: string, reason_: string, account: SignInAccount | null) => ({
    kind: "refuse",
    code,
    reason: reason_,
    account,
  });
  expect(decideSignIn(verified, { known: suspended, holder: null, spent: false })).toEqual(
    refused("account_suspended", "suspended", suspended),
  );
  expect(decideSignIn(verified, { known: null, holder: suspended, spent: false })).toEqual(
    refused("account_suspended", "suspended", suspended),
  );
  // Another user's suspension does not affect a known person.
  expect(decideSignIn(verified, { known: bob, holder: suspended, spent: false })).toEqual({
    kind: "known",
    account: bob,
  });
  expect(decideSignIn(verified, { known: suspended, holder: null, spent: true })).toEqual(
    refused("token_invalid", "token_reused", suspended),
  );
  expect(decideSignIn(verified, { known: null, holder: bob, spent: true })).toEqual(
    refused("token_invalid", "token_reused", bob),
  );
  expect(decideSignIn(unverified, { known: null, holder: bob, spent: true })).toEqual(
    refused("token_invalid", "token_reused", null),
  );
});
