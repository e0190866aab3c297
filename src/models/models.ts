/** The language models of this deployment, from its configuration. */
import type { Config } from "../platform/config.ts";
import type { ConfiguredEmbeddings, ConfiguredModel, ModelProvider } from "../platform/model-variables.ts";
import {
  DEMO_PROVIDER,
  type EmbeddingModel,
  type LanguageModel,
  type ModelEvent,
  type ModelInfo,
  type ModelRequest,
  type Models,
} from "./model.ts";
import { aiSdk, demo } from "./load.ts";
import { knownModel, withWritten } from "./prices.ts";
import { TIMEOUTS, type Timeouts } from "./provider-fetch.ts";

/** For a model whose window nobody gave: small enough for most. */
const DEFAULT_WINDOW = 32_000;

const DEMO: ModelInfo = {
  provider: DEMO_PROVIDER,
  model: "scripted",
  window: 32_000,
  price: { input: 0, cached: 0, output: 0 },
};

function describe(provider: ModelProvider, { id, window, price }: ConfiguredModel): ModelInfo {
  const known = knownModel(provider.name, provider.url, id);
  const charged = price ?? known?.price ?? null;
  return {
    provider: provider.name,
    model: id,
    window: window ?? known?.window ?? DEFAULT_WINDOW,
    price: charged && provider.name === "anthropic" ? withWritten(charged) : charged,
  };
}

async function* streamDemo(request: ModelRequest): AsyncGenerator<ModelEvent> {
  yield* (await demo()).streamDemo(request);
}

async function* streamProvider(
  provider: ModelProvider,
  model: string,
  request: ModelRequest,
  timeouts: Timeouts,
): AsyncGenerator<ModelEvent> {
  yield* (await aiSdk()).streamModel(provider, model, request, timeouts);
}

type ModelsConfig = Pick<Config, "modelProviders" | "defaultModel" | "production">;

export function createModels(config: ModelsConfig, timeouts: Timeouts = TIMEOUTS): Models {
  const { modelProviders, defaultModel, production } = config;
  const models: LanguageModel[] = modelProviders.flatMap((provider) =>
    provider.models.map((model) => ({
      ...describe(provider, model),
      stream: (request) => streamProvider(provider, model.id, request, timeouts),
    })),
  );
  if (models.length === 0 && !production) models.push({ ...DEMO, stream: streamDemo });
  const infos = models.map(({ provider, model, window, price }): ModelInfo => ({ provider, model, window, price }));
  const isModel = (provider: string, model: string) => (each: ModelInfo) =>
    each.provider === provider && each.model === model;
  return {
    list: () => infos,
    find: (provider, model) => models.find(isModel(provider, model)) ?? null,
    preferred: () =>
      (defaultModel && infos.find(isModel(defaultModel.provider, defaultModel.model))) ?? infos[0] ?? null,
  };
}

const created = new WeakMap<ModelsConfig, Models>();

/** The models of this isolate: its configuration never changes. */
export function modelsFor(config: Config): Models {
  const known = created.get(config) ?? createModels(config);
  created.set(config, known);
  return known;
}

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
