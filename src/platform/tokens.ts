/** Tokens: `<kind>_` and 43 base64url characters (256 bits); stored only as SHA-256 with the kind mixed in. */
import { hash } from "node:crypto";
import type { RandomBytes } from "../kernel/ids.ts";

/** Redaction, shape checks and kinds all use this list. */
const PREFIX = {
  session: "ses_",
  mcp: "mcp_",
  magic: "mlk_",
  device: "dev_",
  socket: "sok_",
  service: "svc_",
  proof: "prf_",
  refresh: "rft_",
  code: "cde_",
  deviceCode: "dvc_",
  invitation: "inv_",
  signUp: "sup_",
} as const;
export type TokenKind = keyof typeof PREFIX;
export const TOKEN_KINDS = Object.keys(PREFIX) as TokenKind[]; // the keys of the type above

const BODY = /^[A-Za-z0-9_-]{43}$/;

export const makeToken = (kind: TokenKind, random: RandomBytes): string => tokenFrom(kind, random(32));

/** A token from 32 given bytes, for tokens that are derived rather than random. */
export const tokenFrom = (kind: TokenKind, bytes: Uint8Array): string =>
  tokenOf(kind, Buffer.from(bytes).toString("base64url"));

/** `tokenFrom` for 32 bytes already encoded as base64url. */
export const tokenOf = (kind: TokenKind, text: string): string => PREFIX[kind] + text;

/** The salt from which the successor of a refresh token is derived. */
export const makeSalt = (random: RandomBytes): string => Buffer.from(random(16)).toString("base64url");

const TOKENS_IN_TEXT = new RegExp(`(?<![A-Za-z0-9])(${Object.values(PREFIX).join("|")})[\\w-]{8,}`, "g");

/** Removes anything shaped like a token of any kind; the prefix that tells the kind is kept. */
export const withoutTokens = (text: string): string => text.replace(TOKENS_IN_TEXT, "$1[redacted]");

/** Whether a text has the shape of such a token; anything else is rejected before it is hashed. */
export const isToken = (kind: TokenKind, text: string): boolean =>
  text.startsWith(PREFIX[kind]) && BODY.test(text.slice(4));

/** base64url SHA-256 of kind and token: a token of one kind can never be found among another's. */
export const hashToken = (kind: TokenKind, token: string): string =>
  hash("sha256", `octavo/token/${kind}/v1\0${token}`, "base64url");

/** Session part of audit entries and CSRF tokens: an id that does not reveal the token. */
export const sha256 = (text: string): string => hash("sha256", text, "base64url");
