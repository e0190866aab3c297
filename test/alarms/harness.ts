/** For tests of alarms: a receiver, a simulated clock, and the object that keeps the alarms, with variables of a test. */
import {
  createExecutionContext,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { forgetMeasured } from "../monitoring/harness.ts";

// The object ends only when its timers have, which takes up to ten seconds.
vi.setConfig({ hookTimeout: 60_000 });

export const MINUTE = 60_000;
/** The address contains what must never be seen anywhere else. */
export const CANARY = "canary-5f0b7c";
export const WEBHOOK = `https://hooks.example/${CANARY}`;
export const HEARTBEAT = `https://beat.example/${CANARY}`;

type Received = {
  readonly at: number;
  readonly text: string;
  readonly alarms: readonly { id: string; event: string; subject: string; change: string }[];
};

/** Jobs are not run by themselves. */
const JOBS = { sendBatch: () => Promise.resolve(), metrics: () => Promise.resolve({ backlogCount: 0 }) };

export class AlarmScene {
  /** The simulated clock, far from the real one, so that the platform never runs the object's alarm by itself. */
  now: number;
  readonly received: Received[] = [];
  readonly bodies: string[] = [];
  beats = 0;
  /** What the receiver answers: a status, or null if it cannot be reached. */
  answer: number | null = 200;
  readonly mails: { to: string; subject: string; text: string }[] = [];
  isMailDown = false;
  /** The receiver answers once this is resolved. */
  held: Promise<void> = Promise.resolve();
  waitingAtReceiver = 0;
  readonly printed: string[] = [];
  /** For the Worker and for the object. */
  variables: Record<string, unknown>;

  constructor(now: number) {
    this.now = now;
    this.variables = {
      JOBS,
      FILE_JOBS: JOBS,
      TRANSFER_JOBS: JOBS,
      ENVIRONMENT: "production",
      APP_ORIGIN: "https://octavo.example",
      ROOT_SECRET: "a root secret for tests only, 0123456789",
      ADMIN_EMAILS: "",
      EMAIL_FROM: "octavo@octavo.example",
      ALERT_WEBHOOK: WEBHOOK,
      HEARTBEAT_URL: HEARTBEAT,
      EMAIL: {
        send: (mail: { to: string; subject: string; text: string }) => {
          if (this.isMailDown) return Promise.reject(new Error("mail is down"));
          this.mails.push(mail);
          return Promise.resolve();
        },
      },
    };
  }

  /** Replaces the clock, `fetch` and the console, and empties the object. Call in `beforeEach`; undo by `vi.restoreAllMocks`. */
  async start(): Promise<void> {
    vi.spyOn(Date, "now").mockImplementation(() => this.now);
    for (const level of ["info", "warn", "error", "log"] as const)
      vi.spyOn(console, level).mockImplementation((...args) => void this.printed.push(args.map(String).join(" ")));
    // Pending timeouts would keep the object from ending.
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
    const reach = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const { host } = new URL(request.url);
      if (host !== "hooks.example" && host !== "beat.example") return reach(input, init);
      this.waitingAtReceiver += 1;
      await this.held;
      this.waitingAtReceiver -= 1;
      if (this.answer === null) throw new TypeError(`Cannot reach ${request.url}`);
      if (host === "beat.example") this.beats += 1;
      else if (this.answer < 300) {
        const body = await request.text();
        this.bodies.push(body);
        this.received.push({ at: this.now, ...(JSON.parse(body) as Omit<Received, "at">) });
      }
      return new Response(null, { status: this.answer, headers: { Location: "https://elsewhere.example/" } });
    });
    forgetMeasured();
    await runInDurableObject(this.#object(), async (_, state) => {
      await state.storage.deleteAlarm();
      await state.storage.deleteAll();
    });
    await this.restart();
  }

  /** Ends the object; the next one has only what was stored. */
  async restart(): Promise<void> {
    await evictDurableObject(this.#object());
    await runInDurableObject(this.#object(), (object) => {
      Object.assign(object, { env: { ...env, ...this.variables } });
    });
  }

  #object(): DurableObjectStub {
    return env.METRICS_WRITER.getByName("0");
  }

  /** Lets time pass, and runs the object's alarm whenever it is due. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const at = await runInDurableObject(this.#object(), (_, state) => state.storage.getAlarm());
      if (at === null || at > end) break;
      this.now = Math.max(this.now, at);
      await runDurableObjectAlarm(this.#object());
    }
    this.now = end;
  }

  async with<T>(work: (deps: Deps) => Promise<T>, variables: object = {}): Promise<T> {
    const context = createExecutionContext();
    const result = await work(createDeps({ ...env, ...this.variables, ...variables }, context, this.now));
    await waitOnExecutionContext(context);
    return result;
  }

  sweep(variables: object = {}): Promise<void> {
    return this.with(sweep, variables);
  }

  /** A run of the maintenance job each minute. */
  async sweepFor(minutes: number, variables: object = {}): Promise<void> {
    for (let i = 0; i < minutes; i += 1) {
      await this.sweep(variables);
      await this.pass(MINUTE);
    }
  }

  /** What the receiver has seen of one event, as `change subject`. */
  seen(event: string): string[] {
    return this.received.flatMap(({ alarms }) =>
      alarms.filter((alarm) => alarm.event === event).map(({ change, subject }) => `${change} ${subject}`.trim()),
    );
  }

  /** Time of the first message about an event. */
  firstAt(event: string): number {
    return this.received.find(({ alarms }) => alarms.some((alarm) => alarm.event === event))?.at ?? Infinity;
  }
}
