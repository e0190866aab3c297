/** Providers as the Worker calls them: streams, broken streams and cancellation inside workerd. */
import { env } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import { createModels } from "../../src/models/models.ts";
import { configOf } from "../../src/platform/config.ts";
import { answers, say, tool, usage, words } from "../support/model-script.ts";
import { requestsOf, scriptModel } from "../support/models.ts";
import { ask, errorOf, eventsOf, modelAt, requestOf, textOf } from "./model-calls.ts";

const MODELS = [
  ["openai", "scripted"],
  ["anthropic", "claude-scripted"],
] as const;
const models = createModels(configOf(env));
const url = `http://127.0.0.1:${inject("modelPort")}`;

test("lists the configured models with their prices, and finds no others", () => {
  // Others belong to other tests.
  expect(models.list().filter(({ model }) => !model.includes("trial"))).toEqual([
    { provider: "openai", model: "scripted", window: 100_000, price: { input: 1, cached: 0.5, output: 2 } },
    { provider: "openai", model: "unpriced", window: 32_000, price: null },
    {
      provider: "anthropic",
      model: "claude-scripted",
      window: 100_000,
      price: { input: 1, cached: 0.5, output: 2, written: 1.25 },
    },
  ]);
  expect(models.preferred()).toEqual(models.list()[0]);
  expect([models.find("openai", "claude-scripted"), models.find("demo", "scripted")]).toEqual([null, null]);
});

test.each(MODELS)("%s answers a conversation by the script that a message names", async (provider, name) => {
  const model = models.find(provider, name);
  if (!model) throw new Error("not configured");
  const { key, marker } = await scriptModel(
    answers([say("Looking."), tool("fetch", { ids: ["a"] })], [say("Found it."), usage(50, 40, 2)]),
  );
  const question = ask(`Find it. ${marker}`);
  const first = await eventsOf(model, requestOf([question]));
  const call = first.find((event) => event.kind === "call");
  expect(call).toMatchObject({ name: "fetch", args: `{"ids":["a"]}` });
  if (!call) return;
  const { kind: _, ...asked } = call;
  const second = await eventsOf(
    model,
    requestOf([
      question,
      { role: "assistant", content: "Looking.", calls: [asked] },
      { role: "tool", callId: asked.id, name: "fetch", content: "A page.", isError: false },
    ]),
  );
  expect(second.slice(-3)).toEqual([
    { kind: "text", text: "it." },
    { kind: "usage", input: 50, cached: 40, output: 2, written: 0 },
    { kind: "end", reason: "stop" },
  ]);
  expect((await requestsOf(key)).map(({ answer, n }) => [answer, n])).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test.each(MODELS)("%s ends silent, broken and unreadable streams", async (provider) => {
  const fast = { firstByteMs: 2_000, silenceMs: 200 };
  for (const [script, code] of [
    ["hang!words=2@0", "silent"],
    ["half!words=6@5", "interrupted"],
    ["endless!words=6@0", "interrupted"],
    ["garbage!words=6@0", "garbled"],
    ["oversized!words=6@0", "too_long"],
    ["overloaded!words=6@0", "busy"],
    ["401!words=6@0", "denied"],
  ] as const)
    expect((await errorOf(modelAt(url, provider, script, fast))).code, script).toBe(code);
});

test.each(MODELS)("%s stops at once when the request is cancelled", async (provider) => {
  const controller = new AbortController();
  const model = modelAt(url, provider, words(100, 50));
  const started = Date.now();
  const reading = (async () => {
    for await (const event of model.stream(requestOf([ask("Hi")], { signal: controller.signal })))
      if (event.kind === "text") controller.abort();
  })();
  await expect(reading).rejects.toMatchObject({ code: "cancelled" });
  expect(Date.now() - started).toBeLessThan(4_000);
});

test.each(MODELS)("%s ends the provider's call when the reader leaves", async (provider) => {
  const model = modelAt(url, provider, words(3, 10));
  let text = "";
  for await (const event of model.stream(requestOf([ask("Hi")]))) {
    if (event.kind !== "text") continue;
    text = event.text;
    break;
  }
  expect(text).not.toBe("");
  expect(textOf(await eventsOf(model)).split(" ")).toHaveLength(4);
});
