/** Client identity: valid client id URLs, and the schemas of client documents and registrations. */
import * as z from "zod";
import { GRANT_TYPES } from "./contract.ts";
import { redirectTarget } from "./rules.ts";

const MAX_ID = 512;
const MAX_NAME = 60;
const MAX_REDIRECTS = 20;
const UNNAMED = "An app without a name";

/** Names outside the public DNS (RFC 6761, RFC 8375, and internal names of platforms). */
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa|alt)$/;

/**
 * Whether a client id is the URL of a document that we may fetch: https, a public host name, nothing but a path, in
 * canonical form. `URL` normalizes every notation of an IPv4 address to dotted decimal before the name is checked.
 */
export function isDocumentAddress(id: string, ownOrigin: string): boolean {
  if (id.length > MAX_ID || !id.startsWith("https://") || !URL.canParse(id)) return false;
  const { hostname, host, pathname, origin } = new URL(id);
  const isPublicName =
    host === hostname && /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname);
  return id === origin + pathname && isPublicName && !INSIDE.test(hostname) && origin !== ownOrigin && pathname !== "/";
}

/** One line without invisible or bidirectional control characters; the `u` flag keeps surrogate pairs intact. */
const ClientName = z.string().transform((name) => {
  const line = name
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return new RegExp(`^.{0,${MAX_NAME}}`, "u").exec(line)?.[0].trim() || UNNAMED;
});

const Redirects = z.array(z.string().refine((uri) => redirectTarget(uri) !== null)).max(MAX_REDIRECTS);

/** Requirements for a document: it names itself, and the app shares no secret with us. */
export const ClientDocument = z.object({
  client_id: z.string(),
  client_name: ClientName.default(UNNAMED),
  redirect_uris: Redirects.min(1),
  token_endpoint_auth_method: z.literal("none").default("none"),
});

/** RFC 7591 §2. All apps are public clients here, whatever they request; the response states this. */
export const Registration = z.object({
  client_name: ClientName.default(UNNAMED),
  redirect_uris: Redirects.default([]),
  grant_types: z.array(z.string()).max(10).default([GRANT_TYPES.code, GRANT_TYPES.refresh]),
});

type ClientFault = "invalid_redirect_uri" | "invalid_client_metadata";

export const faultOf = (error: z.ZodError): ClientFault =>
  error.issues.some(({ path }) => path[0] === "redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata";
