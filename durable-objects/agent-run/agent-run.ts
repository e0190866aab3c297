/**
 * One object per page on which agents answer. It works on one run at a time, and stores every step before the next, so that
 * an instance that takes over continues where the last one was.
 */
import { DurableObject } from "cloudflare:workers";
import { createDeps } from "../../src/composition.ts";
import {
  answer,
  beginNextRun,
  cancelQueued,
  finishRun,
  isCall,
  noteDecision,
  noteWaiting,
  outcomeOf,
  RunFailed,
  shownSteps,
  type CallStep,
  type Outcome,
  type StoredStep,
} from "../../src/features/agent-loop/index.ts";
import type { Approval, RunView } from "../../src/kernel/agent-run.ts";
import { MINUTE, SECOND } from "../../src/kernel/clock.ts";
import { systemClock } from "../../src/platform/system.ts";
import type { AgentRunRpc, Decision } from "../../src/rpc/agent-run.ts";
import { Broadcaster } from "./broadcaster.ts";
import { RunStore, type ActiveRun } from "./run-store.ts";

/** An alarm at this interval finds a run whose instance has ended. */
const HEARTBEAT_MS = 15 * SECOND;
/** How long a run may work without a decision of its asker. */
const MAX_WORK_MS = 10 * MINUTE;
/** A run that has been interrupted this often is given up. */
const MAX_LIVES = 5;
const PAGE = "page";

/** The asker, or somebody who runs the page, has stopped the run. */
class Stopped extends Error {}

export class AgentRun extends DurableObject<Env> implements AgentRunRpc {
  readonly #store: RunStore;
  #working: Promise<void> | null = null;
  #abort: AbortController | null = null;
  #reader: Broadcaster | null = null;
  #wasWoken = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new RunStore(ctx.storage);
  }

  async wake(pageId: string): Promise<void> {
    if (this.ctx.storage.kv.get<string>(PAGE) === undefined) this.ctx.storage.kv.put(PAGE, pageId);
    if (this.#waiting !== null) return;
    await this.ctx.storage.setAlarm(systemClock() + HEARTBEAT_MS);
    this.#work(pageId);
  }

  view(runId: string): RunView | null {
    const { active } = this.#store;
    return active?.run.id === runId ? this.#viewOf(active) : null;
  }

  approval(runId: string): Approval | null {
    return this.#store.active?.run.id === runId ? (this.#waiting?.approval ?? null) : null;
  }

  async decide({ runId, seq, hash, answer: decision }: Decision): Promise<"taken" | "gone" | "changed"> {
    const { active } = this.#store;
    const step = this.#waiting;
    if (active === null || active.run.id !== runId || step?.approval?.seq !== seq) return "gone";
    if (step.approval.hash !== hash) return "changed";
    const { permitted, step: decided } = noteDecision(active.permitted, step, decision);
    this.ctx.storage.transactionSync(() => {
      this.#store.saveCall(decided);
      this.#store.change({ permitted, since: systemClock(), lives: 0 });
    });
    await this.ctx.storage.setAlarm(systemClock() + HEARTBEAT_MS);
    this.#work(active.run.pageId);
    return "taken";
  }

  async cancel(pageId: string, runId: string): Promise<boolean> {
    const { active } = this.#store;
    if (active?.run.id !== runId) return cancelQueued(this.#deps(), runId);
    if (this.#abort === null) this.#store.change({ outcome: { state: "cancelled", error: null, detail: "" } });
    else this.#abort.abort(new Stopped());
    await this.ctx.storage.setAlarm(systemClock() + HEARTBEAT_MS);
    this.#work(pageId);
    return true;
  }

  override async alarm(): Promise<void> {
    const pageId = this.ctx.storage.kv.get<string>(PAGE);
    if (pageId === undefined) return;
    const expires = this.#waiting?.approval?.expiresAt ?? null;
    if (expires !== null && expires > systemClock()) return this.ctx.storage.setAlarm(expires);
    if (expires !== null) this.#store.change({ outcome: { state: "failed", error: "approval_expired", detail: "" } });
    await this.ctx.storage.setAlarm(systemClock() + HEARTBEAT_MS);
    this.#work(pageId);
  }

  /** The call that waits for the asker. */
  get #waiting(): CallStep | null {
    const { active } = this.#store;
    if (active === null || active.outcome !== null) return null;
    return this.#store.steps().find((step): step is CallStep => isCall(step) && step.state === "asked") ?? null;
  }

  #deps() {
    return createDeps(this.env, this.ctx);
  }

  /** Goes on with the runs of the page until none is left or one waits. Nothing happens if that is going on already. */
  #work(pageId: string): void {
    this.#wasWoken = true;
    this.#working ??= this.#workOn(pageId).finally(() => (this.#working = null));
    this.ctx.waitUntil(this.#working);
  }

  async #workOn(pageId: string): Promise<void> {
    try {
      while (this.#wasWoken) {
        this.#wasWoken = false;
        while (this.#waiting === null) {
          const active = this.#resume() ?? (await this.#begin(pageId));
          if (active === null) break;
          await this.#continue(active);
        }
      }
      await this.#sleep();
    } catch (error) {
      // The next alarm tries again.
      this.#deps().log.error("agent.interrupted", { pageId, error });
    }
  }

  async #sleep(): Promise<void> {
    const expires = this.#waiting?.approval?.expiresAt;
    if (expires === undefined) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(expires);
  }

  /** The run that an earlier instance, or an earlier period of this one, has worked on. */
  #resume(): ActiveRun | null {
    const { active } = this.#store;
    if (active === null) return null;
    this.#store.change({ lives: active.lives + 1 });
    return this.#store.active;
  }

  async #begin(pageId: string): Promise<ActiveRun | null> {
    const deps = this.#deps();
    const run = await beginNextRun(deps, pageId);
    return run === null ? null : this.#store.begin(run, deps.now);
  }

  /** One period of work on the run: until it ends, waits for its asker, or is interrupted. */
  async #continue(active: ActiveRun): Promise<void> {
    const { run } = active;
    const reader = (this.#reader = this.#readerOf(active));
    const outcome = active.outcome ?? (await this.#answer(active, reader));
    if (outcome === null) return noteWaiting(this.#deps(), run);
    // A complete answer follows from its steps again.
    if (outcome.state !== "done") this.#store.change({ outcome });
    await finishRun(this.#deps(), run, this.#stepsWithText(), outcome);
    this.#store.clear();
    reader.end({ t: "end", run: run.id, state: outcome.state });
  }

  /** Null if the run waits for its asker. */
  async #answer({ run, lives, since }: ActiveRun, reader: Broadcaster): Promise<Outcome | null> {
    if (lives > MAX_LIVES) return outcomeOf(new RunFailed("interrupted"));
    const abort = (this.#abort = new AbortController());
    const left = Math.max(0, since + MAX_WORK_MS - systemClock());
    const timer = setTimeout(() => abort.abort(new RunFailed("timed_out")), left);
    try {
      reader.changed();
      const deps = () => this.#deps();
      const result = await answer({ deps, run, log: this.#store, reader, signal: abort.signal });
      reader.changed();
      return result === "waiting" ? null : { state: "done", error: null, detail: "" };
    } catch (error) {
      const reason: unknown = abort.signal.aborted ? abort.signal.reason : error;
      if (reason instanceof Stopped) return { state: "cancelled", error: null, detail: "" };
      if (reason instanceof RunFailed) return outcomeOf(reason);
      throw error;
    } finally {
      clearTimeout(timer);
      this.#abort = null;
    }
  }

  #readerOf({ run }: ActiveRun): Broadcaster {
    const deps = this.#deps();
    return new Broadcaster({
      runId: run.id,
      room: deps.objects.room(run.pageId),
      view: () => this.view(run.id),
      failed: (error) => deps.log.warn("agent.relay_failed", { pageId: run.pageId, error }),
    });
  }

  /** The steps, with what the model has written so far. */
  #stepsWithText(): StoredStep[] {
    return this.#store
      .steps()
      .map((step) => (isCall(step) ? step : { ...step, text: this.#reader?.textOf(step.seq) ?? step.text }));
  }

  #viewOf({ run, lives }: ActiveRun): RunView {
    return {
      id: run.id,
      pageId: run.pageId,
      agentPageId: run.agentPageId,
      agent: run.agent,
      userId: run.userId,
      questionId: run.questionId,
      state: this.#waiting === null ? "running" : "waiting",
      steps: shownSteps(this.#stepsWithText()),
      wasResumed: lives > 1,
      context: this.#reader?.context ?? { used: 0, window: 0 },
    };
  }
}
