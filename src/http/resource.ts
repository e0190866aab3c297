/** OAuth protected resources: how rejected callers learn where to get a token, and which tokens a resource accepts. */
import { isTokenHost, type Config } from "../platform/config.ts";

const WHOLE_SCOPE = "read write";

const metadataOf = ({ origin }: Config, resource: string): string =>
  `resource_metadata="${origin}/.well-known/oauth-protected-resource${resource}"`;

/** The `WWW-Authenticate` of a 401 (RFC 6750 §3, RFC 9728 §5.1). */
export function challengeOf(config: Config, resource: string | undefined, request: Request): string {
  if (resource === undefined || isTokenHost(config, request)) return "Bearer";
  // A request without a credential has made no error yet.
  const fault = request.headers.has("Authorization") ? [`error="invalid_token"`] : [];
  return `Bearer ${[...fault, metadataOf(config, resource), `scope="${WHOLE_SCOPE}"`].join(", ")}`;
}

/** The `WWW-Authenticate` of a 403 for a token with too narrow a grant: the app may ask its user for more (RFC 6750 §3.1). */
export const insufficientScope = (config: Config, resource: string): string =>
  `Bearer error="insufficient_scope", ${metadataOf(config, resource)}, scope="${WHOLE_SCOPE}"`;

/** Whether a grant for `audience` covers this resource: exactly this one, or the whole API (RFC 8707). */
export const isInAudience = ({ origin }: Config, audience: string, resource: string | undefined): boolean =>
  audience === origin || (resource !== undefined && audience === origin + resource);
