/** The requester: `Caller` is the credential as presented, `Actor` is its user according to the database. */
import type { Instant } from "./clock.ts";

/** A credential as presented, hashed, not yet looked up. `tokenHash` is base64url of SHA-256 with the kind mixed in. */
export type Caller = { readonly kind: "session" | "mcp"; readonly tokenHash: string; readonly client: Client };

/** Where a request came from, for audit entries and session rows. Unknown parts are empty strings. */
export type Client = { readonly ip: string; readonly userAgent: string };

/** A client with its location, for sign-in and devices. Kept apart because the lookup is costly and seldom needed. */
export type LocatedClient = Client & { readonly place: GeoLocation };

/** The location the platform assigns to an address: ISO 3166 country and region codes, degrees. */
export type GeoLocation = {
  readonly country: string;
  readonly region: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

/** A user proven by a live credential. Read again on every request; never cached. */
export type Actor = {
  readonly kind: "session" | "mcp";
  readonly userId: string;
  readonly role: "user" | "admin";
  /** Session row id or MCP token id. Line numbers refer to the revision last shown to this credential. */
  readonly credentialId: string;
  readonly credentialName: string | null;
  readonly authTime: Instant;
  /** False for a session on a device with a low trust score. */
  readonly isTrusted: boolean;
  /** Ids of the live drives a scoped token may see; null when the credential is not scoped. */
  readonly scope: readonly string[] | null;
  readonly readOnly: boolean;
  /** May change access: true for every session, and for tokens created with that permission. */
  readonly canShare: boolean;
  /** The only resource the credential is valid for, if granted to an app through OAuth (RFC 8707); null for any. */
  readonly audience: string | null;
  readonly client: Client;
};

/** The hash of the presented session token; null for any other credential, or none. */
export const sessionHashOf = (caller: Caller | null): string | null =>
  caller?.kind === "session" ? caller.tokenHash : null;

/** The id of the token the actor uses; null for a signed-in user. */
export const tokenIdOf = ({ kind, credentialId }: Pick<Actor, "kind" | "credentialId">): string | null =>
  kind === "mcp" ? credentialId : null;
