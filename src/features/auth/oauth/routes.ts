/** Routes of the authorization server for programs. Its pages for users are in `src/web/views/routes-oauth.ts`. */
import { routes } from "../../../http/route-list.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { requestDeviceAuthorization } from "./authorization-request.ts";
import { registerClient } from "./clients.ts";
import {
  DeviceAnswer,
  Parameters,
  ProtectedResource,
  RegistrationAnswer,
  RegistrationBody,
  Revoked,
  ServerMetadata,
  TokenAnswer,
} from "./contract.ts";
import { protectedResource, serverMetadata } from "./metadata.ts";
import { OAuthError } from "./oauth-error.ts";
import { revokeOAuthToken } from "./revoke.ts";
import { MCP_PATH } from "./rules.ts";
import { exchange } from "./service.ts";

const SMALL = 16_384;
const BASE = { tag: "OAuth", principals: ["anyone"] } as const;
const WELL_KNOWN = { ...BASE, method: "get" } as const;
/** Cookies are ignored here: the credentials are in the body. */
const ENDPOINT = { ...BASE, method: "post", csrf: "none", bodyCap: SMALL } as const;

/** Reports errors in the format of RFC 6749 §5.2. */
async function inItsWords<T>(work: Promise<T>): Promise<T | Response> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return Response.json(error.body, { status: error.status });
  }
}

export const oauthRoutes = routes()
  .add(
    {
      ...WELL_KNOWN,
      path: "/.well-known/oauth-protected-resource",
      operation: "describeResource",
      summary: "Protected resource metadata of the API: its authorization server (RFC 9728)",
      answer: { status: 200, schema: ProtectedResource },
    },
    ({ deps }) => Promise.resolve(protectedResource(deps, "")),
  )
  .add(
    {
      ...WELL_KNOWN,
      path: "/.well-known/oauth-protected-resource/mcp",
      operation: "describeMcpResource",
      summary: "Protected resource metadata of the MCP endpoint (RFC 9728)",
      answer: { status: 200, schema: ProtectedResource },
    },
    ({ deps }) => Promise.resolve(protectedResource(deps, MCP_PATH)),
  )
  .add(
    {
      ...WELL_KNOWN,
      path: "/.well-known/oauth-authorization-server",
      operation: "describeAuthorizationServer",
      summary: "Authorization server metadata: endpoints and capabilities (RFC 8414)",
      answer: { status: 200, schema: ServerMetadata },
    },
    ({ deps }) => Promise.resolve(serverMetadata(deps)),
  )
  .add(
    {
      ...WELL_KNOWN,
      path: "/.well-known/oauth-authorization-server/mcp",
      operation: "describeAuthorizationServerForMcp",
      summary: "Authorization server metadata, for clients that derive its URL from the MCP endpoint (RFC 8414)",
      answer: { status: 200, schema: ServerMetadata },
    },
    ({ deps }) => Promise.resolve(serverMetadata(deps)),
  )
  .add(
    {
      ...ENDPOINT,
      path: "/oauth/register",
      operation: "registerOAuthClient",
      summary: "Register an OAuth client (RFC 7591)",
      limits: [LIMIT_RULES.oauthRegisterByIp],
      json: RegistrationBody,
      answer: { status: 201, schema: RegistrationAnswer },
    },
    ({ deps, json }) => inItsWords(registerClient(deps, json)),
  )
  .add(
    {
      ...ENDPOINT,
      path: "/oauth/device",
      operation: "authorizeDevice",
      summary: "Start device authorization: returns a code that the user enters in a browser (RFC 8628)",
      limits: [LIMIT_RULES.oauthDeviceByIp],
      form: Parameters,
      answer: { status: 200, schema: DeviceAnswer },
    },
    ({ deps, form }) => inItsWords(requestDeviceAuthorization(deps, form)),
  )
  .add(
    {
      ...ENDPOINT,
      path: "/oauth/token",
      operation: "exchangeOAuthToken",
      summary: "Exchange an authorization code, a device code or a refresh token for tokens (RFC 6749)",
      limits: [LIMIT_RULES.oauthTokenByIp],
      form: Parameters,
      answer: { status: 200, schema: TokenAnswer },
    },
    ({ deps, form, http }) => inItsWords(exchange(deps, form, http.get("client"))),
  )
  .add(
    {
      ...ENDPOINT,
      path: "/oauth/revoke",
      operation: "revokeOAuthToken",
      summary: "Revoke an app's grant (RFC 7009)",
      limits: [LIMIT_RULES.oauthTokenByIp],
      form: Parameters,
      answer: { status: 200, schema: Revoked },
    },
    async ({ deps, form, http }) => inItsWords(revokeOAuthToken(deps, form, http.get("client")).then(() => ({}))),
  );
