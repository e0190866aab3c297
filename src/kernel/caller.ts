/** Who is asking: `Caller` is what a request presents, `Actor` is what the database says of it. */
import type { Instant } from "./clock.ts";

/** A credential as presented, hashed, not yet looked up. `tokenHash` is base64url of SHA-256 with the kind mixed in. */
export type Caller = { readonly kind: "session" | "mcp"; readonly tokenHash: string; readonly client: Client };

/** Where a request came from, for audit entries and session rows. Unknown parts are empty strings. */
export type Client = { readonly ip: string; readonly userAgent: string };

/** With where on Earth that is, for signing in and devices. Apart, because finding out costs and few ask. */
export type LocatedClient = Client & { readonly place: GeoLocation };

/** Where on Earth the platform places an address: ISO 3166 country and region codes, degrees. */
export type GeoLocation = {
  readonly country: string;
  readonly region: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

/** A user proven by a live credential. Read anew on every request; never cached. */
export type Actor = {
  readonly kind: "session" | "mcp";
  readonly userId: string;
  readonly role: "user" | "admin";
  /** Session row id or MCP token id: the reader whose last shown revision line numbers refer to. */
  readonly credentialId: string;
  readonly credentialName: string | null;
  readonly authTime: Instant;
  /** False for a session of a device whose trust score is low. */
  readonly isTrusted: boolean;
  /** Ids of the live drives a scoped token may see; null when the credential is not scoped. */
  readonly scope: readonly string[] | null;
  readonly readOnly: boolean;
  /** May change who has access: every session, and the tokens that were made for it. */
  readonly canShare: boolean;
  /** The only resource that the credential opens, for what an app was granted through OAuth (RFC 8707); null: any. */
  readonly audience: string | null;
  readonly client: Client;
};

/** The hash of the session token that was presented; null for another credential, or none. */
export const sessionHashOf = (caller: Caller | null): string | null =>
  caller?.kind === "session" ? caller.tokenHash : null;

/** The token that somebody acts through; null for a person by themselves. */
export const tokenIdOf = ({ kind, credentialId }: Pick<Actor, "kind" | "credentialId">): string | null =>
  kind === "mcp" ? credentialId : null;
