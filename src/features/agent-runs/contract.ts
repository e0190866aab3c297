/** API schemas for the answers of agents. */
import * as z from "zod";
import { APPROVAL_REASONS, CALL_STATES, RUN_STATES } from "../../kernel/agent-run.ts";
import { cleanText, Id } from "../../kernel/contract.ts";

const State = z.enum(RUN_STATES);

const Step = z.discriminatedUnion("kind", [
  z.object({ seq: z.int(), kind: z.literal("text"), text: z.string() }),
  z.object({
    seq: z.int(),
    kind: z.literal("call"),
    tool: z.string(),
    state: z.enum(CALL_STATES),
    /** Pages that the call named or returned. Each reader may see only some of them. */
    pageIds: z.array(z.string()),
  }),
]);

/** A run that has not ended, with what it has written so far. */
export const Run = z
  .object({
    id: z.string(),
    pageId: z.string(),
    agentPageId: z.string(),
    agent: z.string(),
    userId: z.string(),
    questionId: z.string(),
    state: State,
    steps: z.array(Step),
    wasResumed: z.boolean(),
    context: z.object({ used: z.int(), window: z.int() }),
    /** Only for the asker, while the run waits for their approval. */
    approval: z
      .object({
        seq: z.int(),
        tool: z.string(),
        hash: z.string(),
        reasons: z.array(z.enum(APPROVAL_REASONS)),
        pageIds: z.array(z.string()),
        driveIds: z.array(z.string()),
        titles: z.array(z.string()),
        content: z.string().nullable(),
        diffs: z.array(z.object({ pageId: z.string(), diff: z.string() })),
        hiddenFrom: z.object({ count: z.int(), names: z.array(z.string()) }).nullable(),
        expiresAt: z.number(),
      })
      .nullable(),
  })
  .meta({ id: "Run" });
export type Run = z.infer<typeof Run>;

/** An ended run, as part of the message that it wrote. */
export const RunSummary = z
  .object({
    id: z.string(),
    state: State,
    /** Calls of tools, in order. */
    calls: z.array(z.object({ tool: z.string(), state: z.enum(CALL_STATES), pageIds: z.array(z.string()) })),
    /** Why it failed; null if it did not. */
    error: z.string().nullable(),
    /** The asker has undone what it changed. */
    isUndone: z.boolean(),
  })
  .meta({ id: "RunSummary" });
export type RunSummary = z.infer<typeof RunSummary>;

/** A run of the page that has not ended, oldest first. */
export const OpenRun = z.object({ id: z.string(), state: State, questionId: z.string(), userId: z.string() });
export type OpenRun = z.infer<typeof OpenRun>;

export const UNAVAILABLE = ["not_configured", "unknown_model", "limit_reached", "too_many_queued"] as const;

/** What a message to an agent started; null if nobody is expected to answer. */
export const Started = z
  .union([
    z.object({ id: z.string(), state: State }),
    z.object({ unavailable: z.enum(UNAVAILABLE), message: z.string() }),
  ])
  .nullable();
export type Started = z.infer<typeof Started>;

export const RunParams = z.object({ pageId: Id, runId: Id });

export const DecideRun = z.object({
  seq: z.int().min(0),
  /** The hash of the call that was shown. */
  hash: z.string().min(1).max(100),
  /** `further` also permits later reversible writes of this answer. */
  answer: z.enum(["once", "further", "no"]),
});
export type DecideRun = z.infer<typeof DecideRun>;

export const UndoneRun = z.object({
  effects: z.array(
    z.object({
      kind: z.enum(["text", "created", "moved", "trashed", "restored", "posted", "renamed"]),
      pageId: z.string(),
      title: z.string(),
      /** `kept`: nothing of it was left, or others have used it since. `failed`: it could not be undone; try again. */
      outcome: z.enum(["undone", "kept", "failed"]),
    }),
  ),
});
export type UndoneRun = z.infer<typeof UndoneRun>;

export const AskWorkspace = z.object({
  content: cleanText(20_000).refine((text) => text.trim() !== "", "must not be empty"),
  /** Title of the chat, if this is the first question. */
  title: cleanText(255)
    .transform((text) => text.trim())
    .pipe(z.string().min(1).max(255))
    .default("Ask the workspace"),
});
export type AskWorkspace = z.infer<typeof AskWorkspace>;

export const AskedWorkspace = z.object({ pageId: z.string(), messageId: z.string(), started: Started });
export type AskedWorkspace = z.infer<typeof AskedWorkspace>;
