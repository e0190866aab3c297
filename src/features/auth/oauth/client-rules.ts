/** Who an app says it is: the address that may name it, and what its document or its registration holds. */
import * as z from "zod";
import { GRANT_TYPES } from "./contract.ts";
import { redirectTarget } from "./rules.ts";

const MAX_ID = 512;
const MAX_NAME = 60;
const MAX_REDIRECTS = 20;
const UNNAMED = "An app without a name";

/** Names that lead nowhere public (RFC 6761, RFC 8375, and what platforms call their inside). */
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa|alt)$/;

/**
 * Whether a client id is the address of a document that we may read: https, a public name, nothing but a path, and written as
 * it is fetched. `URL` has made numbers of every notation into dotted ones before the name is looked at.
 */
export function isDocumentAddress(id: string, ownOrigin: string): boolean {
  if (id.length > MAX_ID || !id.startsWith("https://") || !URL.canParse(id)) return false;
  const { href, hostname, host, pathname, search, hash, username, password, origin } = new URL(id);
  const isPublicName =
    host === hostname && /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname);
  return (
    href === id &&
    isPublicName &&
    !INSIDE.test(hostname) &&
    origin !== ownOrigin &&
    pathname !== "/" &&
    search + hash + username + password === ""
  );
}

/** One line, without what hides or turns its direction; the flag `u` keeps characters of two units whole. */
const ClientName = z.string().transform((name) => {
  const line = name
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return new RegExp(`^.{0,${MAX_NAME}}`, "u").exec(line)?.[0].trim() || UNNAMED;
});

const Redirects = z.array(z.string().refine((uri) => redirectTarget(uri) !== null)).max(MAX_REDIRECTS);

/** What is asked of a document: it names itself, and the app has no secret that is shared with us. */
export const ClientDocument = z.object({
  client_id: z.string(),
  client_name: ClientName.default(UNNAMED),
  redirect_uris: Redirects.min(1),
  token_endpoint_auth_method: z.literal("none").default("none"),
});

/** RFC 7591 §2. Apps are public clients here, whatever they ask for; the answer says so. */
export const Registration = z.object({
  client_name: ClientName.default(UNNAMED),
  redirect_uris: Redirects.default([]),
  grant_types: z.array(z.string()).max(10).default([GRANT_TYPES.code, GRANT_TYPES.refresh]),
});

type ClientFault = "invalid_redirect_uri" | "invalid_client_metadata";

export const faultOf = (error: z.ZodError): ClientFault =>
  error.issues.some(({ path }) => path[0] === "redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata";
