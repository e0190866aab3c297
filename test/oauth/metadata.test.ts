/** OAuth discovery: metadata documents, and the hints in a refused request. */
import { beforeAll, expect, test } from "vitest";
import { call, callWith, requestTo } from "../flows/sign-in.ts";
import { legacy, post } from "../mcp/clients.ts";
import { ORIGIN, world, type World } from "../support/world.ts";
import { connect } from "./app.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

const readJson = async (path: string) => {
  const response = await call(path);
  expect([response.status, response.headers.get("Content-Type")], path).toEqual([
    200,
    expect.stringContaining("application/json"),
  ]);
  return (await response.json()) as Record<string, unknown>;
};

test("serves the metadata of each protected resource (RFC 9728 §3)", async () => {
  for (const path of ["", "/mcp"]) {
    expect(await readJson(`/.well-known/oauth-protected-resource${path}`)).toMatchObject({
      resource: ORIGIN + path,
      authorization_servers: [ORIGIN],
      scopes_supported: ["read", "write"],
      bearer_methods_supported: ["header"],
    });
  }
});

test("serves authorization server metadata whose endpoints all exist (RFC 8414)", async () => {
  for (const path of ["", "/mcp"]) {
    const metadata = await readJson(`/.well-known/oauth-authorization-server${path}`);
    expect(metadata).toMatchObject({
      issuer: ORIGIN,
      code_challenge_methods_supported: ["S256"],
      response_types_supported: ["code"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    for (const [name, address] of Object.entries(metadata).filter(([key]) => key.endsWith("_endpoint"))) {
      const response = await call(String(address), { method: "OPTIONS" });
      expect([response.status, response.headers.get("Allow")], name).toEqual([405, expect.any(String)]);
    }
  }
});

test("returns 404 in JSON for other well-known paths", async () => {
  for (const path of ["openid-configuration", "openid-configuration/mcp", "oauth-protected-resource/api", "x"]) {
    const response = await call(`/.well-known/${path}`, { headers: { Accept: "text/html" } });
    expect([response.status, response.headers.get("Content-Type")], path).toEqual([
      404,
      expect.stringContaining("application/json"),
    ]);
  }
});

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const METADATA = `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`;

test("returns the metadata URL without a token, and invalid_token with an invalid one", async () => {
  const stranger = await call("/mcp", { method: "POST", headers: JSON_TYPE, body: JSON.stringify(LIST) });
  expect([stranger.status, stranger.headers.get("WWW-Authenticate")]).toEqual([
    401,
    `Bearer ${METADATA}, scope="read write"`,
  ]);
  for (const credential of ["x", w.session("edna"), `mcp_${"x".repeat(43)}`]) {
    const { status, headers } = await post(credential, LIST);
    expect([status, headers.get("WWW-Authenticate")], credential).toEqual([
      401,
      `Bearer error="invalid_token", ${METADATA}, scope="read write"`,
    ]);
  }
  const elsewhere = await call("/api/mcp/drives");
  expect([elsewhere.status, elsewhere.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
});

const JSON_TYPE = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" } as const;

test("returns 403 insufficient_scope for a write of a read-only app, and still allows reading", async () => {
  const { access } = await connect(w, "olivia", { choices: { access: "read" } });
  const args = { driveId: w.drive, pages: [{ title: "No" }] };
  const refused = await legacy(access, "tools/call", { name: "create_pages", arguments: args });
  expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([
    403,
    `Bearer error="insufficient_scope", ${METADATA}, scope="read write"`,
  ]);
  expect((await legacy(access, "tools/call", { name: "list_drives", arguments: {} })).body.result.isError).not.toBe(
    true,
  );
  const pages = await w.as("olivia").get(`/api/drives/${w.drive}/pages`);
  expect(pages.body.pages).toEqual([]);
});

test("serves only MCP without OAuth on the host for token clients", async () => {
  const host = "http://tools.localhost:8787";
  const ask = (path: string, send: Parameters<typeof requestTo>[1] = {}): Promise<Response> =>
    callWith({ MCP_TOKEN_ORIGIN: host }, requestTo(host + path, send));
  for (const path of [
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-authorization-server",
    "/oauth/authorize",
    "/",
    "/signin",
    "/api/health",
  ])
    expect((await ask(path, { headers: { Accept: "text/html" } })).status, path).toBe(404);
  const send = { method: "POST", body: JSON.stringify(LIST) };
  const stranger = await ask("/mcp", { ...send, headers: JSON_TYPE });
  expect([stranger.status, stranger.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
  const { raw } = await w.token("olivia");
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${raw}` };
  expect((await ask("/mcp", { ...send, headers })).status).toBe(200);
  const fromPage = await ask("/mcp", { ...send, headers: { ...headers, Origin: "https://evil.example" } });
  expect(fromPage.status).toBe(403);
  // Without the setting, that host name is refused.
  expect((await callWith({}, requestTo(`${host}/mcp`, { ...send, headers }))).status).toBe(403);
});
