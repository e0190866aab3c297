/** Passkey ceremonies over the real routes: registering with a session, signing in without one. */
import { env } from "cloudflare:workers";
import type { Position } from "../../src/rpc/audit-log.ts";
import { createAuthenticator, type Authenticator, type Options, type Tweak } from "./authenticator.ts";
import { OWN_PAGE, cookiesOf, postJson, signIn } from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

export const withToken = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

export type Made = { readonly status: number; readonly body: Record<string, unknown> };

/** Untyped, since each test reads the fields it expects. */
const bodyOf = async (response: Response): Promise<Made> => ({ status: response.status, body: await response.json() });

export async function offerRegistration(token: string): Promise<Options & Record<string, unknown>> {
  const response = await postJson("/api/auth/passkey/register/options", undefined, withToken(token));
  if (response.status !== 200) throw new Error(`No registration options were returned: ${await response.text()}`);
  const { options } = await response.json<{ options: Options & Record<string, unknown> }>();
  return options;
}

export const register = async (token: string, response: object, name?: string): Promise<Made> =>
  bodyOf(
    await postJson("/api/auth/passkey/register", { response, ...(name !== undefined && { name }) }, withToken(token)),
  );

export type Owner = {
  readonly email: string;
  readonly token: string;
  readonly userId: string;
  readonly passkey: Authenticator;
  readonly passkeyId: string;
};

/** Registers a new passkey with this session. */
export async function passkeyFor(
  token: string,
  made?: Parameters<typeof createAuthenticator>[0],
): Promise<{ passkey: Authenticator; passkeyId: string }> {
  const passkey = await createAuthenticator(made);
  const { status, body } = await register(token, await passkey.attest(await offerRegistration(token)));
  if (status !== 201) throw new Error(`The passkey was rejected: ${JSON.stringify(body)}`);
  return { passkey, passkeyId: String(body["id"]) };
}

/** A new user with a session and a passkey. */
export async function ownerOf(made?: Parameters<typeof createAuthenticator>[0], email?: string): Promise<Owner> {
  const { email: address, token, id: userId } = await signIn(email);
  return { email: address, token, userId, ...(await passkeyFor(token, made)) };
}

export type Offer = { readonly options: Options & Record<string, unknown>; readonly challengeId: string };

/** A challenge as requested by a program. */
export async function offerSignIn(headers: Record<string, string> = {}): Promise<Offer & { cookie: string }> {
  const response = await postJson("/api/auth/passkey/authenticate/options", undefined, headers);
  if (response.status !== 200) throw new Error(`No challenge: ${await response.clone().text()}`);
  return { ...(await response.json<Offer>()), cookie: cookiesOf(response) };
}

export const authenticate = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
  postJson("/api/auth/passkey/authenticate", body, headers);

type Try = { readonly tweak?: Tweak; readonly ip?: string; readonly more?: object };

/** A complete sign-in by a program, correct or with one thing wrong. */
export async function enter(passkey: Authenticator, { tweak, ip, more }: Try = {}): Promise<Response> {
  const headers = ip === undefined ? {} : { "CF-Connecting-IP": ip };
  const { options, challengeId } = await offerSignIn(headers);
  return authenticate({ response: await passkey.assert(options, tweak), challengeId, ...more }, headers);
}

/** A complete sign-in by a browser, with its cookie. */
export async function enterByBrowser(passkey: Authenticator, headers: Record<string, string> = {}): Promise<Response> {
  const { options, challengeId, cookie } = await offerSignIn(OWN_PAGE);
  return authenticate(
    { response: await passkey.assert(options), challengeId },
    { ...OWN_PAGE, ...headers, Cookie: [cookie, headers["Cookie"]].filter(Boolean).join("; ") },
  );
}

/** Status and code of an error response. */
export async function refusalOf(response: Response): Promise<[number, unknown]> {
  const body = await response.json<{ code: unknown }>();
  return [response.status, body.code];
}

export type Counted = { failed_passkeys: number; locked_until: number | null };

export const lockoutOf = async (userId: string): Promise<Counted | null> =>
  d1`select failed_passkeys, locked_until from users where id = ${userId}`.first<Counted>();

export type Entry = {
  kind: string;
  outcome: string;
  risk: number;
  d: Record<string, unknown>;
  res?: { t: string; id: string };
};

/** A user's audit log entries, newest first. */
export async function auditEntriesOf(userId: string): Promise<Entry[]> {
  const chain = env.AUDIT_LOG.getByName("0");
  while ((await chain.drain()).more);
  const told: Entry[] = [];
  let after: Position | null = null;
  do {
    const page: Awaited<ReturnType<typeof chain.entries>> = await chain.entries({ userId }, after, 200);
    // Each is the canonical JSON of an entry.
    told.push(...page.entries.map(({ entry }) => JSON.parse(entry) as Entry));
    after = page.last;
  } while (after !== null);
  return told;
}

/** Number of the user's audit log entries of each of these kinds. */
export async function talliesOf(userId: string, ...kinds: readonly string[]): Promise<Record<string, number>> {
  const told = await auditEntriesOf(userId);
  return Object.fromEntries(kinds.map((kind) => [kind, told.filter((entry) => entry.kind === kind).length]));
}
