/** One simulated deployment: two isolates of the Worker, its databases, bucket, queues and Durable Objects. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SimulatedBucket } from "./platform/bucket.ts";
import type { Isolate } from "./platform/bundle.ts";
import { Migrated, SimulatedDatabase } from "./platform/database.ts";
import { Engine, Life, Trace, type Clock } from "./platform/engine.ts";
import { mix, textHash } from "./platform/draws.ts";
import { Faults } from "./platform/faults.ts";
import { useEngine } from "./platform/globals.ts";
import { SimulatedNamespace, type ObjectClass } from "./platform/objects.ts";
import { SimulatedQueue, type Batch } from "./platform/queues.ts";
import type { SimulatedSocket } from "./platform/sockets.ts";
import type { Row } from "./platform/sqlite.ts";
import { MACHINES, type Jump } from "./plan.ts";

export const ORIGIN = "http://localhost:8787";
export const MINUTE = 60_000;
/** Isolates of the Worker, each with caches and a clock of its own. */
const ISOLATES = 2;
const START = 1_780_000_000_000;

const root = join(import.meta.dirname, "../..");
const sqlIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .toSorted()
    .map((file) => readFileSync(join(root, folder, file), "utf8"));

/**
 * Records every audit entry, job and notification that is ever committed, whatever the Worker does with it later. The triggers
 * are temporary, because the Worker verifies those of its database.
 */
const RECORDS = `
  create temp table committed (kind text not null, id text not null, content text not null);
  create temp trigger audit_committed after insert on audit_outbox begin
    insert into committed values ('audit', new.id, new.entry); end;
  create temp trigger job_committed after insert on jobs_outbox begin
    insert into committed values ('job', new.id, new.job); end;
  create temp trigger notification_committed after insert on notifications begin
    insert into committed values ('notification', new.id,
      json_object('user', new.user_id, 'type', new.type, 'page', new.page_id, 'drive', new.drive_id, 'actor', new.actor_id)); end`;

const MAIN = new Migrated(sqlIn("migrations/main"), RECORDS);
const SEARCH = new Migrated(sqlIn("migrations/search"));

/** Status 0: the client got no answer. */
export type Reply = { readonly status: number; readonly body: Record<string, unknown>; readonly text: string; readonly headers: Headers }; // oxfmt-ignore
export type Asked = { readonly method: string; readonly path: string; readonly token: string; readonly body?: unknown; readonly isolate?: number }; // oxfmt-ignore

const NAMESPACES = { PAGE_ROOM: "PageRoom", HUB: "Hub", AUDIT_LOG: "AuditLog", ACCOUNT_LOCKOUT: "AccountLockout", METRICS_WRITER: "MetricsWriter", AGENT_RUN: "AgentRun", RATE_LIMITER: "RateLimiter" } as const; // oxfmt-ignore

export type Settings = { readonly seed: number; readonly rate: number; readonly without: ReadonlySet<string> };

/** Starts the isolates of the Worker. */
export type Start = {
  /** Whether they run different versions, which then also share the objects and the queues. */
  readonly hasTwoVersions: boolean;
  readonly isolate: (index: number) => Isolate;
};

export class World {
  readonly engine: Engine;
  readonly faults: Faults;
  readonly main: SimulatedDatabase;
  readonly search: SimulatedDatabase;
  readonly files: SimulatedBucket;
  readonly queues: readonly SimulatedQueue[];
  readonly objects: Readonly<Record<keyof typeof NAMESPACES, SimulatedNamespace>>;
  /** Jobs that a consumer has received, by id. */
  readonly delivered = new Set<string>();
  /** Errors that the Worker has logged since nothing fails any more, as JSON. */
  readonly errors: string[] = [];
  /** The request that took longest, in simulated time. */
  readonly longest: { ms: number; request: string } = { ms: 0, request: "" };
  readonly #isolates: readonly Isolate[];
  /** The clocks of the isolates' machines, then those of objects. */
  readonly #clocks: readonly Clock[] = Array.from({ length: MACHINES }, () => ({ offset: 0 }));
  readonly #hasTwoVersions: boolean;
  readonly #env: object;
  #wakes = 0;
  #crons = 0;

  constructor({ seed, rate, without }: Settings, start: Start) {
    this.engine = new Engine(seed, START + (seed % 1_000) * 86_400_000);
    useEngine(this.engine);
    console.error = (line: unknown) => void this.errors.push(String(line));
    this.faults = new Faults(this.engine, rate, without);
    const { engine, faults } = this;
    this.main = new SimulatedDatabase("database", MAIN, faults);
    this.search = new SimulatedDatabase("search", SEARCH, faults);
    this.files = new SimulatedBucket(engine, faults);
    this.#isolates = Array.from({ length: ISOLATES }, (_, index) => start.isolate(index));
    this.#hasTwoVersions = start.hasTwoVersions;
    const queue = (name: string): SimulatedQueue =>
      new SimulatedQueue(name, engine, faults, { consume: (batch) => this.#consume(batch), clock: this.#clock(1) });
    const [jobs, transfers] = [queue("octavo-jobs"), queue("octavo-transfers")];
    this.queues = [jobs, transfers];
    const clockOf = (name: string): Clock => this.#clock(ISOLATES + (textHash(name) % (MACHINES - ISOLATES)));
    const namespace = (name: keyof typeof NAMESPACES): SimulatedNamespace =>
      new SimulatedNamespace(name, { engine, faults, clockOf }, (ctx) => {
        const ofClass: ObjectClass = this.#isolate(this.#version())[NAMESPACES[name]];
        return new ofClass(ctx, this.#env);
      });
    this.objects = {
      PAGE_ROOM: namespace("PAGE_ROOM"),
      HUB: namespace("HUB"),
      AUDIT_LOG: namespace("AUDIT_LOG"),
      ACCOUNT_LOCKOUT: namespace("ACCOUNT_LOCKOUT"),
      METRICS_WRITER: namespace("METRICS_WRITER"),
      AGENT_RUN: namespace("AGENT_RUN"),
      RATE_LIMITER: namespace("RATE_LIMITER"),
    };
    const unlimited = { limit: async () => ({ success: true }) };
    this.#env = {
      ENVIRONMENT: "development",
      APP_ORIGIN: ORIGIN,
      RATE_LIMIT_SCALE: "1000000",
      MONITORING: "off",
      TEXT_QUOTA_BYTES: "100000",
      DB: this.main,
      SEARCH: this.search,
      FILES: this.files,
      JOBS: jobs,
      TRANSFER_JOBS: transfers,
      FILE_JOBS: new SimulatedQueue("octavo-files", engine, faults, {
        consume: async (batch) => this.#receive(batch),
        clock: { offset: 0 },
      }),
      ...this.objects,
      FLOOD_IP: unlimited,
      FLOOD_CALLER: unlimited,
      FLOOD_MCP: unlimited,
      FLOOD_USER: unlimited,
    };
  }

  rows<T = Row>(text: string, ...params: readonly unknown[]): T[] {
    return this.main.sqlite.run(text, params).results as T[];
  }

  /** Runs `act` as the operation with this number: its calls draw their own faults and random values. */
  as<T>(id: number, act: () => T): T {
    return this.engine.run({ trace: new Trace(this.engine.seed, id), life: new Life() }, act);
  }

  /** Sends a request as part of the running operation. */
  async fetch({ method, path, token, body, isolate = 0 }: Asked): Promise<Reply> {
    const headers = new Headers({ Authorization: `Bearer ${token}`, "CF-Connecting-IP": "192.0.2.1" });
    const isRaw = body instanceof FormData || body instanceof Blob;
    if (body !== undefined && !isRaw) headers.set("Content-Type", "application/json");
    const content = body === undefined ? null : isRaw ? body : JSON.stringify(body);
    const start = this.engine.now;
    const none = { status: 0, body: {}, text: "", headers: new Headers() };
    const answer = await this.#withLife(isolate, (ctx) => this.#answer(isolate, new Request(ORIGIN + path, { method, headers, body: content }), ctx)); // oxfmt-ignore
    const ms = this.engine.now - start;
    if (ms > this.longest.ms) Object.assign(this.longest, { ms, request: `${method} ${path}` });
    return answer === null || this.faults.happens("unheard", "client", 0.3) ? none : answer;
  }

  /** Opens a WebSocket as part of the running operation. Returns the status if the connection is refused; 0 without an answer. */
  async connect(
    url: string,
    headers: Readonly<Record<string, string>>,
    isolate: number,
  ): Promise<SimulatedSocket | number> {
    // oxfmt-ignore
    const request = new Request(url, {
      headers: { ...headers, Upgrade: "websocket", "CF-Connecting-IP": "192.0.2.1" },
    });
    const response = await this.#withLife(isolate, (ctx) =>
      this.#isolate(isolate).default.fetch(request, this.#env, ctx),
    );
    const { webSocket = null } = (response ?? {}) as { webSocket?: SimulatedSocket | null };
    return webSocket ?? response?.status ?? 0;
  }

  async #answer(isolate: number, request: Request, ctx: object): Promise<Reply> {
    const response = await this.#isolate(isolate).default.fetch(request, this.#env, ctx);
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    return {
      status: response.status,
      text,
      body: isJson ? (JSON.parse(text) as Reply["body"]) : {},
      headers: response.headers,
    };
  }

  /** Lets time pass, with the cron of each of the first two minutes. */
  async pass(ms: number): Promise<void> {
    const until = this.engine.now + ms;
    for (let minute = 0; minute < 2 && this.engine.now + MINUTE <= until; minute += 1) {
      await this.engine.pass(MINUTE);
      await this.cron();
    }
    await this.engine.pass(until - this.engine.now);
  }

  async cron(): Promise<void> {
    this.#crons += 1;
    const isolate = this.#crons % ISOLATES;
    const run = this.as(1_000_000 + this.#crons, () =>
      this.#withLife(isolate, (ctx) => this.#isolate(isolate).default.scheduled({}, this.#env, ctx)),
    );
    await this.engine.settle();
    await run;
  }

  /** Changes the clock of a machine, for whatever runs on it. */
  jump(round: number, { machine, offset }: Jump): void {
    const target = machine < ISOLATES ? `isolate ${machine}` : `objects ${machine}`;
    if (this.faults.strikes("jumped", `${target} to ${offset} ms`, round)) this.#clock(machine).offset = offset;
  }

  #clock(machine: number): Clock {
    return this.#clocks[machine] ?? fail();
  }

  /** From now on nothing fails, and all that lies in memory is gone. */
  async recover(): Promise<void> {
    await this.engine.settle();
    Object.assign(this.faults, { rate: 0, outage: null });
    for (const clock of this.#clocks) clock.offset = 0;
    for (const namespace of Object.values(this.objects)) namespace.evictAll();
    await this.pass(3 * MINUTE);
  }

  /** Whatever is waiting gets its time: long enough for the last retries of jobs and alarms. */
  async finish(): Promise<void> {
    await this.pass(90 * MINUTE);
    this.errors.length = 0;
    await this.pass(3 * MINUTE);
  }

  /** Null if the invocation ended before it was done. Work that it deferred goes on until it is done. */
  async #withLife<T>(isolate: number, act: (ctx: object) => Promise<T>): Promise<T | null> {
    const life = new Life(this.#clock(isolate % ISOLATES));
    const { trace } = this.engine.running;
    const ended = new Promise<null>((resolve) => life.onEnd(() => resolve(null)));
    const ctx = {
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      passThroughOnException: () => undefined,
      props: {},
    };
    return Promise.race([this.engine.run({ trace, life }, () => act(ctx)), ended]);
  }

  /** Stands for the Worker that parses files: takes their jobs and never finishes one. */
  #receive({ messages }: Batch): void {
    for (const { body, ack } of messages) {
      if (body?.id !== undefined) this.delivered.add(body.id);
      ack();
    }
  }

  async #consume(batch: Batch): Promise<void> {
    for (const { body } of batch.messages) if (body?.id !== undefined) this.delivered.add(body.id);
    const ctx = { waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined), props: {} };
    await this.#isolate(this.#version(1)).default.queue(batch, this.#env, ctx);
  }

  /** The isolate whose version runs next, where a gradual rollout would choose one: for a batch of jobs, or an object that wakes. */
  #version(only = 0): number {
    return this.#hasTwoVersions ? mix(this.engine.seed, (this.#wakes += 1)) % ISOLATES : only;
  }

  #isolate(index: number): Isolate {
    return this.#isolates[index % this.#isolates.length] ?? fail();
  }
}

function fail(): never {
  throw new Error("There is no such machine.");
}
