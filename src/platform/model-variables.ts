/** Configuration of language models: providers, their models, and daily limits. Everything is optional. */
import * as z from "zod";
import { blankAsUndefined, integer, optionalText } from "./variables.ts";

/** US dollars per million tokens. */
type ConfiguredPrice = { readonly input: number; readonly cached: number; readonly output: number };

export type ConfiguredModel = {
  readonly id: string;
  /** Context window in tokens; null if the variable does not give it. */
  readonly window: number | null;
  readonly price: ConfiguredPrice | null;
};

export const MODEL_PROVIDERS = ["openai", "anthropic", "workers-ai"] as const;
export type ModelProviderName = (typeof MODEL_PROVIDERS)[number];

export type ModelProvider = {
  readonly name: ModelProviderName;
  /** Address of the API, without a slash at its end. */
  readonly url: string;
  /** Null for a server that asks for none. */
  readonly key: string | null;
  readonly models: readonly ConfiguredModel[];
};

/** The model that turns texts into vectors, for search by meaning. */
export type ConfiguredEmbeddings = Pick<ModelProvider, "name" | "url" | "key"> & {
  readonly model: string;
  readonly dimensions: number;
  /** Cosine similarity, 0 to 1, from which a text counts as having a query's meaning. It depends on the model. */
  readonly minSimilarity: number;
};

/** Limits of a day (UTC). Money is in US dollars. */
export type AiLimits = {
  readonly person: { readonly questions: number; readonly dollars: number; readonly tokens: number };
  readonly drive: { readonly dollars: number };
  readonly all: { readonly dollars: number; readonly tokens: number };
};

const amount = z.coerce.number().min(0).max(1_000_000);

/**
 * `id`, `id|window` or `id|window|input|cached|output`. Model ids contain colons, slashes and dots, hence the bar. The window and the
 * price of cached input may be left empty; the latter is then the price of input.
 */
const ModelText = z.string().transform((text, context) => {
  const refuse = (): never => {
    context.addIssue({ code: "custom", message: `lists a model that is not id, id|window or id|window|in|cached|out` });
    return z.NEVER;
  };
  const [id = "", window = "", ...prices] = text.split("|").map((part) => part.trim());
  if (!/^[^\s|,]{1,128}$/.test(id)) return refuse();
  const tokens = z.coerce.number().int().min(1_000).max(100_000_000).nullable();
  const size = tokens.safeParse(window === "" ? null : window);
  if (!size.success) return refuse();
  if (prices.length === 0) return { id, window: size.data, price: null };
  const [input = "", cached = "", output = ""] = prices;
  const parsed = [input, cached === "" ? input : cached, output].map((price) =>
    price === "" ? null : (amount.safeParse(price).data ?? null),
  );
  const [inPrice = null, cachedPrice = null, outPrice = null] = parsed;
  if (prices.length !== 3 || inPrice === null || cachedPrice === null || outPrice === null) return refuse();
  return { id, window: size.data, price: { input: inPrice, cached: cachedPrice, output: outPrice } };
});

const modelList = blankAsUndefined(
  z
    .string()
    .transform((list) => list.split(",").map((text) => text.trim()))
    .pipe(z.array(ModelText).min(1).max(50))
    .refine((models) => new Set(models.map(({ id }) => id)).size === models.length, "lists a model twice")
    .default([]),
);

const DEFAULT_MIN_SIMILARITY = 0.35;
/** Vectorize's limit. */
const MAX_DIMENSIONS = 1_536;

/** `provider/model|dimensions`, and the least similarity as a third part. */
const embeddings = blankAsUndefined(
  z
    .string()
    .trim()
    .transform((text, context) => {
      const [, provider, model = "", dimensions, similarity] =
        /^(openai|workers-ai)\/([^\s|,]{1,128})\|(\d{1,4})(?:\|(0?\.\d{1,4}))?$/.exec(text) ?? [];
      const size = Number(dimensions);
      if (size >= 1 && size <= MAX_DIMENSIONS)
        return {
          provider: provider as "openai" | "workers-ai", // one of the pattern's
          model,
          dimensions: size,
          minSimilarity: similarity === undefined ? DEFAULT_MIN_SIMILARITY : Number(similarity),
        };
      const form = "provider/model|dimensions, of the provider openai or workers-ai";
      context.addIssue({ code: "custom", message: `must be ${form} and with at most ${MAX_DIMENSIONS} dimensions` });
      return z.NEVER;
    })
    .optional(),
);

const address = blankAsUndefined(
  z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/[?#@]/.test(url), "must be an address without a user, a query or a fragment")
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
);

const dollars = (fallback: number) => blankAsUndefined(amount.default(fallback));
const count = (fallback: number) => blankAsUndefined(integer(fallback, 0, 1_000_000_000_000));

export const MODEL_VARIABLES = {
  AI_DEFAULT: optionalText,
  AI_EMBEDDINGS: embeddings,
  AI_OPENAI_URL: address,
  AI_OPENAI_KEY: optionalText,
  AI_OPENAI_MODELS: modelList,
  AI_ANTHROPIC_URL: address,
  AI_ANTHROPIC_KEY: optionalText,
  AI_ANTHROPIC_MODELS: modelList,
  AI_WORKERS_URL: address,
  AI_WORKERS_ACCOUNT: blankAsUndefined(
    z
      .string()
      .trim()
      .regex(/^[0-9a-f]{32}$/, "must be an account id: 32 hexadecimal digits")
      .optional(),
  ),
  AI_WORKERS_TOKEN: optionalText,
  AI_WORKERS_MODELS: modelList,
  AI_DAILY_QUESTIONS_PER_PERSON: count(200),
  AI_DAILY_DOLLARS_PER_PERSON: dollars(5),
  AI_DAILY_TOKENS_PER_PERSON: count(2_000_000),
  AI_DAILY_DOLLARS_PER_DRIVE: dollars(25),
  AI_DAILY_DOLLARS: dollars(100),
  AI_DAILY_TOKENS: count(50_000_000),
} as const;

type Variables = z.output<z.ZodObject<typeof MODEL_VARIABLES>>;

const ANTHROPIC_URL = "https://api.anthropic.com/v1";
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Which of a provider's variables need which others. */
const NEEDS: readonly (readonly [given: keyof Variables, needed: keyof Variables])[] = [
  ["AI_OPENAI_URL", "AI_OPENAI_MODELS"],
  ["AI_OPENAI_KEY", "AI_OPENAI_URL"],
  ["AI_OPENAI_MODELS", "AI_OPENAI_URL"],
  ["AI_ANTHROPIC_URL", "AI_ANTHROPIC_KEY"],
  ["AI_ANTHROPIC_KEY", "AI_ANTHROPIC_MODELS"],
  ["AI_ANTHROPIC_MODELS", "AI_ANTHROPIC_KEY"],
  ["AI_WORKERS_ACCOUNT", "AI_WORKERS_TOKEN"],
  ["AI_WORKERS_URL", "AI_WORKERS_TOKEN"],
  ["AI_WORKERS_TOKEN", "AI_WORKERS_MODELS"],
  ["AI_WORKERS_MODELS", "AI_WORKERS_TOKEN"],
];

const isSet = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Errors in the combination of variables: name and reason. Keys and pages' texts are sent to the addresses, hence https. */
export function modelFaults(vars: Variables & { readonly ENVIRONMENT: string }): [string, string][] {
  const faults: [string, string][] = [];
  // A provider may have embeddings alone.
  const embedder = vars.AI_EMBEDDINGS && `AI_${vars.AI_EMBEDDINGS.provider === "openai" ? "OPENAI" : "WORKERS"}_MODELS`;
  for (const [given, needed] of NEEDS) {
    if (needed === embedder) continue;
    if (isSet(vars[given]) && !isSet(vars[needed]) && !faults.some(([name]) => name === needed))
      faults.push([needed, `is required with ${given}`]);
  }
  if (isSet(vars.AI_WORKERS_TOKEN) && vars.AI_WORKERS_URL === undefined && vars.AI_WORKERS_ACCOUNT === undefined)
    faults.push(["AI_WORKERS_ACCOUNT", "is required with AI_WORKERS_TOKEN"]);
  if (vars.AI_DEFAULT !== undefined && readModelConfig(vars).defaultModel === null)
    faults.push(["AI_DEFAULT", "must be provider/model and name a model that the variables of its provider list"]);
  if (vars.AI_EMBEDDINGS !== undefined && readModelConfig(vars).embeddings === null)
    faults.push(["AI_EMBEDDINGS", "must name a provider whose address and, for Workers AI, token are given"]);
  if (vars.ENVIRONMENT !== "production") return faults;
  for (const [name, url] of [
    ["AI_OPENAI_URL", vars.AI_OPENAI_URL],
    ["AI_ANTHROPIC_URL", vars.AI_ANTHROPIC_URL],
    ["AI_WORKERS_URL", vars.AI_WORKERS_URL],
  ] as const)
    if (url !== undefined && !url.startsWith("https://") && !LOOPBACK.test(new URL(url).hostname))
      faults.push([name, "must start with https:// in production"]);
  return faults;
}

/** The providers with an address, in a fixed order. */
function readAddressed(vars: Variables): ModelProvider[] {
  const { AI_WORKERS_ACCOUNT: account, AI_WORKERS_URL: workersUrl } = vars;
  const workers = account && `https://api.cloudflare.com/client/v4/accounts/${account}/ai/v1`;
  const all = [
    { name: "openai", url: vars.AI_OPENAI_URL, key: vars.AI_OPENAI_KEY ?? null, models: vars.AI_OPENAI_MODELS },
    {
      name: "anthropic",
      url: vars.AI_ANTHROPIC_URL ?? ANTHROPIC_URL,
      key: vars.AI_ANTHROPIC_KEY ?? null,
      models: vars.AI_ANTHROPIC_MODELS,
    },
    {
      name: "workers-ai",
      url: workersUrl ?? workers,
      key: vars.AI_WORKERS_TOKEN ?? null,
      models: vars.AI_WORKERS_MODELS,
    },
  ] as const;
  return all.flatMap(({ url, ...provider }) => (url === undefined ? [] : [{ ...provider, url }]));
}

function readEmbeddings(vars: Variables, providers: readonly ModelProvider[]): ConfiguredEmbeddings | null {
  if (vars.AI_EMBEDDINGS === undefined) return null;
  const { provider, ...embedding } = vars.AI_EMBEDDINGS;
  const found = providers.find(({ name }) => name === provider);
  if (!found || (provider === "workers-ai" && found.key === null)) return null;
  const { name, url, key } = found;
  return { name, url, key, ...embedding };
}

type ModelConfig = {
  readonly modelProviders: readonly ModelProvider[];
  readonly defaultModel: { readonly provider: string; readonly model: string } | null;
  readonly embeddings: ConfiguredEmbeddings | null;
  readonly aiLimits: AiLimits;
};

export function readModelConfig(vars: Variables): ModelConfig {
  const addressed = readAddressed(vars);
  const modelProviders = addressed.filter(({ models }) => models.length > 0);
  const names = modelProviders.flatMap(({ name, models }) => models.map(({ id }) => ({ provider: name, model: id })));
  return {
    modelProviders,
    defaultModel: names.find(({ provider, model }) => `${provider}/${model}` === vars.AI_DEFAULT) ?? null,
    embeddings: readEmbeddings(vars, addressed),
    aiLimits: {
      person: {
        questions: vars.AI_DAILY_QUESTIONS_PER_PERSON,
        dollars: vars.AI_DAILY_DOLLARS_PER_PERSON,
        tokens: vars.AI_DAILY_TOKENS_PER_PERSON,
      },
      drive: { dollars: vars.AI_DAILY_DOLLARS_PER_DRIVE },
      all: { dollars: vars.AI_DAILY_DOLLARS, tokens: vars.AI_DAILY_TOKENS },
    },
  };
}
