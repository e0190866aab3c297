/** Interface of the Durable Object that answers on one page. */
import type { Approval, RunView } from "../kernel/agent-run.ts";

/** `hash` binds the decision to the call that was shown. `further` also permits later reversible writes of this answer. */
export type Decision = {
  readonly runId: string;
  readonly seq: number;
  readonly hash: string;
  readonly answer: "once" | "further" | "no";
};

export interface AgentRunRpc {
  /** Starts the next run of the page if none is active. Calling it again is harmless. */
  wake(pageId: string): Promise<void>;
  /** The run as its readers see it; null if this object is not working on it. */
  view(runId: string): RunView | null;
  /** What the run waits for, for its asker only; null if it does not wait. */
  approval(runId: string): Approval | null;
  /** `gone` if the call no longer waits, `changed` if the decision was made about another call. */
  decide(decision: Decision): Promise<"taken" | "gone" | "changed">;
  /** Ends the run, and the provider's call if there is one. Returns false if it has already ended. */
  cancel(pageId: string, runId: string): Promise<boolean>;
}
