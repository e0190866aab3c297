/** The embedding model of this deployment, from its configuration. */
import type { ConfiguredEmbeddings } from "../platform/model-variables.ts";
import { aiSdk } from "./load.ts";
import type { ModelInfo } from "./model.ts";
import { knownModel } from "./prices.ts";
import { TIMEOUTS } from "./provider-fetch.ts";

/** One vector for each text, in order. `tokens` is null if the provider does not report them. */
export type Embedded = { readonly vectors: readonly (readonly number[])[]; readonly tokens: number | null };

export type EmbeddingModel = ModelInfo & {
  /** Identifies the model and its vectors: those of different models cannot be compared. */
  readonly fingerprint: string;
  readonly minSimilarity: number;
  /** Throws ModelError. */
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<Embedded>;
};

const DEFAULT_WINDOW = 8_192;

export function createEmbeddings(configured: ConfiguredEmbeddings | null): EmbeddingModel | null {
  if (configured === null) return null;
  const { name, url, model, dimensions, minSimilarity } = configured;
  const known = knownModel(name, url, model);
  return {
    provider: name,
    model,
    window: known?.window ?? DEFAULT_WINDOW,
    price: known?.price ?? null,
    fingerprint: `${name}/${model}|${dimensions}`,
    minSimilarity,
    embed: async (texts, signal) => (await aiSdk()).embedTexts(configured, texts, signal, TIMEOUTS),
  };
}
