/** The two formats in which the scripted model answers: OpenAI's chat completions and Anthropic's messages, both streamed. */

export type Usage = { readonly input: number; readonly cached: number; readonly output: number };

/** Sends one piece of an answer, and resolves when it has left. */
export type Send = (text: string) => Promise<void>;

export type Format = {
  readonly start: (usage: Usage) => Promise<void>;
  readonly text: (text: string) => Promise<void>;
  /** The arguments arrive in pieces. */
  readonly call: (id: string, name: string, args: string) => Promise<void>;
  readonly error: (type: string, message: string) => Promise<void>;
  readonly finish: (reason: "stop" | "calls" | (string & {}), usage: Usage) => Promise<void>;
};

const PIECE = 20;
const piecesOf = (text: string): string[] => text.match(new RegExp(`[^]{1,${PIECE}}`, "g")) ?? [];

export function openAiFormat(send: Send): Format {
  const event = (data: object): Promise<void> => send(`data: ${JSON.stringify(data)}\n\n`);
  const chunk = (delta: object, finish: string | null = null): Promise<void> =>
    event({
      id: "chunk",
      object: "chat.completion.chunk",
      model: "scripted",
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  let calls = 0;
  return {
    start: () => chunk({ role: "assistant", content: "" }),
    text: (text) => chunk({ content: text }),
    async call(id, name, args) {
      const index = calls++;
      await chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] });
      for (const piece of piecesOf(args)) await chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
    },
    error: (type, message) => event({ error: { type, message, code: 503 } }),
    async finish(reason, { input, cached, output }) {
      await chunk({}, reason === "calls" ? "tool_calls" : reason);
      const details = { prompt_tokens_details: { cached_tokens: cached } };
      const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...details };
      await event({ id: "chunk", object: "chat.completion.chunk", choices: [], usage });
      await send("data: [DONE]\n\n");
    },
  };
}

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: "end_turn",
  calls: "tool_use",
  length: "max_tokens",
};

export function anthropicFormat(send: Send): Format {
  const event = (data: { type: string; [field: string]: unknown }): Promise<void> =>
    send(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  let index = 0;
  const block = async (content: object, deltas: readonly object[]): Promise<void> => {
    await event({ type: "content_block_start", index, content_block: content });
    for (const delta of deltas) await event({ type: "content_block_delta", index, delta });
    await event({ type: "content_block_stop", index });
    index += 1;
  };
  return {
    async start({ input, cached }) {
      const usage = { input_tokens: input - cached, cache_read_input_tokens: cached, output_tokens: 1 };
      const message = { id: "message", type: "message", role: "assistant", model: "scripted", content: [], usage };
      await event({ type: "message_start", message });
      await event({ type: "ping" });
    },
    text: (text) => block({ type: "text", text: "" }, [{ type: "text_delta", text }]),
    call: (id, name, args) =>
      block(
        { type: "tool_use", id, name, input: {} },
        piecesOf(args).map((piece) => ({ type: "input_json_delta", partial_json: piece })),
      ),
    error: (type, message) => event({ type: "error", error: { type, message } }),
    async finish(reason, { output }) {
      const delta = { stop_reason: STOP_REASONS[reason] ?? reason, stop_sequence: null };
      await event({ type: "message_delta", delta, usage: { output_tokens: output } });
      await event({ type: "message_stop" });
    },
  };
}
