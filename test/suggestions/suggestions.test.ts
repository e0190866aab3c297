/** Suggestions for a page's text: rights, limits, budgets, and what a failing model reveals. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { createModels } from "../../src/models/models.ts";
import type { Caller } from "../../src/kernel/caller.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { suggest } from "../../src/features/suggestions/service.ts";
import type { SuggestionLine } from "../../src/kernel/suggestion.ts";
import { d1 } from "../support/d1.ts";
import { say, words } from "../support/model-script.ts";
import { requestsOf, scriptModel } from "../support/models.ts";
import { makePage, world, type Client, type Person, type World } from "../support/world.ts";

const linesOf = (body: string): SuggestionLine[] =>
  body
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SuggestionLine);
const textOf = (lines: readonly SuggestionLine[]): string =>
  lines.map((line) => ("text" in line ? line.text : "")).join("");

async function scene(script: string, content = "Some words.") {
  const w = await world();
  const pageId = await makePage(w, { title: "Plan", content });
  const { key, marker } = await scriptModel(script);
  const send = (by: Client, more: object = {}) =>
    by.post(`/api/pages/${pageId}/suggestions`, { action: "rewrite", text: `Some words. ${marker}`, ...more });
  return { w, pageId, key, marker, send };
}

/** Asks for Olivia as the route does, with other variables of the deployment. */
function suggestWith(w: World, pageId: string, variables: object, text: string) {
  const context = createExecutionContext();
  const deps = createDeps({ ...env, ...variables }, context, Date.now());
  const request = { action: "rewrite", text, before: "", after: "" } as const;
  const settled = () => waitOnExecutionContext(context);
  return { stream: suggest(deps, callerOf(w), pageId, request), settled };
}

const callerOf = (w: World): Caller => ({
  kind: "session",
  tokenHash: hashToken("session", w.session("olivia")),
  client: { ip: "192.0.2.1", userAgent: "" },
});

test("streams what the model writes, offers it no tools, and leaves the page as it is", async () => {
  const { w, pageId, key, send } = await scene(say("Better words."));
  const { status, body, headers } = await send(w.as("edna"), { before: "Earlier.", after: "Later." });
  expect([status, headers.get("Content-Type")]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
  const lines = linesOf(body);
  expect([textOf(lines), lines.at(-1)]).toEqual(["Better words.", { end: true, isCut: false }]);
  expect((await w.as("olivia").get(`/api/pages/${pageId}`)).body).toMatchObject({
    content: "Some words.",
    revision: 1,
  });
  const [asked] = await requestsOf(key);
  expect(asked?.body.tools).toBeUndefined();
  const [boundary] = /(?<=<content-)[0-9a-f]{16}/.exec(JSON.stringify(asked?.body.messages)) ?? [""];
  const prompt = String(asked?.body.messages.at(-1)?.content);
  for (const text of ["Plan", "Earlier.", "Later."])
    expect(prompt).toContain(`<content-${boundary}>\n${text}\n</content-${boundary}>`);
});

test("sends the instruction, the language and the format to the model", async () => {
  const { w, key, marker, send } = await scene(say("Gut."));
  await send(w.as("olivia"), { action: "translate", language: "German" });
  await send(w.as("olivia"), { action: "instruct", instruction: "Make it rhyme." });
  const code = await makePage(w, { type: "CODE", title: "a.ts", content: "x" });
  await w.as("olivia").post(`/api/pages/${code}/suggestions`, { action: "continue", text: marker });
  const prompts = (await requestsOf(key)).map(({ body }) => String(body.messages.at(-1)?.content));
  expect(prompts[0]).toContain("Language: German");
  expect(prompts[1]).toContain("Instruction: Make it rhyme.");
  expect(prompts[1]).toContain("Format: Markdown");
  expect(prompts[2]).toContain("Format: source code");
});

test.each<[Person, number]>([
  ["olivia", 200],
  ["edna", 200],
  ["vera", 403],
  ["oscar", 404],
])("%s gets %i", async (person, status) => {
  const { w, key, send } = await scene(say("Fine."));
  expect((await send(w.as(person))).status).toBe(status);
  expect(await requestsOf(key)).toHaveLength(status === 200 ? 1 : 0);
});

test("is not for tools", async () => {
  const { w, send } = await scene(say("Fine."));
  const { client: tool } = await w.token("olivia");
  expect((await send(tool)).status).toBe(401);
});

test.each([
  [{ text: "x".repeat(20_001) }, "text"],
  [{ before: "x".repeat(2_001) }, "before"],
  [{ after: "x".repeat(2_001) }, "after"],
  [{ instruction: "x".repeat(2_001) }, "instruction"],
  [{ action: "instruct", instruction: " " }, "instruction"],
  [{ action: "translate" }, "language"],
  [{ action: "delete" }, "action"],
])("rejects %j", async (more, field) => {
  const { w, send } = await scene(say("Fine."));
  const { status, body } = await send(w.as("olivia"), more);
  expect([status, body.issues[0].path]).toEqual([400, field]);
});

test("ends at 30,000 characters", async () => {
  const { w, send } = await scene(`oversized!${words(3)}`);
  const lines = linesOf((await send(w.as("olivia"))).body);
  expect([textOf(lines).length, lines.at(-1)]).toEqual([30_000, { end: true, isCut: true }]);
});

test.each([
  ["401!", "The model's provider rejects the key of this deployment."],
  ["500*9!", "The model is busy or unreachable at the moment."],
  ["half!", "The model's answer broke off."],
])("says why the model failed (%s) without the provider's words", async (fault, error) => {
  const { w, send } = await scene(`${fault}${words(4)}`);
  const { status, body } = await send(w.as("olivia"));
  expect([status, linesOf(body).at(-1)]).toEqual([200, { error, code: "provider_unavailable" }]);
  expect(body).not.toMatch(/openai|not valid|broken/i);
});

test("counts against the budgets of the day, also if the model fails", async () => {
  const { w, pageId, send } = await scene(say("Better words."));
  await send(w.as("olivia"));
  const failing = await scriptModel(`401!${words(1)}`);
  await send(w.as("olivia"), { text: failing.marker });
  const scope = `user:${w.ids.olivia}`;
  const budget =
    await d1`select reserved, reserved_tokens, questions, spent > 0 as cost from ai_budgets where scope = ${scope}`.first();
  expect(budget).toEqual({ reserved: 0, reserved_tokens: 0, questions: 2, cost: 1 });
  const { results } = await d1`select run_id, user_id from ai_calls where page_id = ${pageId}`.all();
  expect(results).toEqual([
    { run_id: "", user_id: w.ids.olivia },
    { run_id: "", user_id: w.ids.olivia },
  ]);
});

test("a used-up budget is named before the model is asked", async () => {
  const { w, pageId, key, marker } = await scene(say("Better words."));
  const { stream, settled } = suggestWith(w, pageId, { AI_DAILY_TOKENS_PER_PERSON: "100" }, marker);
  await expect(stream).rejects.toMatchObject({
    code: "rate_limited",
    message: expect.stringContaining("You have reached the daily limit of 100 tokens."),
  });
  await settled();
  expect(await requestsOf(key)).toEqual([]);
});

const NO_MODELS = {
  AI_OPENAI_URL: "",
  AI_OPENAI_KEY: "",
  AI_OPENAI_MODELS: "",
  AI_ANTHROPIC_URL: "",
  AI_ANTHROPIC_KEY: "",
  AI_ANTHROPIC_MODELS: "",
};

test("says that no model is configured", async () => {
  const { w, pageId } = await scene(say("Fine."));
  const { models: _, ...deps } = createDeps(env, createExecutionContext(), Date.now());
  const models = createModels({ modelProviders: [], defaultModel: null, production: true });
  const request = { action: "rewrite", text: "x", before: "", after: "" } as const;
  await expect(suggest({ ...deps, models }, callerOf(w), pageId, request)).rejects.toMatchObject({
    code: "model_not_configured",
    message: "No language model is set up here.",
  });
});

test("a development server without a model answers by the scripted demo", async () => {
  const { w, pageId } = await scene(say("Fine."));
  const { stream } = suggestWith(w, pageId, NO_MODELS, "some   words. others.");
  expect(textOf(linesOf(await new Response(await stream).text()))).toBe(
    "Some words. Others. (Scripted demo, not a language model.)",
  );
});

test("stops the model and settles once the reader is gone", async () => {
  const { w, pageId, key, marker } = await scene(words(200, 50));
  const { stream, settled } = suggestWith(w, pageId, {}, marker);
  const reader = (await stream).getReader();
  await reader.read();
  await reader.cancel();
  const begin = Date.now();
  await settled();
  expect(Date.now() - begin).toBeLessThan(5_000);
  expect(await requestsOf(key)).toHaveLength(1);
  const row = await d1`select reserved from ai_budgets where scope = ${`user:${w.ids.olivia}`}`.first();
  expect(row).toEqual({ reserved: 0 });
});
