/** Protected resources of OAuth: what refused callers are told of getting a token, and which tokens a resource takes. */
import { isTokenHost, type Config } from "../platform/config.ts";

const WHOLE_SCOPE = "read write";

const metadataOf = ({ origin }: Config, resource: string): string =>
  `resource_metadata="${origin}/.well-known/oauth-protected-resource${resource}"`;

/** The `WWW-Authenticate` of a 401 (RFC 6750 §3, RFC 9728 §5.1). */
export function challengeOf(config: Config, resource: string | undefined, request: Request): string {
  if (resource === undefined || isTokenHost(config, request)) return "Bearer";
  // A request without a credential has done nothing wrong yet.
  const fault = request.headers.has("Authorization") ? [`error="invalid_token"`] : [];
  return `Bearer ${[...fault, metadataOf(config, resource), `scope="${WHOLE_SCOPE}"`].join(", ")}`;
}

/** That of a 403 for a token which was not granted enough: the app may ask its person for more (RFC 6750 §3.1). */
export const insufficientScope = (config: Config, resource: string): string =>
  `Bearer error="insufficient_scope", ${metadataOf(config, resource)}, scope="${WHOLE_SCOPE}"`;

/** Whether what was granted for `audience` opens this resource: that very one, or the whole interface (RFC 8707). */
export const isInAudience = ({ origin }: Config, audience: string, resource: string | undefined): boolean =>
  audience === origin || (resource !== undefined && audience === origin + resource);
