/** Who takes part in the run: an administrator, the owner of a drive, a guest, and somebody whose account is put to the test. */
import { stat } from "node:fs/promises";
import { type Answer, type Client, parseJson } from "../client.ts";
import type { Options } from "../options.ts";
import { findLink, readCookies, signIn } from "../sign-in.ts";
import { bearer } from "../world.ts";
import { makePasskey, type Passkey } from "./authenticator.ts";
import { Door, headerOf, requireStatus } from "./door.ts";
import type { Realm } from "./realm.ts";
import type { Rows } from "./rows.ts";
import { at, holds, textAt } from "./values.ts";

export type Person = {
  readonly email: string;
  readonly id: string;
  /** With the browser's cookie and its CSRF token. */
  readonly door: Door;
};

/** A passkey makes more sessions faster than mail does. */
export type Keyed = Person & { readonly passkey: Passkey };

export type Cast = {
  readonly rows: Rows;
  readonly client: Client;
  readonly log: string;
  /** Another one in each run: part of names and addresses. */
  readonly mark: string;
  readonly stranger: Door;
  readonly admin: Person;
  readonly owner: Keyed;
  readonly guest: Keyed;
  readonly loner: Keyed;
  /** A drive of the owner's, and another one that the guest knows nothing of. */
  readonly drive: string;
  readonly otherDrive: string;
  /** The local identity provider, where the service knows it. */
  readonly realm: Realm | null;
};

/** What a browser other than the usual program says of itself. */
export const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
export const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

/** Signs in by mail. */
export async function enter(client: Client, options: Options, email: string): Promise<Person> {
  const door = new Door(client, await signIn(client, { ...options, email }), { "User-Agent": FIREFOX });
  return { email, id: textAt(await door.get("/api/auth/me"), "id"), door };
}

export async function enterKeyed(client: Client, options: Options, email: string): Promise<Keyed> {
  const person = await enter(client, options, email);
  return { ...person, passkey: (await registerPasskey(person.door)).passkey };
}

export async function registerPasskey(door: Door) {
  const options = at(await door.post("/api/auth/passkey/register/options"), "options");
  const passkey = makePasskey(await homeOf(door), textAt(options, "rp.id"));
  const json = { response: passkey.attest(options), name: "Software" };
  return { options, passkey, made: await door.post("/api/auth/passkey/register", json, 201) };
}

/** Where the service says it is at home: a browser would be on a page of this origin, however we got there. */
async function homeOf(door: Door): Promise<string> {
  const { host, protocol } = new URL(textAt(await door.get("/api/auth/socket-token"), "url"));
  return `${protocol === "wss:" ? "https:" : "http:"}//${host}`;
}

/** A whole sign-in with a passkey, as a program does it: a challenge and its answer, good or broken. */
export async function answerWith(stranger: Door, passkey: Passkey, isBroken = false): Promise<Answer> {
  const offered = await stranger.post("/api/auth/passkey/authenticate/options");
  const response = passkey.assert(at(offered, "options"), isBroken);
  const json = { response, challengeId: textAt(offered, "challengeId"), platform: "desktop" };
  return stranger.send("POST", "/api/auth/passkey/authenticate", { json });
}

/** One more session of a person, who is told by its raw token. */
export async function openAnother({ stranger, client }: Cast, person: Keyed): Promise<Door> {
  const answer = await answerWith(stranger.with({ "User-Agent": FIREFOX }), person.passkey);
  requireStatus(answer, 200);
  return new Door(client, bearer(textAt(parseJson(answer.body), "sessionToken")), { "User-Agent": FIREFOX });
}

/** Asks for a link and returns path and query of the one that was mailed. */
export async function mailedLink({ log, stranger }: Pick<Cast, "log" | "stranger">, email: string): Promise<string> {
  const { size } = await stat(log);
  await stranger.post("/api/auth/magic-link/send", { email });
  const link = new URL(await findLink(log, size, email));
  return link.pathname + link.search;
}

/** A session of whoever reads the mail of this address. */
export async function openByLink(cast: Pick<Cast, "log" | "stranger" | "client">, email: string): Promise<Door> {
  const opened = await cast.stranger.send("GET", await mailedLink(cast, email), { headers: { "User-Agent": FIREFOX } });
  requireStatus(opened, 303);
  const token = /(?:^|; )(?:__Host-)?session=([^;]+)/.exec(readCookies(opened))?.[1] ?? "";
  holds("a session cookie", token !== "", headerOf(opened, "location"));
  return new Door(cast.client, bearer(token), { "User-Agent": FIREFOX });
}

export async function makePage(
  door: Door,
  driveId: string,
  title: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return textAt(await door.post("/api/pages", { driveId, title, type: "DOCUMENT", ...more }, 201), "id");
}
