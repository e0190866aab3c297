/**
 * Replaces `@modelcontextprotocol/server` for the conformance suite (`npm run conformance`): the same library, plus the
 * tools, resources and prompts that the suite calls by name. It is never deployed.
 */
import {
  McpServer as Original,
  ResourceNotFoundError,
  createRequestStateCodec,
} from "../../node_modules/@modelcontextprotocol/server/dist/index.mjs";
import type {
  CallToolRequest,
  GetPromptRequest,
  GetPromptResult,
  Implementation,
  ReadResourceRequest,
  Server,
  ServerContext,
  ServerOptions,
} from "../../node_modules/@modelcontextprotocol/server/dist/index.mjs";
import { PROMPTS, RESOURCES, TEMPLATES, readFixture } from "./resources.ts";
import { INPUT_PROMPT, INPUT_TOOLS, type StateCodec } from "./input-required.ts";
import { TOOLS, type Fixture } from "./tools.ts";

export * from "../../node_modules/@modelcontextprotocol/server/dist/index.mjs";

/** The key is valid for one run, and nothing depends on it. */
const codec: StateCodec = createRequestStateCodec({ key: "a key of the conformance suite alone" });

const ALL_TOOLS: readonly Fixture[] = [...TOOLS, ...INPUT_TOOLS(codec)];

type Handler = (request: { params?: unknown }, ctx: ServerContext) => unknown;

/** The fixture's answer, or `undefined` to pass the request to our own handler. */
const ANSWERS: Record<string, (request: never, ctx: ServerContext) => unknown> = {
  "tools/call": ({ params }: CallToolRequest, ctx) =>
    ALL_TOOLS.find(({ name }) => name === params.name)?.call(ctx, params.arguments ?? {}),
  "resources/read": ({ params: { uri } }: ReadResourceRequest) => {
    if (!uri.startsWith("test://")) return undefined;
    const contents = readFixture(uri);
    if (!contents) throw new ResourceNotFoundError(uri);
    return { contents: [contents] };
  },
  "prompts/get": ({ params }: GetPromptRequest, ctx): GetPromptResult | object | undefined =>
    [...PROMPTS, INPUT_PROMPT].find(({ name }) => name === params.name)?.get(params.arguments ?? {}, ctx),
  "completion/complete": ({ params }: { params: { ref: { name?: string } } }) =>
    params.ref.name?.startsWith("test_") === true
      ? { completion: { values: [], total: 0, hasMore: false } }
      : undefined,
};

const listed = ({ name, description, inputSchema = { type: "object" } }: Fixture) => ({
  name,
  description,
  inputSchema,
});

/** Items that the fixtures add to our own answers. */
const ADDED: Record<string, Record<string, readonly object[]>> = {
  "tools/list": { tools: ALL_TOOLS.map(listed) },
  "resources/list": { resources: RESOURCES },
  "resources/templates/list": { resourceTemplates: TEMPLATES },
  "prompts/list": { prompts: [...PROMPTS, INPUT_PROMPT].map(({ get: _get, ...prompt }) => prompt) },
};

async function merged(method: string, own: unknown): Promise<unknown> {
  const answer = { ...((await own) as Record<string, unknown[]>) };
  for (const [key, added] of Object.entries(ADDED[method] ?? {})) answer[key] = [...added, ...(answer[key] ?? [])];
  return answer;
}

export class McpServer extends Original {
  constructor(info: Implementation, options: ServerOptions = {}) {
    super(info, { ...options, requestState: { verify: (state, ctx) => codec.verify(state, ctx) } });
    const { server } = this;
    const set = server.setRequestHandler.bind(server) as (method: string, handler: Handler) => void;
    // Our endpoint uses only the two-argument form.
    server.setRequestHandler = ((method: string, own: Handler) =>
      set(method, async (request, ctx) => {
        const answer = await ANSWERS[method]?.(request as never, ctx);
        return answer ?? merged(method, own(request, ctx));
      })) as Server["setRequestHandler"];
  }
}
