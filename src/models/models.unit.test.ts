/** Which models a deployment has: their prices, the preferred one, and the demo of a development server. */
import { expect, test } from "vitest";
import { createModels } from "./models.ts";

const model = (id: string) => ({ id, window: null, price: null });
const openai = (url: string, ...ids: string[]) => ({ name: "openai" as const, url, key: null, models: ids.map(model) });
const config = (modelProviders: readonly ReturnType<typeof openai>[]) => ({
  modelProviders,
  defaultModel: null,
  production: true,
});

test("knows the prices of OpenAI's models at OpenAI alone, also of dated versions", () => {
  const [known, dated, other] = createModels(
    config([openai("https://api.openai.com/v1", "gpt-4.1", "gpt-4.1-2025-04-14", "gpt-4.1-own")]),
  ).list();
  expect(known).toMatchObject({ window: 1_047_576, price: { input: 2, cached: 0.5, output: 8 } });
  expect(dated?.price).toEqual(known?.price);
  expect(other?.price).toBeNull();
  expect(createModels(config([openai("https://models.example/v1", "gpt-4.1")])).list()).toEqual([
    { provider: "openai", model: "gpt-4.1", window: 32_000, price: null },
  ]);
});

test("prefers the default model, else the first", () => {
  const providers = [openai("https://models.example", "a", "b")];
  expect(createModels(config(providers)).preferred()?.model).toBe("a");
  const defaultModel = { provider: "openai", model: "b" };
  expect(createModels({ ...config(providers), defaultModel }).preferred()?.model).toBe("b");
});

test("has a demo only where nothing is configured, and never in production", () => {
  expect(createModels(config([])).preferred()).toBeNull();
  const development = createModels({ ...config([]), production: false });
  expect(development.list().map(({ provider }) => provider)).toEqual(["demo"]);
  expect(development.find("demo", "scripted")).not.toBeNull();
  const configured = createModels({ ...config([openai("https://models.example", "a")]), production: false });
  expect([configured.find("demo", "scripted"), configured.find("openai", "A")]).toEqual([null, null]);
});
