/** Providers over real HTTP: both formats, and every way in which a provider can fail. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { answers, say, tool, usage, words } from "../support/model-script.ts";
import { startScriptedModel, type LoggedRequest } from "../support/scripted-model.ts";
import { ModelError, type ModelTool } from "../../src/models/model.ts";
import { ask, errorOf, eventsOf, modelAt, requestOf, textOf, type ProviderName } from "./model-calls.ts";

const PROVIDERS = ["openai", "anthropic"] as const;
const FAST = { firstByteMs: 150, silenceMs: 150 };
const FETCH: ModelTool = { name: "fetch", description: "Fetches.", inputSchema: { type: "object", properties: {} } };

let server: Awaited<ReturnType<typeof startScriptedModel>>;

beforeAll(async () => {
  server = await startScriptedModel();
});
afterAll(() => server.close());

const model = (name: ProviderName, script: string, timeouts?: typeof FAST) =>
  modelAt(server.url, name, script, timeouts);

async function lastRequest(script: string, format = "openai"): Promise<LoggedRequest> {
  const log = (await (await fetch(`${server.url}/log?key=${encodeURIComponent(script)}`)).json()) as LoggedRequest[];
  const last = log.findLast((each) => each.format === format);
  if (!last) throw new Error("No request arrived.");
  return last;
}

test.each(PROVIDERS)("%s streams text, usage and the end", async (name) => {
  const events = await eventsOf(model(name, answers([say("Two words"), usage(120, 20, 7)])));
  expect(events).toEqual([
    { kind: "text", text: "Two " },
    { kind: "text", text: "words" },
    { kind: "usage", input: 120, cached: 20, output: 7, written: 0 },
    { kind: "end", reason: "stop" },
  ]);
});

test.each(PROVIDERS)("%s yields each word when it is sent", async (name) => {
  const arrived: number[] = [];
  for await (const event of model(name, words(4, 60)).stream(requestOf([ask("Hello")]))) {
    if (event.kind === "text") arrived.push(performance.now());
  }
  expect((arrived.at(-1) ?? 0) - (arrived[0] ?? 0)).toBeGreaterThan(120);
});

test.each(PROVIDERS)("%s joins the pieces of a call's arguments", async (name) => {
  const args = { ids: ["0191f1a0-7d1f-7e3a-9c55-1f2d3c4b5a69"], text: "A long text in several pieces" };
  const script = answers([say("Let me look."), tool("fetch", args), tool("search", { query: "x" })]);
  const events = await eventsOf(model(name, script), requestOf([ask("Hello")], { tools: [FETCH] }));
  expect(events.filter(({ kind }) => kind === "call")).toEqual([
    { kind: "call", id: "call_0_0", name: "fetch", args: JSON.stringify(args) },
    { kind: "call", id: "call_0_1", name: "search", args: `{"query":"x"}` },
  ]);
  expect(events.at(-1)).toEqual({ kind: "end", reason: "calls" });
});

test.each(PROVIDERS)("%s passes on unknown tools and arguments that are no JSON", async (name) => {
  const broken = await eventsOf(model(name, `badargs!${tool("fetch", { ids: [] })}`));
  expect(broken[0]).toEqual({ kind: "call", id: "call_0_0", name: "fetch", args: `{"cut": ` });
  const unknown = await eventsOf(model(name, `badtool!${tool("fetch", { ids: [] })}`));
  expect(unknown[0]).toEqual({ kind: "call", id: "call_0_0", name: "no_such_tool", args: `{"ids":[]}` });
});

test.each(PROVIDERS)("%s receives calls and results in its own format", async (name) => {
  const script = answers(words(1), [say("Done for "), say(name)]);
  const events = await eventsOf(
    model(name, script),
    requestOf(
      [
        { role: "system", content: "Be brief." },
        ask("Earlier"),
        { role: "assistant", content: "", calls: [] },
        { role: "assistant", content: "", calls: [{ id: "a", name: "fetch", args: `{"cut": ` }] },
        { role: "tool", callId: "a", name: "fetch", content: "No such page.", isError: true },
        ask("Now"),
      ],
      { tools: [FETCH] },
    ),
  );
  expect(textOf(events)).toBe(`Done for ${name}`);
  const { body } = await lastRequest(script, name);
  expect(body).toMatchObject({ stream: true, max_tokens: 1_000 });
  expect(body.tools).toHaveLength(1);
  // The empty answer is left out.
  expect(body.messages.filter(({ role }) => role === "assistant")).toHaveLength(1);
  expect(JSON.stringify(body)).toContain("No such page.");
});

test("marks where Anthropic may cache the request", async () => {
  const script = words(2);
  const messages = [{ role: "system" as const, content: "Be brief." }, ask("One"), ask("Two")];
  await eventsOf(model("anthropic", script), requestOf(messages));
  const { body } = await lastRequest(script, "anthropic");
  const cached = { cache_control: { type: "ephemeral" } };
  expect(body.system).toEqual([{ type: "text", text: "Be brief.", ...cached }]);
  expect(body.messages[0]?.content).toEqual([
    { type: "text", text: "One", ...cached },
    { type: "text", text: "Two" },
  ]);
});

test("Workers AI speaks OpenAI's format", async () => {
  const script = say("Hello from Workers");
  expect(textOf(await eventsOf(model("workers-ai", script)))).toBe("Hello from Workers");
  expect((await lastRequest(script)).format).toBe("openai");
});

test.each(
  PROVIDERS.flatMap((name) =>
    [
      ["429!words=1@0", "busy", 1],
      ["500!words=1@0", "busy", null],
      ["401!words=1@0", "denied", null],
      ["redirect!words=1@0", "rejected", null],
      ["hang!words=1@0", "silent", null],
      ["half!words=6@1", "interrupted", null],
      ["endless!words=6@1", "interrupted", null],
      ["overloaded!words=6@1", "busy", null],
      ["garbage!words=6@1", "garbled", null],
      ["oversized!words=9@0", "too_long", null],
    ].map(([script, code, retryAfter]) => ({ name, script, code, retryAfter })),
  ),
)("$name reports $script as $code", async ({ name, script, code, retryAfter }) => {
  const error = await errorOf(model(name, String(script), FAST));
  expect(error).toBeInstanceOf(ModelError);
  expect({ code: error.code, retryAfter: error.retryAfter }).toEqual({ code, retryAfter });
  expect(error.isRetryable).toBe(["busy", "silent", "interrupted", "garbled"].includes(String(code)));
  expect(error.message).toMatch(/^[A-Z].+\.$/);
});

test.each(PROVIDERS)("%s answers after faults that pass", async (name) => {
  for (const script of ["429*1!words=2@0", "500*1!words=2@0", "half!words=2@0"]) {
    await errorOf(model(name, `${script};usage=1,0,1`));
    expect(textOf(await eventsOf(model(name, `${script};usage=1,0,1`)))).toMatch(/^<[\d.]+> <[\d.]+> $/);
  }
});

test.each(PROVIDERS)("%s never repeats the key in an error, and follows no redirect", async (name) => {
  const denied = await errorOf(model(name, "401!words=1@1"));
  expect(denied.detail).toContain("is not valid");
  const redirected = await errorOf(model(name, "redirect!words=1@1"));
  for (const error of [denied, redirected])
    expect(JSON.stringify([error.message, error.detail, error.stack, error.cause])).not.toContain("canary");
});

test.each(PROVIDERS)("%s stops at once when the request is cancelled", async (name) => {
  const controller = new AbortController();
  const script = words(50, 100);
  const events: string[] = [];
  const reading = (async () => {
    for await (const event of model(name, script).stream(requestOf([ask("Hi")], { signal: controller.signal }))) {
      events.push(event.kind);
      if (events.length === 2) controller.abort();
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: "cancelled" });
  expect(events).toEqual(["text", "text"]);
  controller.abort();
  const late = await errorOf(model(name, script), requestOf([ask("Hi")], { signal: controller.signal }));
  expect(late.code).toBe("cancelled");
});

test("reports an unreachable server as busy", async () => {
  const closed = await startScriptedModel();
  await closed.close();
  const error = await errorOf(modelAt(closed.url, "openai", "words=1@0"));
  expect(error.code).toBe("busy");
});

test("a first event that cannot be read is garbled", async () => {
  for (const name of PROVIDERS) {
    const reply = new Response("data: {not json\n\n", { headers: { "Content-Type": "text/event-stream" } });
    vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(reply);
    expect((await errorOf(modelAt("https://models.example", name, "m"))).code).toBe("garbled");
  }
  vi.restoreAllMocks();
});

test("names the limit on tokens as OpenAI's own models expect", async () => {
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((_, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return Promise.resolve(Response.json({ error: { message: "No such model." } }, { status: 404 }));
  });
  const error = await errorOf(modelAt("https://api.openai.com", "openai", "gpt-5"));
  expect([error.code, error.detail]).toEqual(["rejected", "No such model."]);
  await errorOf(modelAt("https://models.example", "openai", "gpt-5"));
  expect(bodies).toEqual([
    expect.objectContaining({ max_completion_tokens: 1_000 }),
    expect.objectContaining({ max_tokens: 1_000 }),
  ]);
  vi.restoreAllMocks();
});
