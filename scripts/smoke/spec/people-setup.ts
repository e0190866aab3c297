/** Who takes part in the run: an administrator, the owner of a drive, a guest, and somebody whose account is put to the test. */
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
  /** With the browser's cookie and its CSRF token. */
  readonly api: ApiClient;
};

/** A passkey makes more sessions faster than mail does. */
export type PasskeyPerson = Person & { readonly passkey: Passkey };

export type Setup = {
  readonly rows: Rows;
  readonly client: Client;
  readonly log: string;
  /** Another one in each run: part of names and addresses. */
  readonly mark: string;
  readonly anonymous: ApiClient;
  readonly admin: Person;
  readonly owner: PasskeyPerson;
  readonly guest: PasskeyPerson;
  readonly loner: PasskeyPerson;
  /** A drive of the owner's, and another one that the guest knows nothing of. */
  readonly drive: string;
  readonly otherDrive: string;
  /** The local identity provider, where the service knows it. */
  readonly realm: Realm | null;
};

/** What a browser other than the usual program says of itself. */
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
export const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

/** Signs in by mail. */
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

/** Where the service says it is at home: a browser would be on a page of this origin, however we got there. */
async function homeDriveOf(api: ApiClient): Promise<string> {
  const { host, protocol } = new URL(textAt(await api.get("/api/auth/socket-token"), "url"));
  return `${protocol === "wss:" ? "https:" : "http:"}//${host}`;
}

/** A whole sign-in with a passkey, as a program does it: a challenge and its answer, good or broken. */
export async function answerWith(anonymous: ApiClient, passkey: Passkey, isBroken = false): Promise<Answer> {
  const offered = await anonymous.post("/api/auth/passkey/authenticate/options");
  const response = passkey.assert(at(offered, "options"), isBroken);
  const json = { response, challengeId: textAt(offered, "challengeId"), platform: "desktop" };
  return anonymous.send("POST", "/api/auth/passkey/authenticate", { json });
}

/** One more session of a person, who is told by its raw token. */
export async function signInAgain({ anonymous, client }: Setup, person: PasskeyPerson): Promise<ApiClient> {
  const answer = await answerWith(anonymous.with({ "User-Agent": FIREFOX }), person.passkey);
  requireStatus(answer, 200);
  return new ApiClient(client, bearer(textAt(parseJson(answer.body), "sessionToken")), { "User-Agent": FIREFOX });
}

/** Asks for a link and returns path and query of the one that was mailed. */
export async function mailedLink({ log, anonymous }: Pick<Setup, "log" | "anonymous">, email: string): Promise<string> {
  const { size } = await stat(log);
  await anonymous.post("/api/auth/magic-link/send", { email });
  const link = new URL(await findLink(log, size, email));
  return link.pathname + link.search;
}

/** A session of anyone who reads the mail of this address. */
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
