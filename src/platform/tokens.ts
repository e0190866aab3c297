/** Tokens: `<kind>_` and 43 base64url characters (256 bits); stored only as SHA-256 with the kind mixed in. */
import { hash } from "node:crypto";
import type { RandomBytes } from "../kernel/ids.ts";

export type TokenKind = "session" | "mcp" | "magic" | "device" | "socket" | "service" | "proof";

const PREFIX = {
  session: "ses_",
  mcp: "mcp_",
  magic: "mlk_",
  device: "dev_",
  socket: "sok_",
  service: "svc_",
  proof: "prf_",
} as const satisfies Record<TokenKind, string>;
const BODY = /^[A-Za-z0-9_-]{43}$/;

export const makeToken = (kind: TokenKind, random: RandomBytes): string => tokenFrom(kind, random(32));

/** The token whose 32 bytes are given; for tokens that are derived instead of drawn. */
export const tokenFrom = (kind: TokenKind, bytes: Uint8Array): string =>
  PREFIX[kind] + Buffer.from(bytes).toString("base64url");

/** Whether a text has the shape of such a token; everything else is refused before it is hashed. */
export const isToken = (kind: TokenKind, text: string): boolean =>
  text.startsWith(PREFIX[kind]) && BODY.test(text.slice(4));

/** base64url SHA-256 of kind and token: a token of one kind can never be found among another's. */
export const hashToken = (kind: TokenKind, token: string): string =>
  hash("sha256", `octavo/token/${kind}/v1\0${token}`, "base64url");

/** Session part of audit entries and CSRF tokens: an id that says nothing of the token. */
export const sha256 = (text: string): string => hash("sha256", text, "base64url");
