/** What becomes of each call to the platform: the seed decides by operation and number of the call. */
import { fractionOf, mix, textHash } from "./draws.ts";
import type { Engine, Life } from "./engine.ts";

/**
 * - `before`: the call is lost before it runs. `after`: it runs, and its reply is lost.
 * - `ghost`: the caller is told that the call was lost, and it runs some time later all the same.
 * - `slow`: the reply takes up to four seconds. `stalled`: it takes longer than any caller waits.
 * - `death`: the caller itself ends at this call, which may run.
 */
export const FAULTS = ["before", "after", "ghost", "slow", "stalled", "death"] as const;
export type Fault = (typeof FAULTS)[number];

const WEIGHTS: Readonly<Record<Fault, number>> = { before: 4, after: 6, ghost: 3, slow: 3, stalled: 1, death: 3 };
const TOTAL = FAULTS.reduce((sum, fault) => sum + WEIGHTS[fault], 0);

/** Faults that are not those of a call. */
type Incident = "evicted" | "twice" | "unheard" | "dropped" | "jumped" | "restored";

export type Fired = {
  readonly key: string;
  readonly fault: Fault | Incident;
  readonly target: string;
};

/** Distinguishes the numbers of rounds from those of operations. */
const ROUNDS = 2_000_000;

export const lost = (): Error => new Error("Network connection lost.");

export class Faults {
  readonly fired: Fired[] = [];
  rate: number;
  /** Calls to this target fail much more often than others. */
  outage: string | null = null;
  /** Operations whose next call to this target loses its reply. */
  readonly #losing = new Map<number, string>();
  readonly #engine: Engine;
  /** Faults that are left out, by key: for shrinking. */
  readonly #without: ReadonlySet<string>;

  constructor(engine: Engine, rate: number, without: ReadonlySet<string>) {
    this.#engine = engine;
    this.rate = rate;
    this.#without = without;
  }

  /** The next call of this operation to the target runs, and its reply is lost. */
  loseReply(id: number, target: string): void {
    if (this.rate > 0) this.#losing.set(id, target);
  }

  /** True in about `share` of the calls for which faults are drawn at all. */
  happens(what: Incident, target: string, share: number): boolean {
    const { trace } = this.#engine.running;
    const hash = mix(this.#engine.seed, trace.id, (trace.calls += 1), textHash(what));
    if (fractionOf(hash) >= this.rate * share) return false;
    return this.#fire(trace.id, trace.calls, what, target);
  }

  /** Records an incident of a round, unless it is left out. */
  strikes(what: Incident, target: string, round: number): boolean {
    return this.#fire(ROUNDS + round, 0, what, target);
  }

  /** Sends a call on its way, and settles with its reply. */
  call<T>(target: string, act: () => T | Promise<T>): Promise<T> {
    const engine = this.#engine;
    const { trace, life } = engine.running;
    const number = (trace.calls += 1);
    const hash = mix(engine.seed, trace.id, number);
    const latency = 1 + (mix(hash, 1) % 5);
    const fault = this.#draw(hash, trace.id, number, target);
    return new Promise<T>((resolve, reject) => {
      if (life.isOver) return;
      const settle = (wait: number, answer: () => void): void => {
        engine.after(wait, () => {
          if (!life.isOver) answer();
        });
      };
      const execute = (wait: number, replyAfter: number | null): void => {
        engine.after(wait, () => {
          void runAct(act).then(
            (value) => replyAfter !== null && settle(replyAfter, () => resolve(value)),
            (error: unknown) => replyAfter !== null && settle(replyAfter, () => reject(error)),
          );
        });
      };
      const loseReply = (wait: number): void => settle(wait, () => reject(lost()));
      const late = 50 + (mix(hash, 2) % 8_000);
      switch (fault) {
        case null:
          return execute(latency, latency);
        case "before":
          return loseReply(latency);
        case "after":
          engine.after(
            latency,
            () =>
              void runAct(act).then(
                () => loseReply(1),
                () => loseReply(1),
              ),
          );
          return undefined;
        case "ghost":
          loseReply(latency);
          return execute(late, null);
        case "slow":
          return execute(latency + (mix(hash, 3) % 2_000), 200 + (mix(hash, 4) % 2_000));
        case "stalled":
          return hash % 2 === 0 ? execute(latency, 11_000 + late * 3) : execute(11_000 + late, 11_000);
        case "death":
          if (hash % 2 === 0) execute(latency, null);
          return endLater(engine, life, latency);
      }
    });
  }

  #draw(hash: number, id: number, number: number, target: string): Fault | null {
    if (this.#losing.get(id) === target) {
      this.#losing.delete(id);
      return this.#fire(id, number, "after", target) ? "after" : null;
    }
    const rate = target === this.outage ? Math.min(0.5, this.rate * 8) : this.rate;
    if (fractionOf(mix(hash, 9)) >= rate) return null;
    let left = mix(hash, 10) % TOTAL;
    const fault = FAULTS.find((each) => (left -= WEIGHTS[each]) < 0) ?? "before";
    return this.#fire(id, number, fault, target) ? fault : null;
  }

  #fire(id: number, number: number, fault: Fired["fault"], target: string): boolean {
    const key = `${id}:${number}`;
    if (this.#without.has(key)) return false;
    this.fired.push({ key, fault, target });
    return true;
  }
}

const endLater = (engine: Engine, life: Life, wait: number): void => void engine.after(wait, () => life.end());

async function runAct<T>(act: () => T | Promise<T>): Promise<T> {
  return act();
}
