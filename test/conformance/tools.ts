/** Tools that the conformance suite calls by name, with the answers it expects. */
import { MissingRequiredClientCapabilityError } from "../../node_modules/@modelcontextprotocol/server/dist/index.mjs";
import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  ServerContext,
} from "../../node_modules/@modelcontextprotocol/server/dist/index.mjs";

export type Fixture = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: { readonly type: "object"; readonly [key: string]: unknown };
  readonly call: (
    ctx: ServerContext,
    args: Record<string, unknown>,
  ) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;
};

type Envelope = {
  readonly "io.modelcontextprotocol/clientCapabilities"?: ClientCapabilities;
  readonly "io.modelcontextprotocol/logLevel"?: string;
};

/** The client metadata that revision 2026-07-28 sends with each request; the library's types omit the keys. */
export const envelopeOf = ({ mcpReq }: ServerContext): Envelope => mcpReq.envelope ?? {};

/** A one-pixel image and an empty sound. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

export const text = (words: string): CallToolResult => ({ content: [{ type: "text", text: words }] });

const image = { type: "image", data: PNG, mimeType: "image/png" } as const;

const embedded = (uri: string) =>
  ({ type: "resource", resource: { uri, mimeType: "text/plain", text: "An embedded resource." } }) as const;

async function reportProgress({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
    await mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken: progressToken ?? 0, progress, total: 100 },
    });
  }
  return text("Done.");
}

/** Fails unless the client declares the sampling capability. */
function needSampling(ctx: ServerContext): CallToolResult {
  if (envelopeOf(ctx)["io.modelcontextprotocol/clientCapabilities"]?.sampling === undefined) {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }
  return text("Sampling is there.");
}

export const TOOLS: readonly Fixture[] = [
  { name: "test_simple_text", description: "Answers text", call: () => text("A simple text.") },
  { name: "test_image_content", description: "Answers a picture", call: () => ({ content: [image] }) },
  {
    name: "test_audio_content",
    description: "Answers a sound",
    call: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
  },
  {
    name: "test_embedded_resource",
    description: "Answers an embedded resource",
    call: () => ({ content: [embedded("test://embedded-resource")] }),
  },
  {
    name: "test_multiple_content_types",
    description: "Answers text, a picture and a resource",
    call: () => ({
      content: [{ type: "text", text: "Several kinds." }, image, embedded("test://mixed-content-resource")],
    }),
  },
  {
    name: "test_error_handling",
    description: "Fails",
    call: () => ({ ...text("This tool fails on purpose."), isError: true }),
  },
  { name: "test_tool_with_progress", description: "Reports progress", call: reportProgress },
  { name: "test_missing_capability", description: "Needs sampling", call: needSampling },
  {
    name: "test_logging_tool",
    description: "Logs where the client wants it",
    call: async (ctx) => {
      if (envelopeOf(ctx)["io.modelcontextprotocol/logLevel"] !== undefined) await ctx.mcpReq.log("info", "A line.");
      return text("Logged.");
    },
  },
  { name: "test_streaming_elicitation", description: "Answers without asking", call: () => text("Nothing to ask.") },
];
