/** The MCP protocol: both protocol generations, authentication, and tool listing. */
import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { TOOL_NAMES } from "../../src/features/mcp/contract.ts";
import { ORIGIN, world, type World } from "../support/world.ts";
import { legacy, modern, post } from "./clients.ts";

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = (await w.token("edna")).raw;
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

test("serves discovery, lists and calls to a client of revision 2026-07-28 without a session", async () => {
  const discovered = await modern(token, "server/discover");
  expect(discovered.status).toBe(200);
  expect(discovered.body.result.supportedVersions).toContain("2026-07-28");
  const { capabilities } = discovered.body.result;
  expect(capabilities).toEqual({
    tools: { listChanged: false },
    prompts: { listChanged: false },
    resources: { listChanged: false, subscribe: true },
    completions: {},
  });
  const listed = await modern(token, "tools/list");
  expect(listed.body.result).toMatchObject({ resultType: "complete", cacheScope: "private" });
  expect(listed.body.result.tools.map(({ name }: { name: string }) => name)).toContain("edit_page");
  const called = await modern(token, "tools/call", { name: "list_drives", arguments: {} });
  expect(called.headers.get("Content-Type")).toContain("application/json");
  expect(called.headers.get("Mcp-Session-Id")).toBeNull();
  const { structuredContent, content } = called.body.result;
  expect(structuredContent.drives).toEqual([{ id: w.drive, name: "Team", slug: w.drive, pageCount: 0 }]);
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
});

test.each(["2025-11-25", "2025-06-18", "2025-03-26"])(
  "serves initialization, acknowledgement and calls to a client of revision %s as JSON",
  async (protocolVersion) => {
    const initialized = await post(token, { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } });
    expect([initialized.status, initialized.headers.get("Mcp-Session-Id")]).toEqual([200, null]);
    expect(initialized.headers.get("Content-Type")).toContain("application/json");
    expect(initialized.body.result).toMatchObject({ protocolVersion, serverInfo: { name: "octavo" } });
    const acknowledged = await post(token, { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([acknowledged.status, acknowledged.body]).toEqual([202, ""]);
    const called = await legacy(token, "tools/call", { name: "list_drives", arguments: {} });
    expect(called.headers.get("Content-Type")).toContain("application/json");
    expect(called.body.result.structuredContent.drives).toHaveLength(1);
    expect((await legacy(token, "ping")).body.result).toEqual({});
  },
);

test("rejects an unsupported revision, and lists the supported ones", async () => {
  const reply = await post(token, {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/list",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2099-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  });
  expect([reply.status, reply.body.error.code]).toEqual([400, -32022]);
  expect(reply.body.error.data.supported).toContain("2026-07-28");
});

test("rejects headers that contradict the message", async () => {
  const { body, status } = await post(
    token,
    {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/list",
      params: {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    },
    { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call" },
  );
  expect([status, body.error.code]).toEqual([400, -32020]);
});

test("returns 405 for GET and DELETE", async () => {
  for (const method of ["GET", "DELETE"]) {
    const response = await exports.default.fetch(
      new Request(`${ORIGIN}/mcp`, {
        method,
        headers: { Authorization: `Bearer ${token}`, Accept: "text/event-stream" },
      }),
    );
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST"]);
  }
});

test("rejects a revoked token", async () => {
  const olivia = w.as("olivia");
  const { id, token: raw } = (await olivia.post("/api/auth/mcp-tokens", { name: "Short" })).body;
  expect((await modern(raw, "tools/list")).status).toBe(200);
  await olivia.delete(`/api/auth/mcp-tokens/${id}`);
  expect((await modern(raw, "tools/list")).status).toBe(401);
});

test("returns 403 for every request with a token whose drives are gone", async () => {
  const { raw } = await w.token("edna", { drives: ["drive-that-is-gone"] });
  const asked: [string, Record<string, unknown>][] = [
    ["tools/list", {}],
    ["prompts/list", {}],
    ["tools/call", { name: "fetch", arguments: { id: w.drive } }],
    ["tools/call", { name: "fetch", arguments: {} }],
    ["resources/read", { uri: `page://${w.drive}` }],
    ["completion/complete", { ref: { type: "ref/prompt", name: "tidy_page" }, argument: { name: "page", value: "x" } }],
  ];
  for (const [method, params] of asked) {
    const { status, body } = await modern(raw, method, params);
    expect([status, body.code], `${method} ${JSON.stringify(params)}`).toEqual([403, "scope_empty"]);
  }
});

test("rejects requests from other sites and for other host names", async () => {
  for (const headers of [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { url: "http://evil.example:8787/mcp" },
  ]) {
    const reply = await post(token, INITIALIZE, headers);
    expect([reply.status, reply.body.code], JSON.stringify(headers)).toEqual([403, "cross_site"]);
  }
  expect((await post(token, INITIALIZE, { Origin: ORIGIN })).status).toBe(200);
});

test("rejects invalid messages", async () => {
  const replies = await Promise.all([
    post(token, "{"),
    post(token, [INITIALIZE]),
    post(token, "null"),
    post(token, "1"),
    post(token, {}),
    post(token, { jsonrpc: "2.0", id: 1, method: "nothing/there" }),
    post(token, { jsonrpc: "2.0", id: { $ne: 1 }, method: "tools/list" }),
    post(token, `${"[".repeat(5_000)}${"]".repeat(5_000)}`),
  ]);
  for (const [index, { status, body }] of replies.entries()) {
    const isRefused = status >= 400 && status < 500;
    expect(isRefused || body.error !== undefined, `${index} returned ${status} ${JSON.stringify(body)}`).toBe(true);
  }
  const unknown = await modern(token, "tools/call", { name: "drop_tables", arguments: {} });
  expect(unknown.body.error.code).toBe(-32602);
});

test("lists only reading tools for a read-only token, and rejects the others", async () => {
  const { raw } = await w.token("olivia", { readOnly: true });
  const { tools } = (await modern(raw, "tools/list")).body.result;
  expect(tools.map(({ name }: { name: string }) => name)).toEqual([
    "list_drives",
    "list_pages",
    "search",
    "fetch",
    "list_members",
    "history",
  ]);
  for (const { annotations } of tools)
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  const args = { driveId: w.drive, pages: [{ title: "No" }] };
  const { result } = (await modern(raw, "tools/call", { name: "create_pages", arguments: args })).body;
  expect([result.isError, result.content[0].text]).toEqual([true, expect.stringContaining("read-only")]);
});

test("lists all tools in a fixed order within 18.7 kB", async () => {
  const { tools } = (await modern(token, "tools/list")).body.result;
  expect(tools.length).toBeLessThanOrEqual(16);
  // Every client loads the whole list into its model's context: 18.7 kB are about 4,700 tokens. Examples of queries take
  // 200 bytes, because no model can guess the language.
  expect(JSON.stringify(tools).length).toBeLessThanOrEqual(18_700);
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(TOOL_NAMES);
  for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
    expect([name, title.length > 0, description.length > 20], name).toEqual([name, true, true]);
    expect(annotations.openWorldHint).toBe(false);
    expect([inputSchema.type, outputSchema.type, inputSchema.additionalProperties], name).toEqual([
      "object",
      "object",
      false,
    ]);
  }
  expect(JSON.stringify((await modern(token, "tools/list")).body.result.tools)).toBe(JSON.stringify(tools));
});

test("requires a page for every prompt, and names it in the text", async () => {
  const { prompts } = (await modern(token, "prompts/list")).body.result;
  expect(prompts.map(({ name }: { name: string }) => name)).toEqual(["summarise_page", "tidy_page", "plan_from_notes"]);
  for (const { name } of prompts) {
    const { result } = (await modern(token, "prompts/get", { name, arguments: { page: "p-1" } })).body;
    expect(result.messages[0].content.text).toContain("page p-1");
    expect((await legacy(token, "prompts/get", { name })).body.error.code).toBe(-32602);
  }
});
