/** A rule-based stand-in for a language model, for development servers without one. It uses no network. */
import { ModelError, type ModelEvent, type ModelRequest } from "../model.ts";
import { nextTurn } from "./answers.ts";

/** Pause (ms) before each word, so that an answer is seen to arrive. */
const PAUSE_MS = 15;
const CHARACTERS_PER_TOKEN = 4;

const tokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

export async function* streamDemo(request: ModelRequest, pauseMs = PAUSE_MS): AsyncGenerator<ModelEvent> {
  const { messages, signal } = request;
  const turn = nextTurn(request);
  const input = tokens(messages.map(({ content }) => content).join(""));
  if ("call" in turn) {
    if (signal.aborted) throw cancelled();
    // The id differs from those of the conversation's earlier calls.
    const id = `demo_${messages.filter(({ role }) => role === "assistant").length}`;
    const args = JSON.stringify(turn.call.args);
    yield { kind: "call", id, name: turn.call.name, args };
    yield { kind: "usage", input, cached: 0, output: tokens(args) };
    yield { kind: "end", reason: "calls" };
    return;
  }
  for (const text of turn.text.match(/\S+\s*/g) ?? []) {
    await pause(pauseMs, signal);
    yield { kind: "text", text };
  }
  yield { kind: "usage", input, cached: 0, output: tokens(turn.text) };
  yield { kind: "end", reason: "stop" };
}

const cancelled = (): ModelError => new ModelError("cancelled", "The request was cancelled.");

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(cancelled());
    const stop = (): void => {
      clearTimeout(timer);
      reject(cancelled());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
