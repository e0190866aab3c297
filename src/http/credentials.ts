/** Reads a request's credential: the Authorization header, or else the session cookie. Never both. */
import { AppError, unauthenticated } from "../kernel/errors.ts";
import type { Caller, Client } from "../kernel/caller.ts";
import type { Config } from "../platform/config.ts";
import { cookieValues, sessionCookieName } from "./cookies.ts";
import { hashToken, isToken } from "../platform/tokens.ts";

export type RequestCredential = {
  readonly caller: Caller;
  /** Browsers attach cookies automatically, so only cookie credentials need proof against cross-site requests. */
  readonly byCookie: boolean;
};

/**
 * The request's credential, or null if it has none. If there is an Authorization header, only that counts, so an invalid
 * bearer token never falls back to a valid cookie.
 */
export function readCredential(headers: Headers, config: Config, client: Client): RequestCredential | null {
  const authorization = headers.get("Authorization");
  if (authorization !== null) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
    for (const kind of ["session", "mcp"] as const) {
      if (isToken(kind, token)) return { caller: { kind, tokenHash: hashToken(kind, token), client }, byCookie: false };
    }
    throw unauthenticated();
  }
  const values = cookieValues(headers.get("Cookie"), sessionCookieName(config));
  if (values.length > 1) {
    // A sibling host can plant a second cookie, and would profit if we guessed which one is ours.
    throw new AppError(
      "invalid_request",
      "The request contains two session cookies. Clear this site's cookies and sign in again.",
    );
  }
  const token = values[0];
  if (token === undefined || !isToken("session", token)) return null;
  return { caller: { kind: "session", tokenHash: hashToken("session", token), client }, byCookie: true };
}
