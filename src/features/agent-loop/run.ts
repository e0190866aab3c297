/** A run as the `AgentRun` object stores it, and what its parts need of each other. */
import type { Approval, ApprovalReason, CallState, RunStep } from "../../kernel/agent-run.ts";
import type { PageType } from "../../kernel/page-type.ts";
import type { Deps } from "../../deps.ts";
import type { ModelCall } from "../../models/model.ts";
import type { AgentSettings } from "../agents/contract.ts";

/** A run and the settings of its agent, which are fixed when it begins. */
export type StoredRun = {
  readonly id: string;
  readonly pageId: string;
  readonly pageType: PageType;
  readonly driveId: string;
  readonly agentPageId: string;
  readonly agent: string;
  readonly userId: string;
  readonly userName: string;
  readonly questionId: string;
  readonly answerId: string;
  readonly tokenId: string;
  readonly provider: string;
  readonly model: string;
  readonly systemPrompt: string;
  readonly enabledTools: readonly string[];
  readonly approval: AgentSettings["approval"];
  /** Where the agent may read without asking. */
  readonly scope: "drive" | "workspace";
};

/** What the asker approved: the call with this hash, although these reasons were against it. */
export type Granted = {
  readonly hash: string;
  readonly reasons: readonly ApprovalReason[];
  readonly driveIds: readonly string[];
};

/**
 * `pageIds` are shown to readers, and `readIds` are all pages that the call named or returned. `begun` is the JSON of the
 * arguments with which the call was started: an instance that takes over repeats exactly that.
 */
export type CallStep = {
  readonly seq: number;
  readonly kind: "call";
  readonly call: ModelCall;
  readonly state: CallState;
  readonly pageIds: readonly string[];
  readonly answer: string | null;
  readonly approval: Approval | null;
  readonly granted: Granted | null;
  readonly readIds: readonly string[];
  readonly begun: string | null;
};

/** `open` while the model is being asked; its text is then not stored yet. */
export type ModelStep = {
  readonly seq: number;
  readonly kind: "model";
  readonly state: "open" | "done";
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** Why the text is not whole. */
  readonly cut: RunError | null;
};

/** A reply of the model; one that was cut off has no calls. */
export type Reply = Pick<ModelStep, "text" | "calls" | "cut">;

export type StoredStep = CallStep | ModelStep;

/** The drives, pages and writes that need no further approval by the asker until the answer ends. */
export type Permitted = {
  readonly writes: boolean;
  /** Drives in which it may read, and those in which it may also write. */
  readonly driveIds: readonly string[];
  readonly writableDriveIds: readonly string[];
  readonly pageIds: readonly string[];
};

export const NOTHING_PERMITTED: Permitted = { writes: false, driveIds: [], writableDriveIds: [], pageIds: [] };

/** Of more calls in one reply, only these are made; the model is told that the others were not. */
export const MAX_CALLS_AT_ONCE = 8;
const MAX_CALLS_KEPT = 50;
const TOO_MANY = `Not done: at most ${MAX_CALLS_AT_ONCE} calls are made at once. Send it again if it is still needed.`;

/** The steps that a complete reply of the model amounts to: its text, then its calls. */
export function stepsOfReply(seq: number, reply: Reply): StoredStep[] {
  const calls = reply.calls.slice(0, MAX_CALLS_KEPT);
  const made = calls.map((call, i): CallStep => {
    const isMade = i < MAX_CALLS_AT_ONCE;
    const open = {
      seq: seq + 1 + i,
      kind: "call",
      call,
      pageIds: [],
      readIds: [],
      approval: null,
      granted: null,
      begun: null,
    } as const;
    return { ...open, state: isMade ? "open" : "failed", answer: isMade ? null : TOO_MANY };
  });
  return [{ ...reply, seq, kind: "model", state: "done", calls }, ...made];
}

export const isCall = (step: StoredStep): step is CallStep => step.kind === "call";

/** Steps as the page's readers see them. */
export const shownSteps = (steps: readonly StoredStep[]): RunStep[] =>
  steps.flatMap((step): RunStep[] => {
    if (step.kind === "model") return [{ seq: step.seq, kind: "text", text: step.text }];
    const { seq, call, state, pageIds } = step;
    return [{ seq, kind: "call", tool: call.name, state, pageIds }];
  });

/** The text of the answer. */
export const textOf = (steps: readonly StoredStep[]): string =>
  steps.flatMap((step) => (step.kind === "model" && step.text.trim() !== "" ? [step.text.trim()] : [])).join("\n\n");

/** Why a run ended without an answer; the reader's client has a sentence for each. */
export const RUN_ERRORS = [
  "model_gone",
  "model_busy",
  "model_denied",
  "model_rejected",
  "model_silent",
  "model_garbled",
  "answer_too_long",
  "too_many_steps",
  "timed_out",
  "interrupted",
  "limit_reached",
  "rights_lost",
  "agent_hidden",
  "approval_expired",
  "internal",
] as const;
export type RunError = (typeof RUN_ERRORS)[number];

/** Ends a run. `detail` is for administrators. */
export class RunFailed extends Error {
  override readonly name = "RunFailed";
  readonly code: RunError;
  readonly detail: string;

  constructor(code: RunError, detail = "") {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** Where the steps of a run are stored. */
export interface RunLog {
  readonly steps: () => readonly StoredStep[];
  readonly permitted: () => Permitted;
  readonly beginModel: (seq: number) => void;
  /** Stores the model's reply together with the calls that follow from it. */
  readonly finishModel: (seq: number, reply: Reply) => void;
  readonly saveCall: (step: CallStep) => void;
}

/** Who watches a run. */
export interface RunReader {
  /** The steps have changed. */
  readonly changed: () => void;
  /** The model has written more of the step. */
  readonly wrote: (seq: number, text: string) => void;
  /** The model is asked again: what it wrote before is void. */
  readonly restarted: (seq: number) => void;
  readonly contextIs: (used: number, window: number) => void;
}

export type RunContext = {
  /** New dependencies, with the present time. */
  readonly deps: () => Deps;
  readonly run: StoredRun;
  readonly log: RunLog;
  readonly reader: RunReader;
  readonly signal: AbortSignal;
};

/** Maximum tokens of one reply of the model. */
export const MAX_OUTPUT = 8_000;
