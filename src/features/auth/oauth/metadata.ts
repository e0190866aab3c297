/** Discovery metadata for clients: the authorization server of a resource (RFC 9728), and its capabilities (RFC 8414). */
import type { Deps } from "../../../deps.ts";
import { GRANT_TYPES, SCOPES, type ProtectedResource, type ServerMetadata } from "./contract.ts";

type Configured = Pick<Deps, "config">;

/** `path` of the resource; empty for the whole API. */
export const protectedResource = ({ config }: Configured, path: string): ProtectedResource => ({
  resource: config.origin + path,
  authorization_servers: [config.origin],
  scopes_supported: [...SCOPES],
  bearer_methods_supported: ["header"],
  resource_name: "Octavo",
});

export const serverMetadata = ({ config: { origin } }: Configured): ServerMetadata => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  registration_endpoint: `${origin}/oauth/register`,
  revocation_endpoint: `${origin}/oauth/revoke`,
  device_authorization_endpoint: `${origin}/oauth/device`,
  scopes_supported: [...SCOPES],
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: Object.values(GRANT_TYPES),
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});
