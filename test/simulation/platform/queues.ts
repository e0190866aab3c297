/** Queues: at least one delivery of each message, in any order, repeated until the consumer acknowledges it. */
import { Life, type Clock, type Engine } from "./engine.ts";
import type { Faults } from "./faults.ts";

type Message = { readonly body: { readonly id?: string } | null; readonly ack: () => void };
export type Batch = { readonly queue: string; readonly messages: readonly Message[] };
/** `clock` is that of the machine on which it runs. */
type Consumer = { readonly consume: (batch: Batch) => Promise<void>; readonly clock: Clock };

const MAX_ATTEMPTS = 13;

export class SimulatedQueue {
  /** Messages that are not acknowledged yet. */
  waiting = 0;
  /** Messages that were given up on. */
  readonly dead: unknown[] = [];
  readonly #name: string;
  readonly #engine: Engine;
  readonly #faults: Faults;
  readonly #consumer: Consumer;

  constructor(name: string, engine: Engine, faults: Faults, consumer: Consumer) {
    this.#name = name;
    this.#engine = engine;
    this.#faults = faults;
    this.#consumer = consumer;
  }

  sendBatch(
    messages: readonly { body: unknown; delaySeconds?: number }[],
    options: { delaySeconds?: number } = {},
  ): Promise<void> {
    const bodies = messages.map(
      ({ body, delaySeconds = options.delaySeconds ?? 0 }) => [structuredClone(body), delaySeconds] as const,
    );
    return this.#faults.call("queue", () => {
      for (const [body, delay] of bodies) {
        this.#plan(body, delay * 1_000, 1);
        if (this.#faults.happens("twice", "queue", 1)) this.#plan(body, delay * 1_000 + 3_000, 1);
      }
    });
  }

  async metrics(): Promise<{ backlogCount: number }> {
    return { backlogCount: this.waiting };
  }

  #plan(body: unknown, delay: number, attempts: number): void {
    this.waiting += 1;
    this.#engine.after(delay + 20, () => void this.#deliver(body, attempts), true);
  }

  async #deliver(body: unknown, attempts: number): Promise<void> {
    const { consume, clock } = this.#consumer;
    const life = new Life(clock);
    const { trace } = this.#engine.running;
    const outcome: { acked: boolean; delay: number } = { acked: false, delay: 5 };
    const message = {
      id: `m${trace.calls}`,
      timestamp: new Date(),
      attempts,
      body: structuredClone(body) as Message["body"],
      ack: () => void (outcome.acked = true),
      retry: ({ delaySeconds = 0 }: { delaySeconds?: number } = {}) => void (outcome.delay = delaySeconds),
    };
    const ended = new Promise<void>((resolve) => life.onEnd(resolve));
    const work = this.#engine.run({ trace, life }, () => consume({ queue: this.#name, messages: [message] }));
    await Promise.race([work, ended]).catch(() => undefined);
    this.waiting -= 1;
    if (outcome.acked) return;
    if (attempts < MAX_ATTEMPTS) this.#plan(body, outcome.delay * 1_000, attempts + 1);
    else this.dead.push(body);
  }
}
