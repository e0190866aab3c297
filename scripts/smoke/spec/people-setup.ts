/** The participants of the run: an administrator, the owner of a drive, a guest, and a person whose account is tested. */
import { stat } from "node:fs/promises";
import { type Answer, type Client, parseJson } from "../client.ts";
import type { Options } from "../options.ts";
import { findLink, readCookies, signIn } from "../sign-in.ts";
import { bearer } from "../world.ts";
import { makePasskey, type Passkey } from "./authenticator.ts";
import { ApiClient, headerOf, requireStatus } from "./api-client.ts";
import type { Realm } from "./oidc-realm.ts";
import type { Rows } from "./rows.ts";
import { at, holds, textAt } from "./values.ts";

export type Person = {
  readonly email: string;
  readonly id: string;
  /** Authenticated by session cookie and CSRF token. */
  readonly api: ApiClient;
};

/** Signing in again with a passkey is faster than by email. */
export type PasskeyPerson = Person & { readonly passkey: Passkey };

export type Setup = {
  readonly rows: Rows;
  readonly client: Client;
  readonly log: string;
  /** Unique per run; part of names and addresses. */
  readonly mark: string;
  readonly anonymous: ApiClient;
  readonly admin: Person;
  readonly owner: PasskeyPerson;
  readonly guest: PasskeyPerson;
  readonly loner: PasskeyPerson;
  /** One of the owner's drives, and another one that the guest has no access to. */
  readonly drive: string;
  readonly otherDrive: string;
  /** The local identity provider, if the service is configured for it. */
  readonly realm: Realm | null;
};

/** The User-Agent of a browser. */
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
export const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

/** Signs in by email link. */
export async function signInByLink(client: Client, options: Options, email: string): Promise<Person> {
  const api = new ApiClient(client, await signIn(client, { ...options, email }), { "User-Agent": FIREFOX });
  return { email, id: textAt(await api.get("/api/auth/me"), "id"), api };
}

export async function signInWithPasskey(client: Client, options: Options, email: string): Promise<PasskeyPerson> {
  const person = await signInByLink(client, options, email);
  return { ...person, passkey: (await registerPasskey(person.api)).passkey };
}

export async function registerPasskey(api: ApiClient) {
  const options = at(await api.post("/api/auth/passkey/register/options"), "options");
  const passkey = makePasskey(await homeDriveOf(api), textAt(options, "rp.id"));
  const json = { response: passkey.attest(options), name: "Software" };
  return { options, passkey, made: await api.post("/api/auth/passkey/register", json, 201) };
}

/** The origin that the service is configured for, as a browser would use, however this program reaches it. */
async function homeDriveOf(api: ApiClient): Promise<string> {
  const { host, protocol } = new URL(textAt(await api.get("/api/auth/socket-token"), "url"));
  return `${protocol === "wss:" ? "https:" : "http:"}//${host}`;
}

/** A complete passkey sign-in, as a program would do it, with a valid or invalid response. */
export async function answerWith(anonymous: ApiClient, passkey: Passkey, isBroken = false): Promise<Answer> {
  const offered = await anonymous.post("/api/auth/passkey/authenticate/options");
  const response = passkey.assert(at(offered, "options"), isBroken);
  const json = { response, challengeId: textAt(offered, "challengeId"), platform: "desktop" };
  return anonymous.send("POST", "/api/auth/passkey/authenticate", { json });
}

/** Opens another session for a person, authenticated by its raw token. */
export async function signInAgain({ anonymous, client }: Setup, person: PasskeyPerson): Promise<ApiClient> {
  const answer = await answerWith(anonymous.with({ "User-Agent": FIREFOX }), person.passkey);
  requireStatus(answer, 200);
  return new ApiClient(client, bearer(textAt(parseJson(answer.body), "sessionToken")), { "User-Agent": FIREFOX });
}

/** Requests a sign-in link and returns the path and query of the one that was emailed. */
export async function mailedLink({ log, anonymous }: Pick<Setup, "log" | "anonymous">, email: string): Promise<string> {
  const { size } = await stat(log);
  await anonymous.post("/api/auth/magic-link/send", { email });
  const link = new URL(await findLink(log, size, email));
  return link.pathname + link.search;
}

/** A session for the owner of this email address. */
export async function openByLink(
  setup: Pick<Setup, "log" | "anonymous" | "client">,
  email: string,
): Promise<ApiClient> {
  const opened = await setup.anonymous.send("GET", await mailedLink(setup, email), {
    headers: { "User-Agent": FIREFOX },
  });
  requireStatus(opened, 303);
  const token = /(?:^|; )(?:__Host-)?session=([^;]+)/.exec(readCookies(opened))?.[1] ?? "";
  holds("a session cookie", token !== "", headerOf(opened, "location"));
  return new ApiClient(setup.client, bearer(token), { "User-Agent": FIREFOX });
}

export async function makePage(
  api: ApiClient,
  driveId: string,
  title: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return textAt(await api.post("/api/pages", { driveId, title, type: "DOCUMENT", ...more }, 201), "id");
}
