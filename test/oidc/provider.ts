/**
 * An OpenID Connect provider for tests, over real HTTP: it signs real tokens, checks client, redirect URI and PKCE,
 * and misbehaves on demand. Each realm (`/<realm>/…`) is a separate provider, created by its first request.
 */
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  SignJWT,
  decodeProtectedHeader,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  jwtVerify,
  type CryptoKey,
  type JWK,
} from "jose";

/** Claims about the user who signs in at the realm. */
export type Person = Record<string, unknown>;

/** Ways in which an endpoint can misbehave. */
export type Fault = "error" | "hang" | "html" | "huge" | "empty" | "stall";

export type Behaviour = {
  person?: Person;
  alg?: "RS256" | "ES256";
  /** Signs with an unpublished key but uses the `kid` of a published one. */
  strangeKey?: boolean;
  /** The authorization endpoint answers with this error (RFC 6749 §4.1.2.1). */
  denial?: string;
  token?: Fault | null;
  jwks?: Fault | null;
  /** Overrides claims in identity tokens. */
  claims?: Record<string, unknown>;
};

type Code = { challenge: string | null; redirectUri: string; clientId: string; nonce: string | null };
type Realm = {
  behaviour: Behaviour;
  codes: Map<string, Code>;
  keys: Record<"RS256" | "ES256", { kid: string; publicJwk: JWK; privateJwk: JWK; privateKey: CryptoKey }>;
  /** Key pair with which provider B's clients sign their client secret. */
  team: { publicKey: CryptoKey; privatePem: string };
  /** Requests received: endpoint names, and the form of each token request. */
  requests: { endpoint: string; form: Record<string, string> }[];
};

export const CLIENT_ID = "octavo-web";
export const CLIENT_SECRET = "the secret of the test client";
export const TEAM_ID = "TEAM000001";
export const KEY_ID = "KEY0000001";

const now = (): number => Math.floor(Date.now() / 1_000);
const s256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** Listens on a local address until closed. */
export async function startProvider(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const realms = new Map<string, Promise<Realm>>();
  let base = "";
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", base);
    const [, name = "", endpoint = ""] = url.pathname.split("/");
    let realm = realms.get(name);
    if (!realm) realms.set(name, (realm = makeRealm()));
    realm
      .then((at) => answer({ realm: at, issuer: `${base}/${name}`, endpoint, url, request, response }))
      .catch((error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === "object" ? address?.port : port}`;
  return {
    url: base,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function makeRealm(): Promise<Realm> {
  const make = async (alg: "RS256" | "ES256") => {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const kid = `${alg}-${randomUUID()}`;
    return { kid, publicJwk: await exportJWK(publicKey), privateJwk: await exportJWK(privateKey), privateKey };
  };
  const team = await generateKeyPair("ES256", { extractable: true });
  return {
    behaviour: {},
    codes: new Map(),
    keys: { RS256: await make("RS256"), ES256: await make("ES256") },
    team: { publicKey: team.publicKey, privatePem: await exportPKCS8(team.privateKey) },
    requests: [],
  };
}

type Exchange = {
  realm: Realm;
  issuer: string;
  endpoint: string;
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
};

async function answer(exchange: Exchange): Promise<void> {
  const { realm, endpoint, request, response } = exchange;
  const body = await readBody(request);
  const form = Object.fromEntries(new URLSearchParams(body));
  switch (endpoint) {
    case "control":
      realm.behaviour = { ...realm.behaviour, ...JSON.parse(body) };
      return json(response, 200, {
        rsa: realm.keys.RS256,
        ec: realm.keys.ES256,
        teamKey: realm.team.privatePem,
        requests: realm.requests,
      });
    case "authorize":
      return authorize(exchange);
    case "token":
      realm.requests.push({ endpoint, form });
      return realm.behaviour.token ? misbehave(response, realm.behaviour.token) : grant(exchange, form);
    case "jwks":
      realm.requests.push({ endpoint, form: {} });
      return realm.behaviour.jwks ? misbehave(response, realm.behaviour.jwks) : json(response, 200, publicKeys(realm));
    default:
      response.writeHead(404).end();
  }
}

const publicKeys = (realm: Realm) => ({
  keys: (["RS256", "ES256"] as const).map((alg) => {
    const { kid, publicJwk } = realm.keys[alg];
    return { ...publicJwk, kid, alg, use: "sig" };
  }),
});

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer); // no encoding is set
  return Buffer.concat(pieces).toString();
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function misbehave(response: ServerResponse, fault: Fault): void {
  if (fault === "error") return json(response, 500, { error: "server_error" });
  if (fault === "html")
    return void response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Down for maintenance</h1>");
  if (fault === "empty") return json(response, 200, {});
  if (fault === "huge") return json(response, 200, { padding: "x".repeat(1_000_000), keys: [] });
  if (fault === "stall") return void response.writeHead(200, { "Content-Type": "application/json" }).write('{"');
  // "hang" sends no answer and leaves the connection open.
}

/** Signs the realm's person in without prompting and redirects the browser back. */
async function authorize({ realm, issuer, url, request, response }: Exchange): Promise<void> {
  const asked = Object.fromEntries(url.searchParams);
  const { behaviour } = realm;
  const isForm = asked["response_mode"] === "form_post";
  const faults = [
    asked["client_id"] !== CLIENT_ID && "client_id",
    !asked["redirect_uri"]?.startsWith("http") && "redirect_uri",
    !asked["scope"]?.split(" ").includes("openid") && "scope",
    !asked["state"] && "state",
    (asked["state"]?.length ?? 0) > 512 && "state",
    !/^[\w-]{43}$/.test(asked["nonce"] ?? "") && "nonce",
    asked["response_type"] !== (isForm ? "code id_token" : "code") && "response_type",
    !isForm && asked["code_challenge_method"] !== "S256" && "code_challenge_method",
    !isForm && !/^[\w-]{43}$/.test(asked["code_challenge"] ?? "") && "code_challenge",
  ].filter(Boolean);
  if (faults.length > 0) return json(response, 400, { error: "invalid_request", faults });

  const code = randomUUID();
  const nonce = asked["nonce"] ?? null;
  const redirectUri = asked["redirect_uri"] ?? "";
  realm.codes.set(code, { challenge: asked["code_challenge"] ?? null, redirectUri, clientId: CLIENT_ID, nonce });
  const fields: Record<string, string> = behaviour.denial
    ? { error: behaviour.denial, state: asked["state"] ?? "" }
    : { code, state: asked["state"] ?? "" };
  if (isForm) {
    if (!behaviour.denial) fields["id_token"] = await idToken(realm, issuer, nonce);
    return request.headers.accept?.includes("text/html")
      ? postByBrowser(response, redirectUri, fields)
      : json(response, 200, { action: redirectUri, fields });
  }
  const back = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...fields, iss: issuer })) back.searchParams.set(name, value);
  response.writeHead(302, { Location: back.href }).end();
}

/** OAuth 2.0 Form Post Response Mode. None of the values needs escaping. */
function postByBrowser(response: ServerResponse, action: string, fields: Record<string, string>): void {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  response
    .writeHead(200, { "Content-Type": "text/html" })
    .end(`<body onload="document.forms[0].submit()"><form method="post" action="${action}">${inputs.join("")}</form>`);
}

/** RFC 6749 §4.1.3 with RFC 7636 §4.6. Each code is valid once. */
async function grant({ realm, issuer, response }: Exchange, form: Record<string, string>): Promise<void> {
  const known = realm.codes.get(form["code"] ?? "");
  realm.codes.delete(form["code"] ?? "");
  if (form["client_id"] !== CLIENT_ID || !(await isClient(realm, issuer, form["client_secret"] ?? "")))
    return json(response, 401, { error: "invalid_client" });
  if (form["grant_type"] !== "authorization_code") return json(response, 400, { error: "unsupported_grant_type" });
  const verifier = form["code_verifier"];
  const isPkceKept = known?.challenge
    ? verifier !== undefined && /^[\w.~-]{43,128}$/.test(verifier) && s256(verifier) === known.challenge
    : verifier === undefined;
  if (!known || known.redirectUri !== form["redirect_uri"] || !isPkceKept)
    return json(response, 400, { error: "invalid_grant" });
  const token = await idToken(realm, issuer, known.nonce);
  json(response, 200, { access_token: randomUUID(), token_type: "Bearer", expires_in: 3_600, id_token: token });
}

/** Provider A's clients send a shared secret; B's sign a JWT. */
async function isClient(realm: Realm, issuer: string, secret: string): Promise<boolean> {
  if (secret === CLIENT_SECRET) return true;
  try {
    const { payload } = await jwtVerify(secret, realm.team.publicKey, {
      algorithms: ["ES256"],
      issuer: TEAM_ID,
      subject: CLIENT_ID,
      audience: issuer,
      requiredClaims: ["exp", "iat"],
    });
    return decodeProtectedHeader(secret).kid === KEY_ID && Number(payload.exp) - Number(payload.iat) <= 300;
  } catch {
    return false;
  }
}

async function idToken(realm: Realm, issuer: string, nonce: string | null): Promise<string> {
  const { behaviour } = realm;
  const alg = behaviour.alg ?? "RS256";
  const { kid, privateKey } = realm.keys[alg];
  const key = behaviour.strangeKey ? (await generateKeyPair(alg)).privateKey : privateKey;
  return new SignJWT({
    iss: issuer,
    aud: CLIENT_ID,
    iat: now(),
    exp: now() + 3_600,
    jti: randomUUID(),
    ...(nonce !== null && { nonce }),
    ...behaviour.person,
    ...behaviour.claims,
  })
    .setProtectedHeader({ alg, kid })
    .sign(key);
}
