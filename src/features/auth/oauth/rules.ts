/** Rules of the authorization server that need no database: redirects, resources, scopes, lifetimes. */
import { DAY, HOUR, MINUTE, SECOND } from "../../../kernel/clock.ts";

/** Lifetime of an authorization code. */
export const CODE_LIFETIME = MINUTE;
/** From the request to the consent: the user may have to sign in by mail first. */
export const REQUEST_LIFETIME = HOUR;
/** RFC 8628: how long a device code is valid, and the minimum interval between polls. */
export const DEVICE_LIFETIME = 15 * MINUTE;
export const POLL_INTERVAL = 5 * SECOND;
/** Lifetime of an access token; refreshing replaces it. */
export const ACCESS_LIFETIME = HOUR;
/** Generations kept per token family: about four days at one per hour. */
export const MAX_REFRESH_GENERATIONS = 100;
/** A registration that was never granted access is deleted after a day, a used one well after its last grant. */
export const UNUSED_CLIENT_RETENTION = DAY;
export const CLIENT_RETENTION = 180 * DAY;
/** How long a client's document is cached. */
export const DOCUMENT_FRESH = HOUR;
/** How long an unusable document is not fetched again. */
export const FAILURE_TTL = 5 * MINUTE;
/** How long requests are kept after they expire, to recognize a reused code. */
export const REQUEST_RETENTION = DAY;

/** How long a user may grant an app access, in days. */
export const GRANT_DAYS = [1, 30, 90] as const;
export const DEFAULT_GRANT_DAYS = 90;

const MAX_URI = 2_000;

/** RFC 8252 §7.3: native apps listen on any free loopback port. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Apps with a custom scheme without a dot, which RFC 8252 §7.1 requires; an allowlist, because anyone may claim a scheme. */
const APP_SCHEMES: ReadonlySet<string> = new Set([
  "claude:",
  "cursor:",
  "raycast:",
  "vscode:",
  "vscode-insiders:",
  "windsurf:",
  "zed:",
]);

/** DNS names only, so that a host cannot have a special meaning in our headers. */
const HOST = /^[a-z0-9.-]{1,253}$/;

export type RedirectTarget =
  | { readonly kind: "site"; readonly host: string }
  /** A program on the user's own machine. */
  | { readonly kind: "loopback" }
  | { readonly kind: "app"; readonly scheme: string };

/** Classifies a redirect URI; null if no response may be sent to it. */
export function redirectTarget(uri: string): RedirectTarget | null {
  if (uri.length > MAX_URI || /[^!-~]/.test(uri) || uri.includes("#") || uri.includes("\\") || !URL.canParse(uri))
    return null;
  const { protocol, hostname, host, username, password } = new URL(uri);
  // `https://good.example@evil.example/` looks like another host than it is.
  if (username !== "" || password !== "") return null;
  if (protocol === "http:") return LOOPBACK_HOSTS.has(hostname) ? { kind: "loopback" } : null;
  if (protocol === "https:") {
    if (LOOPBACK_HOSTS.has(hostname)) return { kind: "loopback" };
    return HOST.test(hostname) ? { kind: "site", host } : null;
  }
  const isReversedDomain = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol);
  return isReversedDomain || APP_SCHEMES.has(protocol) ? { kind: "app", scheme: protocol.slice(0, -1) } : null;
}

/** Exact string comparison (RFC 9700 §4.1.3), except that the port of loopback addresses is ignored. */
export const isRegisteredRedirect = (registered: readonly string[], uri: string): boolean =>
  redirectTarget(uri) !== null &&
  registered.some(
    (known) => known === uri || (isLoopback(known) && isLoopback(uri) && portless(known) === portless(uri)),
  );

const isLoopback = (uri: string): boolean => redirectTarget(uri)?.kind === "loopback" && uri.startsWith("http:");

const portless = (uri: string): string =>
  uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*))(?::\d{1,5})?(?=[/?]|$)/, "$1");

/** The redirect URI with the response's parameters added; its own query is kept (RFC 6749 §3.1.2). */
export function redirectWith(uri: string, answer: Readonly<Record<string, string | null>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.append(name, value);
  return url.href;
}

/** The CSP `form-action` source that permits our form to redirect to this URI. */
export function formActionOf(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri);
  if (protocol !== "http:" && protocol !== "https:") return protocol;
  // CSP sources have no notation for IPv6 addresses.
  return hostname.startsWith("[") ? protocol : origin;
}

/** Path of the MCP endpoint. Tokens are issued for this resource, or for the whole API. */
export const MCP_PATH = "/mcp";

/** Null for an unknown resource. The default is the MCP endpoint (RFC 8707 leaves this to the server). */
export function resourceOf(origin: string, named: string | undefined): string | null {
  if (named === undefined) return origin + MCP_PATH;
  const wanted = named.replace(/\/$/, "");
  return wanted === origin || wanted === origin + MCP_PATH ? wanted : null;
}

/** Unknown scopes are ignored; a request without a known scope means full access. */
export function wantsWrite(scope: string | undefined): boolean {
  const words = new Set((scope ?? "").split(" "));
  return words.has("write") || !words.has("read");
}

export const scopeOf = (readOnly: boolean): string => (readOnly ? "read" : "read write");

/** RFC 7636 §4.2: the base64url SHA-256 challenge, and the verifier that it is derived from. */
export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text);
export const isVerifier = (text: string): boolean => /^[\w.~-]{43,128}$/.test(text);

/** No vowels, so no words, and no characters that are easily confused (RFC 8628 §6.1). */
const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** `bytes` must be secret and used for nothing else. There are 20^8 codes, of which a user may try ten in ten minutes. */
export function userCodeFrom(bytes: Uint8Array): string {
  let value = Buffer.from(bytes.subarray(0, 6)).readUIntBE(0, 6);
  let code = "";
  for (let i = 0; i < 8; i += 1) {
    code += USER_CODE_LETTERS.charAt(value % USER_CODE_LETTERS.length);
    value = Math.floor(value / USER_CODE_LETTERS.length);
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Normalizes a typed code; null if it cannot be one. */
export function readUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return new RegExp(`^[${USER_CODE_LETTERS}]{8}$`).test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : null;
}
