/** Tokens: `<kind>_` and 43 base64url characters (256 bits); stored only as SHA-256 with the kind mixed in. */
import { hash } from "node:crypto";
import type { RandomBytes } from "../kernel/ids.ts";

/** Whatever is scrubbed, tested or refused by kind goes by this list. */
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
} as const;
export type TokenKind = keyof typeof PREFIX;
export const TOKEN_KINDS = Object.keys(PREFIX) as TokenKind[]; // the keys of the type above

const BODY = /^[A-Za-z0-9_-]{43}$/;

export const makeToken = (kind: TokenKind, random: RandomBytes): string => tokenFrom(kind, random(32));

/** The token whose 32 bytes are given; for tokens that are derived instead of drawn. */
export const tokenFrom = (kind: TokenKind, bytes: Uint8Array): string =>
  tokenOf(kind, Buffer.from(bytes).toString("base64url"));

/** The same, of 32 bytes that are written as base64url already. */
export const tokenOf = (kind: TokenKind, text: string): string => PREFIX[kind] + text;

/** What the successor of a refresh token is derived with. */
export const makeSalt = (random: RandomBytes): string => Buffer.from(random(16)).toString("base64url");

const TOKENS_IN_TEXT = new RegExp(`(?<![A-Za-z0-9])(${Object.values(PREFIX).join("|")})[\\w-]{8,}`, "g");

/** The text without anything shaped like a token of any kind; which kind it was stays. */
export const withoutTokens = (text: string): string => text.replace(TOKENS_IN_TEXT, "$1[redacted]");

/** Whether a text has the shape of such a token; everything else is refused before it is hashed. */
export const isToken = (kind: TokenKind, text: string): boolean =>
  text.startsWith(PREFIX[kind]) && BODY.test(text.slice(4));

/** base64url SHA-256 of kind and token: a token of one kind can never be found among another's. */
export const hashToken = (kind: TokenKind, token: string): string =>
  hash("sha256", `octavo/token/${kind}/v1\0${token}`, "base64url");

/** Session part of audit entries and CSRF tokens: an id that says nothing of the token. */
export const sha256 = (text: string): string => hash("sha256", text, "base64url");
