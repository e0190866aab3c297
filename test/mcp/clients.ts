/** MCP test clients for both protocol generations, sending raw messages to the real Worker. */
import { exports } from "cloudflare:workers";
import { ORIGIN } from "../support/world.ts";

/** Untyped: each test reads the fields it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

export type Reply = { status: number; body: Loose; headers: Headers };
type Params = Record<string, unknown>;

const send = (token: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
  exports.default.fetch(
    new Request(headers["url"] ?? `${ORIGIN}/mcp`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "CF-Connecting-IP": "192.0.2.1",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );

export async function post(token: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await send(token, body, headers);
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

let id = 0;

/** A request per revision 2026-07-28, in which every request carries all client metadata. */
export function asModern(
  method: string,
  params: Params,
  more: Params = {},
): [body: unknown, headers: Record<string, string>] {
  const name = params["name"] ?? params["uri"];
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    ...more,
  };
  return [
    { jsonrpc: "2.0", id: (id += 1), method, params: { ...params, _meta } },
    {
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": method,
      ...(typeof name === "string" && { "Mcp-Name": name }),
    },
  ];
}

export const modern = (token: string, method: string, params: Params = {}, meta: Params = {}): Promise<Reply> =>
  post(token, ...asModern(method, params, meta));

/** Yields the messages of an event-stream answer as they arrive. */
export async function* stream(
  token: string,
  method: string,
  params: Params,
  { meta = {}, isLegacy = false }: { meta?: Params; isLegacy?: boolean } = {},
): AsyncGenerator<Loose, void> {
  const response = isLegacy
    ? await send(
        token,
        { jsonrpc: "2.0", id: (id += 1), method, params: { ...params, _meta: meta } },
        { "MCP-Protocol-Version": "2025-06-18" },
      )
    : await send(token, ...asModern(method, params, meta));
  if (response.headers.get("Content-Type") !== "text/event-stream" || response.body === null)
    throw new Error(`${response.status} ${await response.text()}`);
  let text = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined && data !== "") yield JSON.parse(data);
    }
  }
}

/** A request per earlier revisions, as sent after `initialize`. */
export const legacy = (token: string, method: string, params: Params = {}): Promise<Reply> =>
  post(token, { jsonrpc: "2.0", id: (id += 1), method, params }, { "MCP-Protocol-Version": "2025-06-18" });

export type Called = { isError: boolean; text: string; data: Loose };

/** Calls a tool; `data` is its structured content. */
export async function callTool(token: string, name: string, args: Params = {}): Promise<Called> {
  const { status, body } = await modern(token, "tools/call", { name, arguments: args });
  if (status !== 200) throw new Error(`${name} returned ${status} ${JSON.stringify(body)}`);
  const { isError = false, content, structuredContent } = body.result;
  return { isError, text: content[0].text, data: structuredContent };
}
