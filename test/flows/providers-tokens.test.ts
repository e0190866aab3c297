/** More than two hundred invalid identity tokens, at every entry point that accepts one. */
import { SignJWT, UnsecuredJWT, base64url, exportJWK, exportSPKI, generateKeyPair, importJWK } from "jose";
import { beforeAll, expect, test } from "vitest";
import {
  finishSignIn,
  consent,
  countRows,
  startSignIn,
  makeToken,
  newestNote,
  openRealm,
  postAt,
  outcome,
  refusedAs,
  newPerson,
  type Realm,
} from "../oidc/sign-in.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

type Hostile = { readonly name: string; readonly reason: RegExp; readonly token: string };

const NONCE = "the nonce this client has sent";
let realm: Realm;

beforeAll(async () => {
  realm = await openRealm();
});

const seconds = (): number => Math.floor(Date.now() / 1_000);

/** Wrong claims with a valid signature. */
function wrongClaims(issuer: string): [RegExp, Record<string, unknown>[]][] {
  const at = seconds();
  const noTimes = [
    "1",
    String(at + 600),
    "never",
    null,
    true,
    [],
    {},
    [at + 600],
    1.5,
    -1,
    1e15,
    Infinity,
    253_402_300_800,
  ];
  const wrong = (name: string, values: readonly unknown[]): Record<string, unknown>[] =>
    values.map((value) => ({ [name]: value }));
  const cases: [RegExp, Record<string, unknown>[]][] = [
    [
      /token_issuer/,
      wrong("iss", [
        undefined,
        null,
        "",
        "https://evil.example",
        `${issuer}/`,
        issuer.slice(0, -1),
        issuer.toUpperCase(),
        ` ${issuer}`,
        issuer.replace("http", "https"),
        `${issuer}#`,
        `${issuer}?x`,
        [issuer],
        { issuer },
        7,
        true,
        `${issuer}\u0000`,
      ]),
    ],
    [
      /token_audience/,
      [
        ...wrong("aud", [
          undefined,
          null,
          "",
          "somebody-else",
          "octavo",
          "octavo-web ",
          "OCTAVO-WEB",
          "octavo-web,octavo-ios",
          [],
          [[]],
          {},
          ["somebody-else"],
          [["octavo-web"]],
          { 0: "octavo-web" },
          7,
          ["octavo-web", "somebody-else"],
          ["octavo-web", 7],
          true,
        ]),
        { aud: ["octavo-web", "somebody-else"], azp: "somebody-else" },
        { aud: ["somebody-else", "another"], azp: "octavo-web" },
        { aud: ["octavo-web", 7], azp: "octavo-web" },
        ...wrong("azp", ["somebody-else", "", null, 7, ["octavo-web"], {}, false]),
      ],
    ],
    [
      /token_subject/,
      wrong("sub", [undefined, null, "", 7, [], ["x"], {}, true, " ", "a b", "\u0000", "é", "a".repeat(256)]),
    ],
    [
      /token_times/,
      [...wrong("exp", [undefined, ...noTimes]), ...wrong("iat", [undefined, ...noTimes]), ...wrong("nbf", noTimes)],
    ],
    [/token_expired/, wrong("exp", [0, 1, at - 61, at - 3_600])],
    [/token_early/, [...wrong("iat", [at + 90, at + 3_600]), ...wrong("nbf", [at + 90, at + 3_600])]],
    [
      /token_nonce/,
      wrong("nonce", [
        undefined,
        null,
        "",
        "another",
        `${NONCE} `,
        NONCE.toUpperCase(),
        [NONCE],
        { nonce: NONCE },
        7,
        true,
      ]),
    ],
  ];
  return cases;
}

async function wronglyMade(): Promise<Hostile[]> {
  const { rsa, ec } = await realm.control();
  const at = seconds();
  const claims = { iss: realm.issuer, aud: "octavo-web", iat: at, exp: at + 600, nonce: NONCE, ...newPerson() };
  const [strangeRsa, strangeEc] = [
    await generateKeyPair("RS256"),
    await generateKeyPair("ES256", { extractable: true }),
  ];
  const spki = await exportSPKI((await importJWK(rsa.publicJwk, "RS256", { extractable: true })) as CryptoKey); // a key of RS256
  const rsaKey = await importJWK(rsa.privateJwk, "RS256");
  const sign = (header: Record<string, unknown>, key: CryptoKey | Uint8Array): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: rsa.kid, ...header }).sign(key);
  const [head = "", body = "", signature = ""] = (await makeToken(realm, claims)).split(".");
  const encode = (value: unknown): string => base64url.encode(JSON.stringify(value));
  const text = new TextEncoder();
  const made: [RegExp, string, string][] = [];
  const add = (reason: RegExp, name: string, token: string): void => void made.push([reason, name, token]);

  // No signature, or one that anyone could make.
  add(/signature/, "alg none", new UnsecuredJWT(claims).encode());
  for (const alg of ["none", "None", "NONE", "nOnE", "", "HS256", "RS256 ", "rs256", null, 7, ["RS256"], {}])
    add(/signature|header|key/, `alg ${JSON.stringify(alg)}`, `${encode({ alg, kid: rsa.kid })}.${body}.`);
  for (const [name, secret] of Object.entries({
    "public key as PEM": text.encode(spki),
    "public key as PEM, trimmed": text.encode(spki.trim()),
    "public key as JWK": text.encode(JSON.stringify(rsa.publicJwk)),
    modulus: base64url.decode(rsa.publicJwk.n ?? ""),
    "key id": text.encode(rsa.kid.padEnd(64, "x")),
    nothing: new Uint8Array(32),
  }))
    for (const alg of ["HS256", "HS384", "HS512"])
      add(
        /signature/,
        `${alg} by ${name}`,
        await sign({ alg }, new Uint8Array(Buffer.concat([secret, new Uint8Array(64)]))),
      );
  // Signed by someone other than the provider.
  add(/signature/, "a strange RSA key under a known name", await sign({}, strangeRsa.privateKey));
  add(
    /signature/,
    "a strange EC key under a known name",
    await sign({ alg: "ES256", kid: ec.kid }, strangeEc.privateKey),
  );
  const own = { ...(await exportJWK(strangeEc.publicKey)), kid: "own", alg: "ES256", use: "sig" };
  for (const kid of [
    "own",
    "",
    "../../own",
    "own\u0000",
    "' or 1=1 --",
    "https://evil.example/key",
    "__proto__",
    "constructor",
    "0",
  ])
    add(/key/, `kid ${kid}`, await sign({ alg: "ES256", kid }, strangeEc.privateKey));
  for (const kid of [undefined, null, 7, [ec.kid], { kid: ec.kid }, true])
    add(
      /header|signature/,
      `kid ${JSON.stringify(kid)}`,
      `${encode({ alg: "ES256", ...(kid !== undefined && { kid }) })}.${body}.${signature}`,
    );
  for (const [name, value] of [
    ["jwk", own],
    ["jku", "https://evil.example/jwks"],
    ["x5u", "https://evil.example/cert"],
    ["x5c", ["MIIB"]],
  ] as const) {
    add(
      /key|signature/,
      `${name} in the header, own kid`,
      await sign({ alg: "ES256", kid: "own", [name]: value }, strangeEc.privateKey),
    );
    add(
      /signature/,
      `${name} in the header, known kid`,
      await sign({ alg: "ES256", kid: ec.kid, [name]: value }, strangeEc.privateKey),
    );
  }
  // The provider's own keys with other algorithms and extensions.
  for (const alg of ["RS384", "RS512", "PS256"] as const)
    add(
      /signature/,
      alg,
      await new SignJWT(claims).setProtectedHeader({ alg, kid: rsa.kid }).sign(await importJWK(rsa.privateJwk, alg)),
    );
  add(/key/, "RS256 under the name of the EC key", await sign({ kid: ec.kid }, rsaKey));
  for (const extension of [
    { crit: ["exp"], exp: 1 },
    { crit: [] },
    { b64: false },
    { b64: true, crit: ["b64"] },
    { crit: ["b64"], b64: false },
    { crit: "b64" },
  ])
    add(
      /header|signature/,
      JSON.stringify(extension),
      `${encode({ alg: "RS256", kid: rsa.kid, ...extension })}.${body}.${signature}`,
    );
  // Truncated, spliced and extended.
  const other = (await makeToken(realm, { ...claims, sub: "somebody-else" })).split(".");
  add(/signature/, "another's claims", `${head}.${other[1]}.${signature}`);
  add(/signature/, "another's signature", `${head}.${body}.${other[2]}`);
  for (const token of [
    "x",
    ".",
    "..",
    "...",
    "a.b.c",
    `${head}.${body}`,
    `${head}.${body}.`,
    `.${body}.${signature}`,
    `${head}..${signature}`,
    `${head}.${body}.${signature}.`,
    `${head}.${body}.${signature}.${signature}`,
    `${head}=.${body}.${signature}`,
    ` ${head}.${body}.${signature}`,
    `${head}.${body}.${signature.slice(0, -8)}`,
    `${head}.${body}.${signature}AAAA`,
    `${head}.${body}.${"A".repeat(signature.length)}`,
    `${head}.${body.slice(0, -4)}.${signature}`,
    "null",
    "{}",
    "\u0000",
    "a".repeat(8_000),
  ])
    add(/signature|key|header/, `cut: ${token.slice(0, 40)}`, token);
  for (const payload of ["null", "[]", '"text"', "7", "", "{", "\u00ff{}"])
    add(/signature/, `payload ${payload}`, await signText(payload, rsaKey as CryptoKey, rsa.kid)); // of an RSA JWK
  return made.map(([reason, name, token]) => ({ reason, name, token }));
}

/** A signed token with any text as its payload, which token libraries do not allow. */
async function signText(text: string, key: CryptoKey, kid: string): Promise<string> {
  const input = `${base64url.encode(JSON.stringify({ alg: "RS256", kid }))}.${base64url.encode(text)}`;
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key, new TextEncoder().encode(input));
  return `${input}.${base64url.encode(new Uint8Array(signature))}`;
}

async function hostileTokens(): Promise<Hostile[]> {
  const signed = wrongClaims(realm.issuer).flatMap(([reason, list]) =>
    list.map(async (claims, i): Promise<Hostile> => {
      const alg = i % 2 === 0 ? "RS256" : "ES256";
      const payload = JSON.stringify(claims, (_, value: unknown) => (value === Infinity ? "1e999" : value));
      const token = payload.includes('"1e999"')
        ? await infinite(claims)
        : await makeToken(realm, { nonce: NONCE, ...claims }, { alg });
      return { name: JSON.stringify(claims), reason, token };
    }),
  );
  return [...(await Promise.all(signed)), ...(await wronglyMade())];
}

/** A token in which `Infinity` is written as `1e999`, a number too great for JavaScript. */
async function infinite(claims: Record<string, unknown>): Promise<string> {
  const { rsa } = await realm.control();
  const at = seconds();
  const good = {
    iss: realm.issuer,
    aud: "octavo-web",
    iat: at,
    exp: at + 600,
    nonce: NONCE,
    ...newPerson(),
    ...claims,
  };
  const text = JSON.stringify(good, (_, value: unknown) => (value === Infinity ? "@" : value)).replace('"@"', "1e999");
  return signText(text, (await importJWK(rsa.privateJwk, "RS256")) as CryptoKey, rsa.kid); // of an RSA JWK
}

const post = (path: string, body: unknown): Promise<Response> => postAt(realm, path, body);

const ENTRY_POINTS: Record<string, (token: string) => Promise<Response>> = {
  "/api/auth/providera/native": (idToken) => post("/api/auth/providera/native", { idToken, nonce: NONCE }),
  "/api/auth/providera/one-tap": (credential) => post("/api/auth/providera/one-tap", { credential, nonce: NONCE }),
  "/api/auth/providerb/native": (identityToken) => post("/api/auth/providerb/native", { identityToken, nonce: NONCE }),
  "/api/auth/mobile/oauth/providera": (idToken) =>
    post("/api/auth/mobile/oauth/providera", { idToken, nonce: NONCE, deviceId: "phone", platform: "ios" }),
};

test("rejects every hostile token on every route, and audits the reason", async () => {
  const tokens = await hostileTokens();
  expect(new Set(tokens.map(({ token }) => token)).size).toBeGreaterThan(200);
  const before = await Promise.all([countRows("users"), countRows("sessions"), countRows("spent_id_tokens")]);
  const entryPoints = Object.values(ENTRY_POINTS);
  for (const [i, { name, reason, token }] of tokens.entries()) {
    const open = entryPoints[i % entryPoints.length] ?? ENTRY_POINTS["/api/auth/providera/native"];
    const response = await open?.(token);
    const body = await response?.json<{ code: string }>();
    expect([response?.status, body?.code, response?.headers.getSetCookie()], name).toEqual([401, "token_invalid", []]);
    if (i % 10 === 0)
      expect((await newestNote("auth.login.fail")).detail, name).toMatchObject({
        reason: expect.stringMatching(reason),
      });
  }
  expect(await Promise.all([countRows("users"), countRows("sessions"), countRows("spent_id_tokens")])).toEqual(before);
  // The routes do not simply reject everything.
  for (const [path, open] of Object.entries(ENTRY_POINTS))
    expect((await open(await makeToken(realm, { nonce: NONCE }))).status, path).toBe(200);
});

nightly("redirects to the sign-in page for a hostile token in provider B's form", async () => {
  for (const { name, token } of (await hostileTokens()).filter((_, i) => i % 6 === 0)) {
    const left = await startSignIn(realm, "providerb");
    const fields = { ...(await consent(left.url)), id_token: token };
    const back = await finishSignIn(realm, "providerb", fields, { cookie: left.cookie });
    expect(outcome(back), name).toEqual(refusedAs("state_invalid"));
  }
});

test("accepts tokens at the limits of validity", async () => {
  const at = seconds();
  for (const claims of [
    { aud: ["octavo-web"] },
    { aud: ["octavo-web", "somebody-else"], azp: "octavo-web" },
    { azp: "octavo-web" },
    { exp: at - 50 },
    { iat: at + 50 },
    { nbf: at + 50 },
    { iat: 0 },
    { nbf: at - 600 },
    { sub: "a".repeat(255) },
  ]) {
    for (const alg of ["RS256", "ES256"] as const) {
      const token = await makeToken(
        realm,
        { ...claims, ...(claims.sub && { sub: claims.sub.slice(0, -1) + (alg === "RS256" ? "x" : "y") }) },
        { alg },
      );
      expect((await post("/api/auth/providera/one-tap", { credential: token })).status, JSON.stringify(claims)).toBe(
        200,
      );
    }
  }
});

test("accepts tokens for app client IDs on native routes and rejects them on browser routes", async () => {
  const forApp = (): Promise<string> => makeToken(realm, { aud: "octavo-ios" });
  expect((await post("/api/auth/providera/native", { idToken: await forApp() })).status).toBe(200);
  expect((await post("/api/auth/providerb/native", { identityToken: await forApp() })).status).toBe(200);
  expect((await post("/api/auth/providera/one-tap", { credential: await forApp() })).status).toBe(401);
  const left = await startSignIn(realm, "providerb");
  const fields = {
    ...(await consent(left.url)),
    id_token: await makeToken(realm, { aud: "octavo-ios", nonce: left.url.searchParams.get("nonce") }),
  };
  expect(outcome(await finishSignIn(realm, "providerb", fields, { cookie: left.cookie }))).toEqual(
    refusedAs("state_invalid"),
  );
});

test("accepts a token once across routes, encodings and concurrent requests", async () => {
  const token = await makeToken(realm, { nonce: NONCE }, { alg: "ES256" });
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await post("/api/auth/providera/native", { idToken: token, nonce: NONCE })).status,
    ),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(401)]);
  const [head, body, signature = ""] = token.split(".");
  const bytes = base64url.decode(signature);
  // The other valid ECDSA signature of the same text: (r, n - s).
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const s = order - BigInt(`0x${Buffer.from(bytes.slice(32)).toString("hex")}`);
  const twin = Buffer.concat([bytes.slice(0, 32), Buffer.from(s.toString(16).padStart(64, "0"), "hex")]);
  for (const written of [token, `${head}.${body}.${twin.toString("base64url")}`]) {
    for (const [path, open] of Object.entries(ENTRY_POINTS)) expect((await open(written)).status, path).toBe(401);
  }
  expect((await newestNote("auth.login.fail")).detail).toMatchObject({ reason: "token_reused" });
  const kept = await d1`select count(*) as n from spent_id_tokens where expires_at > ${Date.now()}`.first<number>("n");
  expect(kept).toBeGreaterThan(0);
});
