/** Request and response schemas of the authorization server, in the terms of the standards. */
import * as z from "zod";

export const SCOPES = ["read", "write"] as const;

const scopes = z.array(z.enum(SCOPES));

/** RFC 9728. */
export const ProtectedResource = z
  .object({
    resource: z.url(),
    authorization_servers: z.array(z.url()),
    scopes_supported: scopes,
    bearer_methods_supported: z.array(z.literal("header")),
    resource_name: z.string(),
  })
  .meta({ id: "ProtectedResource" });
export type ProtectedResource = z.infer<typeof ProtectedResource>;

/** RFC 8414, with additions from RFC 8628, RFC 9207 and client ID metadata documents. */
export const ServerMetadata = z
  .object({
    issuer: z.url(),
    authorization_endpoint: z.url(),
    token_endpoint: z.url(),
    registration_endpoint: z.url(),
    revocation_endpoint: z.url(),
    device_authorization_endpoint: z.url(),
    scopes_supported: scopes,
    response_types_supported: z.array(z.literal("code")),
    response_modes_supported: z.array(z.literal("query")),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.literal("none")),
    revocation_endpoint_auth_methods_supported: z.array(z.literal("none")),
    code_challenge_methods_supported: z.array(z.literal("S256")),
    authorization_response_iss_parameter_supported: z.literal(true),
    client_id_metadata_document_supported: z.literal(true),
  })
  .meta({ id: "AuthorizationServerMetadata" });
export type ServerMetadata = z.infer<typeof ServerMetadata>;

/** Validated by the use cases, which report errors as RFC 6749 requires; a repeated parameter becomes a list. */
export const Parameters = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export type Parameters = z.infer<typeof Parameters>;

export const RegistrationBody = z.record(z.string(), z.unknown());

export const GRANT_TYPES = {
  code: "authorization_code",
  refresh: "refresh_token",
  device: "urn:ietf:params:oauth:grant-type:device_code",
} as const;

/** RFC 6749 §5.1. */
export const TokenAnswer = z
  .object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    /** In seconds. */
    expires_in: z.int(),
    refresh_token: z.string(),
    scope: z.string(),
  })
  .meta({ id: "OAuthTokens" });
export type TokenAnswer = z.infer<typeof TokenAnswer>;

/** RFC 7591 §3.2.1. */
export const RegistrationAnswer = z
  .object({
    client_id: z.string(),
    /** In seconds since 1970. */
    client_id_issued_at: z.int(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.literal("code")),
    token_endpoint_auth_method: z.literal("none"),
  })
  .meta({ id: "OAuthClient" });
export type RegistrationAnswer = z.infer<typeof RegistrationAnswer>;

/** RFC 8628 §3.2. */
export const DeviceAnswer = z
  .object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.url(),
    verification_uri_complete: z.url(),
    /** Both in seconds. */
    expires_in: z.int(),
    interval: z.int(),
  })
  .meta({ id: "DeviceAuthorization" });
export type DeviceAnswer = z.infer<typeof DeviceAnswer>;

/** RFC 7009: an empty response. */
export const Revoked = z.object({});
