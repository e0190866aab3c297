/** The variables of language models: lists of models, defaults and refusals that name a variable without its value. */
import { expect, test } from "vitest";
import { parseConfig } from "./config.ts";

const DEVELOPMENT = { ENVIRONMENT: "development" };
const PRODUCTION = {
  ENVIRONMENT: "production",
  APP_ORIGIN: "https://octavo.example",
  ROOT_SECRET: "a root secret for tests only, 0123456789",
};
const OPENAI = { AI_OPENAI_URL: "http://localhost:11434/v1/", AI_OPENAI_MODELS: "llama3.1:8b" };
const ACCOUNT = "0123456789abcdef0123456789abcdef";

test("configures no provider without variables, or with empty ones, and has default limits", () => {
  for (const vars of [{}, { AI_OPENAI_URL: "", AI_OPENAI_MODELS: " ", AI_DEFAULT: "", AI_DAILY_DOLLARS: "" }])
    expect(parseConfig({ ...PRODUCTION, ...vars })).toMatchObject({
      modelProviders: [],
      defaultModel: null,
      aiLimits: {
        person: { questions: 200, dollars: 5, tokens: 2_000_000 },
        drive: { dollars: 25 },
        all: { dollars: 100, tokens: 50_000_000 },
      },
    });
});

test("a model server of one's own needs only its address and its models", () => {
  expect(parseConfig({ ...DEVELOPMENT, ...OPENAI }).modelProviders).toEqual([
    {
      name: "openai",
      url: "http://localhost:11434/v1",
      key: null,
      models: [{ id: "llama3.1:8b", window: null, price: null }],
    },
  ]);
});

test("reads windows and prices, and keeps colons and slashes of model ids", () => {
  const list = "@cf/meta/llama:v1|8000, a | 9000 | 1 | 0.1 | 2 ,b||3||4,c|9000";
  const [provider] = parseConfig({ ...DEVELOPMENT, ...OPENAI, AI_OPENAI_MODELS: list }).modelProviders;
  expect(provider?.models).toEqual([
    { id: "@cf/meta/llama:v1", window: 8_000, price: null },
    { id: "a", window: 9_000, price: { input: 1, cached: 0.1, output: 2 } },
    { id: "b", window: null, price: { input: 3, cached: 3, output: 4 } },
    { id: "c", window: 9_000, price: null },
  ]);
});

test("knows the addresses of Anthropic and of Workers AI", () => {
  const { modelProviders, defaultModel } = parseConfig({
    ...PRODUCTION,
    AI_ANTHROPIC_KEY: "k",
    AI_ANTHROPIC_MODELS: "claude-opus-5",
    AI_WORKERS_ACCOUNT: ACCOUNT,
    AI_WORKERS_TOKEN: "t",
    AI_WORKERS_MODELS: "@cf/a/b",
    AI_DEFAULT: "workers-ai/@cf/a/b",
  });
  expect(modelProviders.map(({ name, url, key }) => [name, url, key])).toEqual([
    ["anthropic", "https://api.anthropic.com/v1", "k"],
    ["workers-ai", `https://api.cloudflare.com/client/v4/accounts/${ACCOUNT}/ai/v1`, "t"],
  ]);
  expect(defaultModel).toEqual({ provider: "workers-ai", model: "@cf/a/b" });
});

test("refuses to start with incomplete or malformed variables, and names them without their value", () => {
  const refusals: [object, string][] = [
    [{ AI_OPENAI_URL: "http://canary" }, "AI_OPENAI_MODELS is required"],
    [{ AI_OPENAI_MODELS: "canary" }, "AI_OPENAI_URL is required"],
    [{ AI_OPENAI_KEY: "canary" }, "AI_OPENAI_URL is required"],
    [{ ...OPENAI, AI_OPENAI_URL: "canary" }, "AI_OPENAI_URL"],
    [{ ...OPENAI, AI_OPENAI_URL: "https://canary:secret@host/v1" }, "AI_OPENAI_URL"],
    [{ ...OPENAI, AI_OPENAI_URL: "https://host/v1?key=canary" }, "AI_OPENAI_URL"],
    [{ ...OPENAI, AI_OPENAI_MODELS: "a,,canary" }, "AI_OPENAI_MODELS"],
    [{ ...OPENAI, AI_OPENAI_MODELS: "canary,canary" }, "AI_OPENAI_MODELS"],
    [{ ...OPENAI, AI_OPENAI_MODELS: "canary|many" }, "AI_OPENAI_MODELS"],
    [{ ...OPENAI, AI_OPENAI_MODELS: "canary|9000|1|2" }, "AI_OPENAI_MODELS"],
    [{ ...OPENAI, AI_OPENAI_MODELS: "canary|9000|1|1|" }, "AI_OPENAI_MODELS"],
    [{ ...OPENAI, AI_OPENAI_MODELS: "canary|9000|-1|1|1" }, "AI_OPENAI_MODELS"],
    [{ ...OPENAI, AI_DEFAULT: "openai/canary" }, "AI_DEFAULT"],
    [{ AI_DEFAULT: "demo/canary" }, "AI_DEFAULT"],
    [{ AI_ANTHROPIC_KEY: "canary" }, "AI_ANTHROPIC_MODELS is required"],
    [{ AI_ANTHROPIC_MODELS: "canary" }, "AI_ANTHROPIC_KEY is required"],
    [{ AI_WORKERS_TOKEN: "canary", AI_WORKERS_MODELS: "a" }, "AI_WORKERS_ACCOUNT is required"],
    [{ AI_WORKERS_ACCOUNT: ACCOUNT, AI_WORKERS_MODELS: "canary" }, "AI_WORKERS_TOKEN is required"],
    [{ AI_WORKERS_ACCOUNT: "canary" }, "AI_WORKERS_ACCOUNT"],
    [{ AI_DAILY_DOLLARS: "canary" }, "AI_DAILY_DOLLARS"],
    [{ AI_DAILY_TOKENS: "-1" }, "AI_DAILY_TOKENS"],
  ];
  for (const [change, name] of refusals) {
    const parse = (): unknown => parseConfig({ ...DEVELOPMENT, ...change });
    expect(parse, JSON.stringify(change)).toThrow(name);
    expect(parse, JSON.stringify(change)).not.toThrow(/canary|secret/);
  }
});

test("requires https in production, except for a server on the same machine", () => {
  const at = (url: string) => () => parseConfig({ ...PRODUCTION, ...OPENAI, AI_OPENAI_URL: url });
  expect(at("http://models.example/v1")).toThrow("AI_OPENAI_URL must start with https://");
  for (const url of ["https://models.example/v1", "http://localhost:1/v1", "http://127.0.0.1:1", "http://[::1]:1"])
    expect(at(url), url).not.toThrow();
});

test("reads the embedding model of a provider, which then needs no other models", () => {
  const embeddings = (vars: object) => parseConfig({ ...DEVELOPMENT, ...vars }).embeddings;
  const url = { AI_OPENAI_URL: "http://localhost:11434/v1" };
  const own = { name: "openai", url: url.AI_OPENAI_URL, key: null, model: "nomic:v1", dimensions: 768 };
  expect(embeddings({ ...url, AI_EMBEDDINGS: "openai/nomic:v1|768" })).toEqual({ ...own, minSimilarity: 0.35 });
  expect(embeddings({ ...url, AI_EMBEDDINGS: "openai/nomic:v1|768|.5" })).toEqual({ ...own, minSimilarity: 0.5 });
  const workers = {
    AI_WORKERS_ACCOUNT: ACCOUNT,
    AI_WORKERS_TOKEN: "token",
    AI_EMBEDDINGS: "workers-ai/@cf/baai/bge-m3|1024",
  };
  expect(embeddings(workers)).toMatchObject({ name: "workers-ai", key: "token", model: "@cf/baai/bge-m3" });
  expect(parseConfig({ ...DEVELOPMENT, ...workers }).modelProviders).toEqual([]);
  expect(embeddings({ AI_EMBEDDINGS: " " })).toBeNull();
});

test.each([
  [{ AI_EMBEDDINGS: "openai/m|768" }, "must name a provider whose address"],
  [{ ...OPENAI, AI_EMBEDDINGS: "workers-ai/m|768" }, "must name a provider whose address"],
  [{ ...OPENAI, AI_EMBEDDINGS: "anthropic/m|768" }, "must be provider/model|dimensions"],
  [{ ...OPENAI, AI_EMBEDDINGS: "openai/m" }, "must be provider/model|dimensions"],
  [{ ...OPENAI, AI_EMBEDDINGS: "openai/m|1537" }, "with at most 1536 dimensions"],
  [{ ...OPENAI, AI_EMBEDDINGS: "openai/m|768|2" }, "must be provider/model|dimensions"],
])("refuses %j", (vars, reason) => {
  expect(() => parseConfig({ ...DEVELOPMENT, ...vars })).toThrow(reason);
});
