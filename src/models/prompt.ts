/** Translates messages into the AI SDK's prompt, and marks where Anthropic may cache it. */
import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelCall, ModelMessage } from "./model.ts";

/** Anthropic stores the request up to here and reads it from its cache next time. Others ignore it. */
const CACHE = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

/** Arguments as an object if they are JSON, which Anthropic requires, else as received. */
function inputOf({ args }: ModelCall): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}

function toMessage(message: ModelMessage): LanguageModelV4Message | null {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content };
    case "user":
      return { role: "user", content: [{ type: "text", text: message.content }] };
    case "assistant": {
      const text = message.content === "" ? [] : [{ type: "text" as const, text: message.content }];
      const calls = message.calls.map((call) => ({
        type: "tool-call" as const,
        toolCallId: call.id,
        toolName: call.name,
        input: inputOf(call),
      }));
      // Providers reject an empty message.
      return text.length + calls.length === 0 ? null : { role: "assistant", content: [...text, ...calls] };
    }
    default: {
      const output = { type: message.isError ? ("error-text" as const) : ("text" as const), value: message.content };
      return {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: message.callId, toolName: message.name, output }],
      };
    }
  }
}

/**
 * System messages come first, as all providers require. Three places end a part that the next request repeats: the last
 * system message, the message before the question, and the results of tools that an answer has so far.
 */
export function toPrompt(messages: readonly ModelMessage[]): LanguageModelV4Prompt {
  const sorted = [...messages.filter(isSystem), ...messages.filter((message) => !isSystem(message))];
  const prompt = sorted.map(toMessage).filter((message) => message !== null);
  const question = prompt.findLastIndex(({ role }) => role === "user");
  const ends = [prompt.findLastIndex(({ role }) => role === "system"), question - 1];
  if (prompt.at(-1)?.role === "tool") ends.push(prompt.length - 1);
  return prompt.map((message, index) => (ends.includes(index) ? { ...message, providerOptions: CACHE } : message));
}

const isSystem = ({ role }: ModelMessage): boolean => role === "system";
