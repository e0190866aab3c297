/** The requests of the benchmark: the service's, and the floors that they are compared with. */
import { deviceRefresh, passkeySignIn } from "./sign-in.ts";
import { MEMBER, mcpTokenOf, sessionOf } from "../../test/cost/workspace.ts";

export type Scenario = {
  readonly name: string;
  readonly status: number;
  /** HTTP/1.1 text of the `n`th request. If the route has a body, each request differs from the previous one. */
  readonly request: (n: number) => string;
  /** The floor, and the target fraction of its requests per second. */
  readonly target?: { readonly floor: string; readonly ratio: number };
};

/** Requests cycle through this many pages. */
export const PAGES = 120;
const page = (n: number): string => `d-1-${2 + (n % PAGES)}`;

/** Twenty-three lines, the first of which differs between requests. */
const text = (n: number): string => `Version ${n}\n${"A line that stays as it is, whoever writes.\n".repeat(22)}`;

/** Index of the first of `PAGES` five-kilobyte pages that the scenarios with long pages read and edit. */
const FIRST_LONG = 300;
const longPage = (n: number): string => `d-1-${FIRST_LONG + (n % PAGES)}`;

/** The content that makes them that long. */
export const LONG_PAGES = {
  ids: Array.from({ length: PAGES }, (_, n) => longPage(n)),
  content: "A line of fifty characters that stays as it is now.\n".repeat(100),
};

function http(
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
  more: readonly string[] = [],
): string {
  const sent = body === undefined ? "" : JSON.stringify(body);
  const headers = [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    "CF-Connecting-IP: 192.0.2.1",
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    ...more,
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(sent)}`]),
  ];
  return `${headers.join("\r\n")}\r\n\r\n${sent}`;
}

const session = sessionOf(MEMBER);
const tool = mcpTokenOf(MEMBER);
const get = (path: string): string => http("GET", path, session);
const document = (body: unknown): string => http("POST", "/api/mcp/documents", tool, body);

/** Calls a Model Context Protocol tool as a client of the current protocol version does. */
function callTool(name: string, args: object): string {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta } };
  const headers = [
    "Accept: application/json, text/event-stream",
    "MCP-Protocol-Version: 2026-07-28",
    "Mcp-Method: tools/call",
    `Mcp-Name: ${name}`,
  ];
  return http("POST", "/mcp", tool, message, headers);
}

const setLine = (n: number) => ({ startLine: 1, content: `Line ${n}` });

export const FLOORS: readonly Scenario[] = [
  { name: "hello", status: 200, request: () => http("GET", "/__bench/hello", null) },
  {
    name: "hello-json",
    status: 200,
    request: (n) => http("PATCH", "/__bench/hello", null, { title: "", content: n }),
  },
  { name: "d1", status: 200, request: (n) => http("GET", `/__bench/d1?id=${page(n)}`, null) },
  { name: "d1write", status: 200, request: (n) => http("GET", `/__bench/d1write?id=${page(n)}`, null) },
  { name: "do", status: 200, request: (n) => http("GET", `/__bench/do?id=${page(n)}`, null) },
  { name: "flood", status: 200, request: (n) => http("GET", `/__bench/flood?id=${page(n)}`, null) },
  { name: "tree-json", status: 200, request: () => http("GET", "/__bench/tree-json?drive=d-1", null) },
];

export const SCENARIOS: readonly Scenario[] = [
  { name: "read", status: 200, request: (n) => get(`/api/pages/${page(n)}`), target: { floor: "d1", ratio: 0.6 } },
  {
    name: "update",
    status: 200,
    request: (n) => http("PATCH", `/api/pages/${page(n)}`, session, { content: text(n) }),
    target: { floor: "d1write", ratio: 0.4 },
  },
  {
    name: "mcp-read",
    status: 200,
    request: (n) => document({ pageId: page(n), operation: "read" }),
    target: { floor: "d1", ratio: 0.55 },
  },
  {
    name: "mcp-edit",
    status: 200,
    request: (n) => document({ pageId: page(n), operation: "replace", startLine: 1, content: `Line ${n}` }),
  },
  // The same work with a protocol tool, and with the plain route.
  { name: "read-long", status: 200, request: (n) => http("GET", `/api/pages/${longPage(n)}`, tool) },
  {
    name: "tool-fetch",
    status: 200,
    request: (n) => callTool("fetch", { id: longPage(n) }),
    target: { floor: "read-long", ratio: 0.77 },
  },
  {
    name: "edit-long",
    status: 200,
    request: (n) => document({ pageId: longPage(n), operation: "replace", baseRevision: 1, ...setLine(n) }),
  },
  {
    name: "tool-edit",
    status: 200,
    request: (n) =>
      callTool("edit_page", { page: longPage(n), baseRevision: 1, edits: [{ op: "replace", ...setLine(n) }] }),
    target: { floor: "edit-long", ratio: 0.77 },
  },
  {
    name: "tree",
    status: 200,
    request: () => get("/api/drives/d-1/pages?depth=64&treeLimit=1000"),
    target: { floor: "tree-json", ratio: 0.9 },
  },
  { name: "children-1000", status: 200, request: () => get("/api/pages/flat-1/children") },
  { name: "children", status: 200, request: (n) => get(`/api/pages/${page(n)}/children`) },
  { name: "check", status: 200, request: (n) => get(`/api/pages/${page(n)}/permissions/check`) },
  {
    name: "reorder",
    status: 200,
    request: (n) =>
      http("POST", "/api/pages/reorder", session, {
        pageId: `d-1-${12 + (n % 100)}`,
        parentId: `d-1-${2 + Math.floor((n % 100) / 10)}`,
        position: n,
      }),
  },
  { name: "session-check", status: 200, request: () => get("/api/auth/me"), target: { floor: "d1", ratio: 0.6 } },
  {
    name: "passkey-verify",
    status: 200,
    request: () => http("POST", "/api/auth/passkey/authenticate", null, passkeySignIn()),
  },
  {
    name: "device-refresh",
    status: 200,
    request: () => http("POST", "/api/auth/device/refresh", null, deviceRefresh()),
  },
  {
    name: "404",
    status: 404,
    request: () => http("GET", "/api/nothing", null),
    target: { floor: "hello", ratio: 0.6 },
  },
  {
    name: "401",
    status: 401,
    request: (n) => http("GET", `/api/pages/${page(n)}`, null),
    target: { floor: "hello", ratio: 0.6 },
  },
  {
    name: "400",
    status: 400,
    request: () => get("/api/drives/d-1/pages?depth=none"),
    target: { floor: "hello", ratio: 0.6 },
  },
  {
    name: "400-json",
    status: 400,
    request: (n) => http("PATCH", `/api/pages/${page(n)}`, session, { title: "", content: n }),
    target: { floor: "hello-json", ratio: 0.6 },
  },
];

export const ALL: readonly Scenario[] = [...FLOORS, ...SCENARIOS];
