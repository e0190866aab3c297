/** OAuth clients: identified by registration, or by a document at the URL that is their id. */
import { SECOND } from "../../../kernel/clock.ts";
import type { Deps } from "../../../deps.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import { readClientDocument } from "./client-document.ts";
import { Registration, faultOf, isDocumentAddress } from "./client-rules.ts";
import * as store from "./client-store.ts";
import { GRANT_TYPES, type RegistrationAnswer } from "./contract.ts";
import { OAuthError, invalidClient } from "./oauth-error.ts";
import { DOCUMENT_FRESH, FAILURE_TTL, UNUSED_CLIENT_RETENTION } from "./rules.ts";

export type OAuthClient = Pick<store.KnownClient, "id" | "kind" | "name" | "redirectUris">;

/** Throws `invalid_client` for a client that is not registered, or whose document cannot be used. */
export async function requireClient(deps: Deps, id: string): Promise<OAuthClient> {
  const known = await deps.db.one(store.findClient(id));
  if (known && (known.kind === "registered" || known.checkedAt > deps.now - DOCUMENT_FRESH)) return known;
  if (!isDocumentAddress(id, deps.config.origin)) throw invalidClient();
  if ((known?.failedUntil ?? 0) > deps.now)
    throw new OAuthError(
      "invalid_client",
      "The client's metadata document could not be used. It will be fetched again in five minutes.",
    );
  const client = await readClientDocument(id).catch((error: unknown) => rememberFailure(deps, id, error));
  await save(deps, { ...client, kind: "document" });
  return { ...client, kind: "document" };
}

/** Remembers the failure, so that nobody can make us fetch the same URL repeatedly. */
async function rememberFailure(deps: Deps, id: string, error: unknown): Promise<never> {
  const until = deps.now + FAILURE_TTL;
  await commit(deps, exempt.connectApp, { queries: [store.saveFailure(id, until, deps.now)] });
  throw error;
}

const save = ({ now, ...deps }: Deps, client: OAuthClient): Promise<unknown> =>
  commit({ ...deps, now }, exempt.connectApp, {
    queries: [store.saveClient({ ...client, now, keepUntil: now + UNUSED_CLIENT_RETENTION })],
  });

/** RFC 7591. Throws `invalid_redirect_uri` and `invalid_client_metadata`. */
export async function registerClient(deps: Deps, asked: unknown): Promise<RegistrationAnswer> {
  const parsed = Registration.safeParse(asked);
  if (!parsed.success)
    throw new OAuthError(
      faultOf(parsed.error),
      "Names must be text, and redirect URIs https, loopback http or a scheme of the app.",
    );
  const { client_name: name, redirect_uris: redirectUris, grant_types: wanted } = parsed.data;
  if (wanted.includes(GRANT_TYPES.code) && redirectUris.length === 0)
    throw new OAuthError("invalid_redirect_uri", "Send at least one redirect_uri.");
  const id = deps.newId();
  await save(deps, { id, kind: "registered", name, redirectUris });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(deps.now / SECOND),
    client_name: name,
    redirect_uris: [...redirectUris],
    grant_types: Object.values(GRANT_TYPES).filter((type) => type === GRANT_TYPES.refresh || wanted.includes(type)),
    response_types: redirectUris.length > 0 ? ["code"] : [],
    token_endpoint_auth_method: "none",
  };
}
