/** An agent's run: the work on one answer, as its page's readers see it. */

export const RUN_STATES = ["queued", "running", "waiting", "done", "failed", "cancelled"] as const;
export type RunState = (typeof RUN_STATES)[number];

export const hasEnded = (state: RunState): boolean => state === "done" || state === "failed" || state === "cancelled";

export const CALL_STATES = ["open", "asked", "done", "failed", "declined"] as const;
export type CallState = (typeof CALL_STATES)[number];

/**
 * A part of an answer: text of the model, or a call of a tool. Contains ids of pages but neither titles nor contents,
 * because readers of the answer may not all see those pages.
 */
export type RunStep =
  | { readonly seq: number; readonly kind: "text"; readonly text: string }
  | {
      readonly seq: number;
      readonly kind: "call";
      readonly tool: string;
      readonly state: CallState;
      readonly pageIds: readonly string[];
    };

/** A run that has not ended. */
export type RunView = {
  readonly id: string;
  readonly pageId: string;
  /** The AI_CHAT page of the agent. */
  readonly agentPageId: string;
  readonly agent: string;
  readonly userId: string;
  readonly questionId: string;
  readonly state: RunState;
  readonly steps: readonly RunStep[];
  /** The run was interrupted and has been resumed. */
  readonly wasResumed: boolean;
  /** Estimated tokens of the last request, and the model's context window; 0 before the first request. */
  readonly context: { readonly used: number; readonly window: number };
};

/**
 * What the readers of the page are sent while a run lasts. `text` appends to the step's text from offset `at` (UTF-16 code
 * units); a reader that misses something before it reads the run again. `run` replaces everything known about the run.
 */
export type RunFrame =
  | { readonly t: "run"; readonly run: RunView }
  | { readonly t: "text"; readonly run: string; readonly seq: number; readonly at: number; readonly text: string }
  | { readonly t: "end"; readonly run: string; readonly state: RunState };

/** Why a call waits for the asker. */
export const APPROVAL_REASONS = [
  "trash",
  "revert",
  "move_between_drives",
  "other_drive",
  "post_elsewhere",
  "many_pages",
  "rewrite",
  "read_outsiders",
  "every_write",
  /** Some readers of the conversation may not see the pages that the call would read. */
  "hidden_from_readers",
  /** Some readers of a page that the call would change may not see pages that the answer has read. */
  "hidden_from_target",
] as const;
export type ApprovalReason = (typeof APPROVAL_REASONS)[number];

/** A call that waits for the asker's approval. */
export type Approval = {
  readonly seq: number;
  readonly tool: string;
  /** Hash of the tool and its arguments, which a decision repeats. */
  readonly hash: string;
  readonly reasons: readonly ApprovalReason[];
  readonly pageIds: readonly string[];
  /** Drives outside the conversation's that the answer may use after a yes. */
  readonly driveIds: readonly string[];
  /** Titles of pages that the call creates, or the text that it posts. */
  readonly titles: readonly string[];
  readonly content: string | null;
  /** Unified diffs of the texts that the call changes, merged into their current text. */
  readonly diffs: readonly { readonly pageId: string; readonly diff: string }[];
  /** Readers of the conversation who may not see one of the pages: their number, and some of their names. */
  readonly hiddenFrom: { readonly count: number; readonly names: readonly string[] } | null;
  /** When the request for approval expires, in ms since 1970. */
  readonly expiresAt: number;
};
