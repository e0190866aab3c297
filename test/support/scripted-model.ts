/**
 * A model server for tests, over real HTTP: what it answers is decided by a script, in OpenAI's or Anthropic's format.
 *
 * The script is the one that was posted for a key (`POST /script {key, script}`) if a message contains `script:KEY` or the
 * model is called KEY, else the model's name if that is a script. `/embeddings` answers with the vectors of embed-words.ts,
 * spoiled by the faults of the script that was posted for the model. `GET /log?key=KEY` lists the requests. Standalone:
 * `node test/support/scripted-model.ts 9101`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { embedWords } from "./embed-words.ts";
import { anthropicFormat, openAiFormat, type Format } from "./model-formats.ts";
import { parseScript, type Script, type Step } from "./model-script.ts";

type Message = { role: string; content?: unknown };
type EmbeddingBody = { model: string; input: string[] };
type Body = { model: string; messages: Message[]; tools?: unknown[]; [field: string]: unknown };

export type LoggedRequest = {
  key: string;
  format: "openai" | "anthropic" | "embeddings";
  model: string;
  /** Which answer of the conversation was asked for, and how often the key has been asked. */
  answer: number;
  n: number;
  at: number;
  body: Body;
};

const MAX_LOG = 2_000;
const DEFAULT_SCRIPT = "words=3@0";
const MARKER = /script:([\w-]+)/g;

const now = (): number => performance.timeOrigin + performance.now();

class ScriptedModel {
  readonly scripts = new Map<string, string>();
  readonly asked = new Map<string, number>();
  log: LoggedRequest[] = [];

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const json = (data: unknown): void => void response.end(JSON.stringify(data));
    if (url.pathname === "/log") {
      const key = url.searchParams.get("key");
      return json(this.log.filter((each) => key === null || each.key === key));
    }
    let raw = "";
    for await (const piece of request) raw += String(piece);
    if (url.pathname === "/script") {
      const { key, script } = JSON.parse(raw) as { key: string; script: string };
      parseScript(script);
      this.scripts.set(key, script);
      this.asked.delete(key);
      return json({});
    }
    if (url.pathname.endsWith("/embeddings")) this.#embed(request, JSON.parse(raw) as EmbeddingBody, response);
    else await this.#speak(url, request, JSON.parse(raw) as Body, response);
  }

  #embed(request: IncomingMessage, body: EmbeddingBody, response: ServerResponse): void {
    const { model, input } = body;
    const n = (this.asked.get(model) ?? 0) + 1;
    this.asked.set(model, n);
    this.#record({ key: model, format: "embeddings", model, answer: 0, n, at: now(), body: { ...body, messages: [] } });
    const script = parseScript(this.scripts.get(model) ?? "");
    if (n <= script.times && (script.fault === "hang" || refuse(script, request, { ...body, messages: [] }, response)))
      return;
    const data = input.map((text, index) => ({ object: "embedding", index, embedding: embedWords(text) }));
    const tokens = Math.ceil(input.join("").length / 4);
    const usage = { prompt_tokens: tokens, total_tokens: tokens };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ object: "list", model, data, usage }));
  }

  #record(request: LoggedRequest): void {
    this.log.push(request);
    if (this.log.length > MAX_LOG) this.log = this.log.slice(-MAX_LOG / 2);
  }

  async #speak(url: URL, request: IncomingMessage, body: Body, response: ServerResponse): Promise<void> {
    const format = url.pathname.endsWith("/messages") ? "anthropic" : "openai";
    const { key, script: text, from } = this.#choose(body);
    const counted = this.scripts.has(key) ? key : `${format} ${key}`;
    const n = (this.asked.get(counted) ?? 0) + 1;
    this.asked.set(counted, n);
    const answer = body.messages.slice(from).filter(({ role }) => role === "assistant").length;
    this.#record({ key, format, model: body.model, answer, n, at: now(), body });
    const script = parseScript(text);
    const isSpoiled = n <= script.times;
    if (isSpoiled && refuse(script, request, body, response)) return;
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.flushHeaders();
    if (isSpoiled && script.fault === "hang") return;
    const send = (piece: string): Promise<void> => new Promise((sent) => response.write(piece, () => sent()));
    const steps = script.answers[script.fault === "loop" ? 0 : answer] ?? parseScript(DEFAULT_SCRIPT).answers[0] ?? [];
    const as = format === "anthropic" ? anthropicFormat(send) : openAiFormat(send);
    const size = JSON.stringify(body).length;
    await perform({ script, isSpoiled, steps, as, response, input: Math.ceil(size / 4), answer });
  }

  /** `from` is the first message that counts as part of the conversation. */
  #choose({ model, messages }: Body): { key: string; script: string; from: number } {
    const keys = messages.map(({ content }) => [...JSON.stringify(content ?? "").matchAll(MARKER)].at(-1)?.[1]);
    const from = keys.findLastIndex((key) => key !== undefined && this.scripts.has(key));
    const key = keys[from];
    if (key !== undefined) return { key, script: this.scripts.get(key) ?? "", from };
    const named = this.scripts.get(model) ?? (model.includes("=") ? model : DEFAULT_SCRIPT);
    return { key: model, script: named, from: 0 };
  }
}

/** Whether the request was refused before the stream began. Errors repeat the key, as those of some providers do. */
function refuse(
  { fault }: Script,
  { headers }: IncomingMessage,
  { tools = [] }: Body,
  response: ServerResponse,
): boolean {
  const key = String(headers["x-api-key"] ?? headers.authorization ?? "");
  const fail = (status: number, type: string, message: string, more: object = {}): boolean => {
    response.writeHead(status, { "Content-Type": "application/json", ...more });
    response.end(JSON.stringify({ type: "error", error: { type, message } }));
    return true;
  };
  if (fault === "401") return fail(401, "authentication_error", `The key ${key} is not valid.`);
  if (fault === "429") return fail(429, "rate_limit_error", "Too many requests.", { "Retry-After": "1" });
  if (fault === "500") return fail(500, "api_error", "The model is broken.");
  if (fault === "notools" && tools.length > 0) return fail(400, "invalid_request_error", "It does not support tools.");
  if (fault === "redirect") return fail(307, "moved", "Elsewhere.", { Location: "/log" });
  return false;
}

type Performance = {
  script: Script;
  isSpoiled: boolean;
  steps: readonly Step[];
  as: Format;
  response: ServerResponse;
  input: number;
  answer: number;
};

async function perform({ script, isSpoiled, steps, as, response, input, answer }: Performance): Promise<void> {
  const fault = isSpoiled ? script.fault : null;
  const counted = steps.find((step) => step.kind === "usage");
  let [output, calls] = [0, 0];
  await as.start({ input, cached: 0, output: 0, ...counted });
  for (const step of steps) {
    if (step.kind === "tool") {
      const args = fault === "badargs" ? `{"cut": ` : step.args;
      await as.call(`call_${answer}_${calls++}`, fault === "badtool" ? "no_such_tool" : step.name, args);
    }
    const pieces = step.kind === "say" ? (step.text.match(/\S+\s*|\s+/g) ?? []) : [];
    const count = step.kind === "words" ? step.count : pieces.length;
    const begin = now();
    for (let index = 0; index < count; index += 1) {
      if (fault === "half" && index === Math.floor(count / 2)) return void response.destroy();
      if (fault === "overloaded" && index === Math.floor(count / 2)) {
        await as.error("overloaded_error", "The model is overloaded.");
        return void response.end();
      }
      if (fault === "garbage" && index === 1) return void response.end("data: {not json\n\n");
      const wait = begin + index * ("everyMs" in step ? step.everyMs : 0) - now();
      if (wait > 1) await sleep(wait);
      if (response.destroyed) return;
      await as.text(pieces[index] ?? `<${now().toFixed(2)}> `);
      if (fault === "oversized") await as.text("x".repeat(100_000));
      output += 1;
    }
  }
  if (fault === "endless") return void response.end();
  const end = steps.find((step) => step.kind === "end")?.reason ?? (calls > 0 ? "calls" : "stop");
  await as.finish(end, { input, cached: 0, output, ...counted });
  response.end();
}

/** Listens on a local address until closed. Rejects if another server listens there. */
export async function startScriptedModel(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const model = new ScriptedModel();
  const server: Server = createServer((request, response) => {
    model.answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(400);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { url } = await startScriptedModel(Number(process.argv[2] ?? 9101));
  console.log(`The scripted model listens on ${url}.`);
}
