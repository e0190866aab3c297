/** Calls models through the AI SDK's providers. Loaded on the first call, because the SDK would slow down every isolate's start. */
// The classes of the models themselves: the packages' factories add batches, files, images and more, 40 kB in the Worker.
import { AnthropicLanguageModel } from "@ai-sdk/anthropic/internal";
import { OpenAICompatibleChatLanguageModel, OpenAICompatibleEmbeddingModel } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ConfiguredEmbeddings, ModelProvider } from "../platform/model-variables.ts";
import { fromPart, fromThrown, modelError } from "./model-errors.ts";
import type { Embedded, ModelEvent, ModelRequest } from "./model.ts";
import { toPrompt } from "./prompt.ts";
import { watchCall, type Timeouts, type WatchedCall } from "./provider-fetch.ts";

/** Characters of text, arguments and reasoning. An answer this long is an error, and another try would cost as much. */
const MAX_CHARACTERS = 400_000;

/** OpenAI's own models reject the older name that other servers still expect. */
const renameLimit = ({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> => ({
  ...body,
  max_completion_tokens: max_tokens,
});

/** The part of a model's configuration that is the same for all models of a server that speaks OpenAI's format. */
const compatible = ({ name, url, key }: Pick<ModelProvider, "name" | "url" | "key">, send: WatchedCall["send"]) => ({
  provider: name,
  url: ({ path }: { readonly path: string }) => `${url}${path}`,
  headers: key === null ? {} : { Authorization: `Bearer ${key}` },
  fetch: send,
});

function modelOf(provider: ModelProvider, model: string, send: WatchedCall["send"]): LanguageModelV4 {
  const { name, url, key } = provider;
  if (name === "anthropic")
    return new AnthropicLanguageModel(model, {
      provider: "anthropic.messages",
      baseURL: url,
      headers: { "anthropic-version": "2023-06-01", "x-api-key": key ?? "" },
      fetch: send,
    });
  const isOpenAi = new URL(url).hostname === "api.openai.com";
  return new OpenAICompatibleChatLanguageModel(model, {
    ...compatible(provider, send),
    includeUsage: true,
    ...(isOpenAi && { transformRequestBody: renameLimit }),
  });
}

/** Events of one call. Closing the generator early ends the provider's call. */
export async function* streamModel(
  provider: ModelProvider,
  model: string,
  request: ModelRequest,
  timeouts: Timeouts,
): AsyncGenerator<ModelEvent> {
  const watched = watchCall(request.signal, timeouts);
  try {
    const { stream } = await modelOf(provider, model, watched.send).doStream({
      prompt: toPrompt(request.messages),
      tools: request.tools.map((tool) => ({ type: "function", ...tool })),
      maxOutputTokens: request.maxOutputTokens,
      abortSignal: watched.signal,
    });
    yield* eventsOf(stream, provider.key);
    const fault = watched.fault();
    if (fault) throw fault;
  } catch (error) {
    throw watched.fault() ?? fromThrown(error, watched.responded(), provider.key);
  } finally {
    watched.close();
  }
}

/** OpenAI's newer models shorten their vectors on request; others may reject the parameter. */
const SHORTENED = /^text-embedding-3/;

export async function embedTexts(
  { model, dimensions, ...provider }: ConfiguredEmbeddings,
  texts: readonly string[],
  signal: AbortSignal,
  timeouts: Timeouts,
): Promise<Embedded> {
  const watched = watchCall(signal, timeouts);
  try {
    const { embeddings, usage } = await new OpenAICompatibleEmbeddingModel(
      model,
      compatible(provider, watched.send),
    ).doEmbed({
      values: [...texts],
      ...(SHORTENED.test(model) && { dimensions }),
      abortSignal: watched.signal,
    });
    if (embeddings.length !== texts.length || embeddings.some(({ length }) => length !== dimensions))
      throw modelError("garbled", `${texts.length} vectors with ${dimensions} dimensions were expected.`, provider.key);
    return { vectors: embeddings, tokens: usage?.tokens ?? null };
  } catch (error) {
    throw watched.fault() ?? fromThrown(error, watched.responded(), provider.key);
  } finally {
    watched.close();
  }
}

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** What part of the stream adds to the answer's length. */
function lengthOf(part: LanguageModelV4StreamPart): number {
  switch (part.type) {
    case "text-delta":
    case "reasoning-delta":
    case "tool-input-delta":
      return part.delta.length;
    default:
      return 0;
  }
}

async function* eventsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  key: string | null,
): AsyncGenerator<ModelEvent> {
  let [size, calls] = [0, 0];
  let finish: Finish | null = null;
  for await (const part of stream) {
    size += lengthOf(part);
    if (size > MAX_CHARACTERS) throw modelError("too_long", "", null);
    if (part.type === "error") throw fromPart(part.error, key);
    if (part.type === "text-delta" && part.delta !== "") yield { kind: "text", text: part.delta };
    if (part.type === "tool-call") {
      calls += 1;
      yield { kind: "call", id: part.toolCallId, name: part.toolName, args: part.input };
    }
    if (part.type === "finish") finish = part;
  }
  const reason = finish && reasonOf(finish, calls);
  if (finish === null || reason === null) throw modelError("interrupted", "The stream has no end.", null);
  const { inputTokens, outputTokens } = finish.usage;
  if (inputTokens.total !== undefined)
    yield {
      kind: "usage",
      input: inputTokens.total,
      cached: inputTokens.cacheRead ?? 0,
      output: outputTokens.total ?? 0,
      written: inputTokens.cacheWrite ?? 0,
    };
  yield { kind: "end", reason };
}

/** Null if the stream ended too early. Some servers say "stop" after calls of tools. */
function reasonOf({ finishReason }: Finish, calls: number): Extract<ModelEvent, { kind: "end" }>["reason"] | null {
  switch (finishReason.unified) {
    case "length":
      return "length";
    case "content-filter":
      return "filtered";
    case "stop":
    case "tool-calls":
    case "other":
      return calls > 0 ? "calls" : "stop";
    default:
      return null;
  }
}
