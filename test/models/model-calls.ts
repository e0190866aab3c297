/** Calls of models for tests of the providers, in Node and in workerd. */
import type { LanguageModel, ModelError, ModelEvent, ModelMessage, ModelRequest } from "../../src/models/model.ts";
import { createModels } from "../../src/models/models.ts";
import type { Timeouts } from "../../src/models/provider-fetch.ts";

export const KEY = "sk-canary-of-the-provider";

export type ProviderName = "openai" | "anthropic" | "workers-ai";

/** A model whose name is its script. */
export function modelAt(url: string, name: ProviderName, id: string, timeouts?: Timeouts): LanguageModel {
  const provider = { name, url: `${url}/v1`, key: KEY, models: [{ id, window: null, price: null }] };
  const models = createModels({ modelProviders: [provider], defaultModel: null, production: true }, timeouts);
  const model = models.find(name, id);
  if (!model) throw new Error("The model is not configured.");
  return model;
}

export const ask = (content: string): ModelMessage => ({ role: "user", content });

export const requestOf = (messages: readonly ModelMessage[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages,
  tools: [],
  maxOutputTokens: 1_000,
  signal: new AbortController().signal,
  ...more,
});

export async function eventsOf(model: LanguageModel, request = requestOf([ask("Hello")])): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request)) events.push(event);
  return events;
}

export const textOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.kind === "text" ? event.text : "")).join("");

export const errorOf = (model: LanguageModel, request = requestOf([ask("Hello")])): Promise<ModelError> =>
  eventsOf(model, request).then(
    () => {
      throw new Error("The model answered.");
    },
    (error: unknown) => error as ModelError, // the port's contract
  );
