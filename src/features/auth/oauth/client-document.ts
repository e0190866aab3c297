/**
 * Reads the metadata document at the URL that is a client's id. This is the only URL from a stranger that the service
 * fetches.
 */
import { fetchBounded } from "../../../platform/bounded-fetch.ts";
import { ClientDocument } from "./client-rules.ts";
import { OAuthError } from "./oauth-error.ts";

/** The maximum that the standard recommends. */
const LIMITS = { maxBytes: 5_120, timeoutMs: 3_000 } as const;

const unreadable = (why: string): OAuthError =>
  new OAuthError("invalid_client", `The client's metadata document could not be used: ${why}.`);

type DescribedClient = { readonly id: string; readonly name: string; readonly redirectUris: readonly string[] };

/**
 * Throws `invalid_client` unless the complete document is at exactly this URL. `isDocumentAddress` decides beforehand
 * which URLs may be fetched; the platform rejects names that resolve to private addresses, because it fetches only from
 * the public internet.
 */
export async function readClientDocument(id: string): Promise<DescribedClient> {
  const response = await fetchBounded(id, { headers: { Accept: "application/json" } }, LIMITS).catch(() => {
    throw unreadable("it was not received in time, or is too long");
  });
  // Redirects are not followed: their targets have not been checked.
  if (response.status !== 200) throw unreadable("its address does not respond with status 200");
  const type = (response.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) throw unreadable("it is not JSON");
  const parsed = ClientDocument.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw unreadable("a field is missing or invalid");
  if (parsed.data.client_id !== id) throw unreadable("it describes another client");
  return { id, name: parsed.data.client_name, redirectUris: parsed.data.redirect_uris };
}
