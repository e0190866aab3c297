/** An app that connects through OAuth, and the browser of the consenting user: raw requests to the real Worker. */
import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import { OWN_PAGE, call } from "../flows/sign-in.ts";
import { ORIGIN, type Person, type World } from "../support/world.ts";

export const REDIRECT = "https://app.example/back?of=octavo";
export const MCP = `${ORIGIN}/mcp`;

const FORM = { "Content-Type": "application/x-www-form-urlencoded" } as const;

/** Untyped: each test reads the fields it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;
export type Reply = { status: number; body: Loose; headers: Headers };

type Fields = Readonly<Record<string, string | undefined>>;

export const formOf = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  ).toString();

async function reply(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

/** Sends a form as the app itself does. */
export const post = async (path: string, fields: Fields | string): Promise<Reply> =>
  reply(
    await call(path, { method: "POST", headers: FORM, body: typeof fields === "string" ? fields : formOf(fields) }),
  );

export const register = async (body: object): Promise<Reply> =>
  reply(
    await call("/oauth/register", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

/** Registers an app with this name and returns its id. */
export async function newApp(name = "Notes for you", redirectUris: readonly string[] = [REDIRECT]): Promise<string> {
  const { status, body } = await register({ client_name: name, redirect_uris: redirectUris });
  expect([status, body.token_endpoint_auth_method]).toEqual([201, "none"]);
  return body.client_id;
}

export const newVerifier = (): string => randomBytes(32).toString("base64url");
export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

/** Parameters of a valid request; `more` replaces some, or removes them if undefined. */
export const requestOf = (clientId: string, verifier: string, more: Fields = {}): Fields => ({
  response_type: "code",
  client_id: clientId,
  redirect_uri: REDIRECT,
  state: "st&te",
  scope: "read write",
  resource: MCP,
  code_challenge: challengeOf(verifier),
  code_challenge_method: "S256",
  ...more,
});

export const authorize = (fields: Fields | string): Promise<Response> =>
  call(`/oauth/authorize?${typeof fields === "string" ? fields : formOf(fields)}`);

/** The URL that an answer redirects to. */
export const leadsTo = (response: Pick<Response, "headers">): URL =>
  new URL(response.headers.get("Location") ?? "", ORIGIN);

/** The id of the consent that an authorization request leads to. */
export async function consentOf(fields: Fields): Promise<string> {
  const response = await authorize(fields);
  const at = leadsTo(response);
  expect([response.status, at.pathname], at.href).toEqual([303, "/oauth/consent"]);
  return at.searchParams.get("request") ?? "";
}

export const cookieOf = (w: World, person: Person): Record<string, string> => ({
  Cookie: `session=${w.session(person)}`,
});

/** The consent page as the person sees it, and the CSRF token of its form. */
export async function showConsent(w: World, person: Person, requestId: string): Promise<Reply & { csrf: string }> {
  const page = await reply(await call(`/oauth/consent?request=${requestId}`, { headers: cookieOf(w, person) }));
  return { ...page, csrf: /name="csrf" value="([^"]+)"/.exec(String(page.body))?.[1] ?? "" };
}

const CHOICES = { decision: "allow", scope: "all", access: "write", days: "30" } as const;

/** Submits the consent form; the default choices are all drives, read and write, for thirty days. */
export async function decide(
  w: World,
  person: Person,
  requestId: string,
  choices: Fields = {},
  headers: Record<string, string> = OWN_PAGE,
): Promise<Response> {
  const { csrf } = await showConsent(w, person, requestId);
  return call(`/oauth/consent?request=${requestId}`, {
    method: "POST",
    headers: { ...FORM, ...cookieOf(w, person), ...headers },
    body: formOf({ csrf, ...CHOICES, ...choices }),
  });
}

export type Allowed = { readonly clientId: string; readonly verifier: string; readonly code: string };

/** The person grants an app's request; returns the code that the browser delivers. */
export async function allow(
  w: World,
  person: Person,
  { ask = {}, choices = {}, clientId }: { ask?: Fields; choices?: Fields; clientId?: string } = {},
): Promise<Allowed> {
  const verifier = newVerifier();
  const app = clientId ?? (await newApp());
  const answer = await decide(w, person, await consentOf(requestOf(app, verifier, ask)), choices);
  const code = leadsTo(answer).searchParams.get("code");
  expect([answer.status, code], leadsTo(answer).href).toEqual([303, expect.stringMatching(/^cde_/)]);
  return { clientId: app, verifier, code: code ?? "" };
}

/** Exchanges a code for tokens; `more` replaces parameters. */
export const exchange = ({ clientId, verifier, code }: Allowed, more: Fields = {}): Promise<Reply> =>
  post("/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    ...more,
  });

export const refresh = (clientId: string, token: string, more: Fields = {}): Promise<Reply> =>
  post("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...more });

export type Connected = { readonly clientId: string; readonly access: string; readonly refresh: string };

/** The complete flow, from authorization request to tokens. */
export async function connect(w: World, person: Person, how: Parameters<typeof allow>[2] = {}): Promise<Connected> {
  const allowed = await allow(w, person, how);
  const { status, body } = await exchange(allowed);
  expect(status, JSON.stringify(body)).toBe(200);
  return { clientId: allowed.clientId, access: body.access_token, refresh: body.refresh_token };
}
