/** The run that this object is working on, and its steps. One write stores one step. */
import type { Instant } from "../../src/kernel/clock.ts";
import {
  NOTHING_PERMITTED,
  stepsOfReply,
  type CallStep,
  type Outcome,
  type Permitted,
  type Reply,
  type RunLog,
  type StoredRun,
  type StoredStep,
} from "../../src/features/agent-loop/index.ts";

/** `since` is when the run began or its asker last decided, and `lives` how often work on it has been taken up since. */
export type ActiveRun = {
  readonly run: StoredRun;
  readonly lives: number;
  readonly since: Instant;
  readonly permitted: Permitted;
  /** How it ended, once that is known: what is left is to store the answer. */
  readonly outcome: Outcome | null;
};

const RUN = "run";
const STEP = "step:";

const keyOf = (seq: number): string => STEP + String(seq).padStart(6, "0");

export class RunStore implements RunLog {
  readonly #storage: DurableObjectStorage;
  #steps: StoredStep[] | null = null;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get active(): ActiveRun | null {
    return this.#storage.kv.get<ActiveRun>(RUN) ?? null;
  }

  begin(run: StoredRun, now: Instant): ActiveRun {
    const active = { run, lives: 1, since: now, permitted: NOTHING_PERMITTED, outcome: null };
    this.#storage.kv.put(RUN, active);
    return active;
  }

  change(changes: Partial<ActiveRun>): void {
    const { active } = this;
    if (active !== null) this.#storage.kv.put(RUN, { ...active, ...changes });
  }

  clear(): void {
    this.#storage.transactionSync(() => {
      for (const { seq } of this.steps()) this.#storage.kv.delete(keyOf(seq));
      this.#storage.kv.delete(RUN);
    });
    this.#steps = null;
  }

  steps(): readonly StoredStep[] {
    return (this.#steps ??= Array.from(this.#storage.kv.list<StoredStep>({ prefix: STEP }), ([, step]) => step));
  }

  permitted(): Permitted {
    return this.active?.permitted ?? NOTHING_PERMITTED;
  }

  /** In memory only: an instance that takes over asks the model again anyway. */
  beginModel(seq: number): void {
    this.#replace([{ seq, kind: "model", state: "open", text: "", calls: [], cut: null }]);
  }

  finishModel(seq: number, reply: Reply): void {
    this.#save(stepsOfReply(seq, reply));
  }

  saveCall(step: CallStep): void {
    this.#save([step]);
  }

  /** A model's reply and the calls that follow from it are stored together or not at all. */
  #save(changed: readonly StoredStep[]): void {
    this.#storage.transactionSync(() => {
      for (const step of changed) this.#storage.kv.put(keyOf(step.seq), step);
    });
    this.#replace(changed);
  }

  #replace(changed: readonly StoredStep[]): void {
    const kept = this.steps().filter(({ seq }) => !changed.some((step) => step.seq === seq));
    this.#steps = [...kept, ...changed].toSorted((a, b) => a.seq - b.seq);
  }
}
