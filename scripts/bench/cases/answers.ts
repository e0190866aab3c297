/**
 * What an agent's answer costs while three people read it, and how soon a word is at a reader's after the model has sent it.
 *
 * `--rounds 3 --words 2000 --every 4`: that many words, one every so many ms. The model is a scripted one on the same
 * machine. Limits: 150 ms for the first word (median of the rounds), 600 ms of CPU per 1,000 words.
 */
import { setTimeout as pause } from "node:timers/promises";
import * as decoding from "lib0/decoding";
import { sessionOf, mcpTokenOf, SIZES } from "../../../test/cost/workspace.ts";
import { answers, words } from "../../../test/support/model-script.ts";
import { startScriptedModel } from "../../../test/support/scripted-model.ts";
import type { RunFrame } from "../../../src/kernel/agent-run.ts";
import { SUBPROTOCOL } from "../../../src/realtime/protocol.ts";
import type { Tally } from "../../check/test-summary.ts";
import { readFlags } from "../../runner/cases.ts";
import { median, quantile } from "../../runner/quantile.ts";
import { seedTypists, TYPISTS } from "../live/people.ts";
import { startServer, type Server } from "../server.ts";

const flags = readFlags({ rounds: 3, words: 2_000, every: 4 });
const READERS = TYPISTS.slice(0, 3);
const MAX_FIRST_MS = 150;
const MAX_CPU_MS = 600;
/** The number of a frame about a run in the live protocol. */
const RUN_MESSAGE = 8;

/** On the clock of the words, which say when they were sent. */
const now = (): number => performance.timeOrigin + performance.now();

async function call(server: Server, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`http://localhost:${server.port}${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${sessionOf(TYPISTS[0])}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** A reader's socket: when each word came, by the time at which it was sent. */
class Reader {
  readonly delays: number[] = [];
  readonly ended = Promise.withResolvers<void>();
  readonly #socket: WebSocket;

  constructor(server: Server, pageId: string, user: string) {
    const url = `ws://localhost:${server.port}/api/realtime?pageId=${pageId}&runs=1`;
    const options = { protocols: [SUBPROTOCOL], headers: { Authorization: `Bearer ${mcpTokenOf(user)}` } };
    this.#socket = new WebSocket(url, options);
    this.#socket.binaryType = "arraybuffer";
    this.#socket.addEventListener("message", ({ data }) => {
      if (!(data instanceof ArrayBuffer)) return;
      const decoder = decoding.createDecoder(new Uint8Array(data));
      if (decoding.readVarUint(decoder) !== RUN_MESSAGE) return;
      this.#read(JSON.parse(decoding.readVarString(decoder)) as RunFrame);
    });
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.addEventListener("open", () => resolve());
      this.#socket.addEventListener("error", () => reject(new Error("A reader could not connect.")));
    });
  }

  close(): void {
    this.#socket.close();
  }

  #read(frame: RunFrame): void {
    if (frame.t === "end") this.ended.resolve();
    if (frame.t !== "text") return;
    const at = now();
    for (const [, sent] of frame.text.matchAll(/<([\d.]+)>/g)) this.delays.push(at - Number(sent));
  }
}

type Round = { readonly first: number; readonly middle: number; readonly late: number; readonly cpu: number };

async function runRound(server: Server, model: string, round: number): Promise<Round> {
  const page = await call(server, "/api/pages", { driveId: "d-1", title: `Chat ${round}`, type: "AI_CHAT" });
  const id = String(page["id"]);
  const readers = READERS.map((user) => new Reader(server, id, user));
  await Promise.all(readers.map((reader) => reader.opened()));
  const key = `bench${round}`;
  const script = answers(words(flags.words, flags.every));
  await fetch(`${model}/script`, { method: "POST", body: JSON.stringify({ key, script }) });
  await pause(1_500);
  const before = server.cpu() ?? 0;
  await call(server, `/api/pages/${id}/messages`, { content: `Go script:${key}` });
  await Promise.all(readers.map(({ ended }) => ended.promise));
  const cpu = (((server.cpu() ?? 0) - before) * 1_000) / flags.words;
  for (const reader of readers) reader.close();
  // The second reader is not the one who asked.
  const { delays = [] } = readers[1] ?? {};
  if (delays.length !== flags.words) throw new Error(`${delays.length} of ${flags.words} words arrived.`);
  return { first: delays[0] ?? Infinity, middle: median(delays), late: quantile(delays, 0.95), cpu };
}

export async function run(): Promise<Tally> {
  const model = await startScriptedModel();
  const server = await startServer(SIZES.S, { AI_OPENAI_URL: `${model.url}/v1`, AI_OPENAI_MODELS: "scripted" });
  try {
    await seedTypists(server);
    // What is compiled and opened on first use.
    await runRound(server, model.url, 0);
    const rounds: Round[] = [];
    for (let round = 1; round <= flags.rounds; round += 1) {
      const measured = await runRound(server, model.url, round);
      rounds.push(measured);
      const { first, middle, late, cpu } = measured;
      console.log(
        `round ${round}: first word after ${first.toFixed(0)} ms, half after ${middle.toFixed(0)}, 95 % after ${late.toFixed(0)}; CPU ${cpu.toFixed(0)} ms per 1,000 words`,
      );
    }
    const [first, cpu] = [median(rounds.map((each) => each.first)), median(rounds.map((each) => each.cpu))];
    const failed = Number(first > MAX_FIRST_MS) + Number(cpu > MAX_CPU_MS);
    console.log(
      `first word ${first.toFixed(0)} ms (limit ${MAX_FIRST_MS}), CPU ${cpu.toFixed(0)} ms (limit ${MAX_CPU_MS})`,
    );
    return { passed: 2 - failed, failed };
  } finally {
    await server.stop();
    await model.close();
  }
}
