/** Decisions of the authorisation server that need no database: redirects, resources, scopes, lifetimes. */
import { DAY, HOUR, MINUTE, SECOND } from "../../../kernel/clock.ts";

/** From the consent to the exchange of its code. */
export const CODE_LIFETIME = MINUTE;
/** From asking to the consent: a person may have to sign in by mail first. */
export const REQUEST_LIFETIME = HOUR;
/** RFC 8628: how long a terminal waits for its person, and between two questions. */
export const DEVICE_LIFETIME = 15 * MINUTE;
export const POLL_INTERVAL = 5 * SECOND;
/** An access token; refreshing replaces it. */
export const ACCESS_LIFETIME = HOUR;
/** Generations of a family that are remembered: with one an hour, four days. */
export const REFRESH_GENERATIONS_KEPT = 100;
/** A registration that nobody allowed anything is forgotten after a day; one that was used, well after its last grant. */
export const UNUSED_CLIENT_KEPT = DAY;
export const CLIENT_KEPT = 180 * DAY;
/** How long the document that describes an app is taken as it was read. */
export const DOCUMENT_FRESH = HOUR;
/** How long one that could not be used is not fetched again. */
export const FAILURE_KEPT = 5 * MINUTE;
/** Requests are remembered so long after their end, to know a code that is shown again. */
export const REQUEST_KEPT = DAY;

/** How long a person may allow an app to stay connected, in days. */
export const GRANT_DAYS = [1, 30, 90] as const;
export const DEFAULT_GRANT_DAYS = 90;

const MAX_URI = 2_000;

/** RFC 8252 §7.3: programs on the person's own machine listen where there is room, so that any port will do. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Programs that are called by a scheme of their own without a dot, which RFC 8252 §7.1 asks for; known by name, for anyone may claim a scheme. */
const APP_SCHEMES: ReadonlySet<string> = new Set([
  "claude:",
  "cursor:",
  "raycast:",
  "vscode:",
  "vscode-insiders:",
  "windsurf:",
  "zed:",
]);

/** Names as they stand in DNS, so that nothing in a host means something in a header of ours. */
const HOST = /^[a-z0-9.-]{1,253}$/;

export type RedirectTarget =
  | { readonly kind: "site"; readonly host: string }
  /** A program on the person's own machine. */
  | { readonly kind: "loopback" }
  | { readonly kind: "app"; readonly scheme: string };

/** What an address leads to; null for one that no answer of ours may be sent to. */
export function redirectTarget(uri: string): RedirectTarget | null {
  if (uri.length > MAX_URI || /[^!-~]/.test(uri) || uri.includes("#") || uri.includes("\\") || !URL.canParse(uri))
    return null;
  const { protocol, hostname, host, username, password } = new URL(uri);
  // `https://good.example@evil.example/` reads as another address than it is.
  if (username !== "" || password !== "") return null;
  if (protocol === "http:") return LOOPBACK_HOSTS.has(hostname) ? { kind: "loopback" } : null;
  if (protocol === "https:") {
    if (LOOPBACK_HOSTS.has(hostname)) return { kind: "loopback" };
    return HOST.test(hostname) ? { kind: "site", host } : null;
  }
  const isReversedDomain = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol);
  return isReversedDomain || APP_SCHEMES.has(protocol) ? { kind: "app", scheme: protocol.slice(0, -1) } : null;
}

/** Exact comparison of strings (RFC 9700 §4.1.3); of addresses on the person's own machine the port is left out. */
export const isRegisteredRedirect = (registered: readonly string[], uri: string): boolean =>
  redirectTarget(uri) !== null &&
  registered.some(
    (known) => known === uri || (isLoopback(known) && isLoopback(uri) && portless(known) === portless(uri)),
  );

const isLoopback = (uri: string): boolean => redirectTarget(uri)?.kind === "loopback" && uri.startsWith("http:");

const portless = (uri: string): string =>
  uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*))(?::\d{1,5})?(?=[/?]|$)/, "$1");

/** Where an answer goes: the address as it was asked for, its query kept (RFC 6749 §3.1.2), with what is said. */
export function redirectWith(uri: string, answer: Readonly<Record<string, string | null>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.append(name, value);
  return url.href;
}

/** What a form of ours may lead to (CSP `form-action`), its redirect included. */
export function formActionOf(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri);
  if (protocol !== "http:" && protocol !== "https:") return protocol;
  // Sources of a policy have no notation for such an address.
  return hostname.startsWith("[") ? protocol : origin;
}

/** The resources that tokens are made for: the protocol's address, or all that tools may call. */
export const MCP_PATH = "/mcp";

/** Null for what is no resource of ours. One that is not named is the protocol's (RFC 8707 leaves that to us). */
export function resourceOf(origin: string, named: string | undefined): string | null {
  if (named === undefined) return origin + MCP_PATH;
  const wanted = named.replace(/\/$/, "");
  return wanted === origin || wanted === origin + MCP_PATH ? wanted : null;
}

/** Words that are no scopes of ours are left out; who names none of ours asks for all. */
export function wantsWrite(scope: string | undefined): boolean {
  const words = new Set((scope ?? "").split(" "));
  return words.has("write") || !words.has("read");
}

export const scopeOf = (readOnly: boolean): string => (readOnly ? "read" : "read write");

/** RFC 7636 §4.2: base64url of a SHA-256, and what it is made of. */
export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text);
export const isVerifier = (text: string): boolean => /^[\w.~-]{43,128}$/.test(text);

/** No vowels, so no words, and nothing that reads like something else (RFC 8628 §6.1). */
const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** `bytes` are secret and of no other use; 20^8 codes, of which a person may try ten in ten minutes. */
export function userCodeFrom(bytes: Uint8Array): string {
  let value = Buffer.from(bytes.subarray(0, 6)).readUIntBE(0, 6);
  let code = "";
  for (let i = 0; i < 8; i += 1) {
    code += USER_CODE_LETTERS.charAt(value % USER_CODE_LETTERS.length);
    value = Math.floor(value / USER_CODE_LETTERS.length);
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** As people type it; null for what cannot be one. */
export function readUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return new RegExp(`^[${USER_CODE_LETTERS}]{8}$`).test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : null;
}
