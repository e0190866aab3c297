/** Published prices and context windows of models, for models whose variable does not give them. */
import type { ModelProviderName } from "../platform/model-variables.ts";
import type { ModelPrice } from "./model.ts";

type Known = { readonly window: number; readonly price: ModelPrice };

/** Anthropic charges a quarter more for input that it stores in its cache for five minutes. */
const WRITTEN = 1.25;

export const withWritten = (price: ModelPrice): ModelPrice => ({ ...price, written: price.input * WRITTEN });

const known = (window: number, input: number, cached: number, output: number): Known => ({
  window,
  price: { input, cached, output },
});

/** https://platform.claude.com/docs/en/about-claude/pricing */
const OPUS = known(200_000, 5, 0.5, 25);
const SONNET = known(200_000, 3, 0.3, 15);

const TABLE: Readonly<Record<ModelProviderName, Readonly<Record<string, Known>>>> = {
  anthropic: {
    "claude-opus-4-5": OPUS,
    "claude-opus-4-6": OPUS,
    "claude-opus-4-7": OPUS,
    "claude-opus-4-8": OPUS,
    "claude-opus-5": { ...OPUS, window: 1_000_000 },
    "claude-opus-5-5": known(1_000_000, 4, 0.2, 20),
    "claude-fable-5-1": known(1_000_000, 10, 0.25, 50),
    "claude-sonnet-5-5": known(1_000_000, 2, 0.1, 10),
    "claude-sonnet-4-5": SONNET,
    "claude-sonnet-4-6": SONNET,
    "claude-haiku-4-5": known(200_000, 1, 0.1, 5),
  },
  // https://developers.openai.com/api/docs/pricing
  openai: {
    "gpt-4.1": known(1_047_576, 2, 0.5, 8),
    "gpt-4.1-mini": known(1_047_576, 0.4, 0.1, 1.6),
    "gpt-4.1-nano": known(1_047_576, 0.1, 0.025, 0.4),
    "gpt-4o": known(128_000, 2.5, 1.25, 10),
    "gpt-4o-mini": known(128_000, 0.15, 0.075, 0.6),
    "gpt-5": known(400_000, 1.25, 0.125, 10),
    "gpt-5-mini": known(400_000, 0.25, 0.025, 2),
    "gpt-5-nano": known(400_000, 0.05, 0.005, 0.4),
    "text-embedding-3-small": known(8_192, 0.02, 0.02, 0),
    "text-embedding-3-large": known(8_192, 0.13, 0.13, 0),
  },
  // https://developers.cloudflare.com/workers-ai/platform/pricing/, which names no price of cached input
  "workers-ai": {
    "@cf/meta/llama-3.3-70b-instruct-fp8-fast": known(24_000, 0.293, 0.293, 2.253),
    "@cf/baai/bge-m3": known(60_000, 0.012, 0.012, 0),
  },
};

/** Other servers speak OpenAI's format too, and their models may have the same names at other prices. */
const HOSTS: Readonly<Partial<Record<ModelProviderName, string>>> = { openai: "api.openai.com" };

/** Null if the model is not known. A date at the end of an id names a version of the model at the same price. */
export function knownModel(provider: ModelProviderName, url: string, id: string): Known | null {
  const host = HOSTS[provider];
  if (host !== undefined && new URL(url).hostname !== host) return null;
  const table = TABLE[provider];
  const name = id.replace(/-\d{4}-?\d{2}-?\d{2}$/, "");
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}
