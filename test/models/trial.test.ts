/** Trying a model on an AI_CHAT page, and which models its agent can use. */
import { expect, test } from "vitest";
import { statusOf } from "../../src/features/agents/models.ts";
import { createModels } from "../../src/models/models.ts";
import { parseConfig } from "../../src/platform/config.ts";
import { answers, say, tool, usage } from "../support/model-script.ts";
import { scriptedModel } from "../support/models.ts";
import { d1 } from "../support/d1.ts";
import { world, type World } from "../support/world.ts";

const CALL = tool("search", { query: "ping" });

async function chatOf(w: World): Promise<string> {
  const { body } = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "Planner", type: "AI_CHAT" });
  return body.id;
}

/** Tries the model while it follows the script. */
async function tryWith(script: string, aiProvider = "openai") {
  const w = await world();
  const page = await chatOf(w);
  const aiModel = aiProvider === "openai" ? "trial" : "claude-trial";
  await scriptedModel(aiModel, script);
  const answer = await w.as("edna").post(`/api/pages/${page}/agent-config/try`, { aiProvider, aiModel });
  return { w, page, ...answer };
}

test.each(["openai", "anthropic"])("reports that everything works at %s, and records the call", async (provider) => {
  const { w, page, status, body } = await tryWith(answers([CALL, usage(100, 0, 10)]), provider);
  expect([status, body]).toEqual([200, { key: "ok", streaming: "ok", tools: "ok", error: null }]);
  const call =
    await d1`select provider, input_tokens, cost, drive_id, user_id from ai_calls where page_id = ${page}`.first();
  expect(call).toEqual({ provider, input_tokens: 100, cost: 0.00012, drive_id: w.drive, user_id: w.ids.edna });
  const budget = await d1`select spent, reserved from ai_budgets where scope = ${`user:${w.ids.edna}`}`.first();
  expect(budget).toEqual({ spent: 120, reserved: 0 });
});

test.each([
  ["401!words=1@0", { key: "failed", streaming: "skipped", tools: "skipped" }, /is not valid/],
  ["500!words=1@0", { key: "skipped", streaming: "failed", tools: "skipped" }, /is broken/],
  ["half!words=4@0", { key: "ok", streaming: "failed", tools: "skipped" }, /./],
  ["garbage!words=4@0", { key: "ok", streaming: "failed", tools: "skipped" }, /./],
  [say("I will not."), { key: "ok", streaming: "ok", tools: "failed" }, /without calling the tool/],
  [`badargs!${CALL}`, { key: "ok", streaming: "ok", tools: "failed" }, /without calling the tool/],
  [`notools!${say("Hello")}`, { key: "ok", streaming: "ok", tools: "failed" }, /does not support tools/],
])("reports what of %s failed, in the provider's words and without the key", async (script, report, error) => {
  const { status, body } = await tryWith(script);
  expect([status, body]).toEqual([200, { ...report, error: expect.stringMatching(error) }]);
  expect(JSON.stringify(body)).not.toContain("key-of-tests");
});

test("rejects other pages and readers, and says that a model is not configured", async () => {
  const w = await world();
  const page = await chatOf(w);
  const wanted = { aiProvider: "openai", aiModel: "unknown" };
  const at = (id: string) => `/api/pages/${id}/agent-config/try`;
  expect((await w.as("edna").post(at(page), wanted)).body).toEqual({
    key: "skipped",
    streaming: "skipped",
    tools: "skipped",
    error: "This model is not configured here.",
  });
  expect((await w.as("vera").post(at(page), wanted)).status).toBe(403);
  expect((await w.as("oscar").post(at(page), wanted)).status).toBe(404);
  const { body } = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "Text", type: "DOCUMENT" });
  expect((await w.as("edna").post(at(body.id), wanted)).body.code).toBe("not_ai_chat");
});

test("an agent's configuration lists the models, and says whether its own is one of them", async () => {
  const w = await world();
  const at = `/api/pages/${await chatOf(w)}/agent-config`;
  const { body } = await w.as("vera").get(at);
  expect(body.models).toContainEqual({
    provider: "openai",
    model: "scripted",
    window: 100_000,
    price: { input: 1, output: 2 },
  });
  expect(body.status).toBe("ready");
  const status = async (aiProvider: string, aiModel: string) =>
    (await w.as("edna").patch(at, { aiProvider, aiModel })).body.status;
  expect(await status("anthropic", "claude-scripted")).toBe("ready");
  expect(await status("openai", "claude-scripted")).toBe("unknown_model");
  expect(await status("", "")).toBe("ready");
  const none = createModels({ ...parseConfig({ ENVIRONMENT: "development" }), production: true });
  expect(statusOf(none, { aiProvider: "openai", aiModel: "scripted" })).toBe("not_configured");
});
