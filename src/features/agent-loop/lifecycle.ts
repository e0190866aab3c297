/** The begin and the end of a run, in the database. */
import { type RunState } from "../../kernel/agent-run.ts";
import type { Deps } from "../../deps.ts";
import { commit } from "../../commit/commit.ts";
import { insertRunCredential, endRunCredential } from "../../permissions/agent-credential.ts";
import { exempt, writeExempt, writeOneExempt } from "../../permissions/exempt.ts";
import { READING_TOOLS } from "../mcp/contract.ts";
import { notifyOfMessage } from "../mentions/statements.ts";
import { checkedAnswer } from "./checked-answer.ts";
import { isCall, type RunFailed, textOf, type RunError, type StoredRun, type StoredStep } from "./run.ts";
import { isPrivate } from "./private-chat-store.ts";
import * as store from "./store.ts";

/** How a run ended; `detail` is for administrators. */
export type Outcome = { readonly state: RunState; readonly error: RunError | null; readonly detail: string };

export const outcomeOf = ({ code, detail }: RunFailed): Outcome => ({ state: "failed", error: code, detail });

/** Maximum length of an answer, in characters. */
const MAX_ANSWER = 100_000;
const CUT = "\n\n…";

/** Takes up the oldest run of the page that has not ended. Null if there is none. */
export async function beginNextRun(deps: Deps, pageId: string): Promise<StoredRun | null> {
  const next = await deps.db.one(store.findNextRun(pageId));
  if (next === null) return null;
  const { systemPrompt, enabledTools, approval, scope, agent, ...rest } = next;
  const run: StoredRun = {
    ...rest,
    answerId: deps.newId(),
    agent: agent ?? "",
    systemPrompt: systemPrompt ?? "",
    enabledTools: enabledTools === null ? READING_TOOLS : (JSON.parse(enabledTools) as string[]), // a list of names
    approval: approval ?? "risky",
    // Elsewhere others would read what the agent finds in the asker's other drives.
    scope: scope === "workspace" && (await deps.db.one(isPrivate(pageId, rest.userId))) ? "workspace" : "drive",
  };
  const { userId, driveId, tokenId } = run;
  await writeExempt(deps.db, exempt.agent, [
    ...insertRunCredential({ runId: run.id, tokenId, userId, name: run.agent, driveId, scope: run.scope }, deps.now),
  ]);
  return run;
}

export const noteWaiting = async ({ db }: Deps, run: StoredRun): Promise<void> => {
  await writeOneExempt(db, exempt.agent, store.setRunState(run.id, "waiting"));
};

/** Ends a run that no object works on. Returns false if it had ended. */
export async function cancelQueued(deps: Deps, runId: string): Promise<boolean> {
  const ended = { runId, state: "cancelled", calls: "[]", error: null } as const;
  const [changed] = await writeExempt(deps.db, exempt.agent, [
    store.endRun(ended, deps.now),
    endRunCredential(runId, deps.now),
  ]);
  return changed > 0;
}

/** Stores the answer and ends the run, in one commit that can be repeated. */
export async function finishRun(
  deps: Deps,
  run: StoredRun,
  steps: readonly StoredStep[],
  { state, error, detail }: Outcome,
): Promise<void> {
  if (error !== null) deps.log.error("agent.run_failed", { runId: run.id, pageId: run.pageId, reason: error, detail });
  const text = checkedAnswer(textOf(steps), deps.config.origin, steps);
  const content = text.length > MAX_ANSWER ? text.slice(0, MAX_ANSWER) + CUT : text;
  const isShown = content !== "" || state !== "cancelled";
  const { answerId: id, pageId, userId, tokenId } = run;
  const calls = steps.filter(isCall).map(({ call, state: outcome, pageIds }) => {
    return { tool: call.name.slice(0, 100), state: outcome, pageIds };
  });
  const written = { pageId, by: userId, tokenId, now: deps.now, newId: deps.newId };
  const parentMessageId = run.pageType === "CHANNEL" ? await threadOf(deps, run) : null;
  await commit(deps, exempt.agent, {
    queries: [
      ...(isShown
        ? [store.insertAnswer({ id, pageId, userId, tokenId, runId: run.id, parentMessageId, content }, deps.now)]
        : []),
      store.endRun({ runId: run.id, state, calls: JSON.stringify(calls), error }, deps.now),
      endRunCredential(run.id, deps.now),
      ...(isShown ? notifyOfMessage(written, content, null) : []),
    ],
    announces: [{ kind: "message", pageId, id: isShown ? id : run.questionId, change: isShown ? "created" : "edited" }],
  });
}

/** In a channel the answer is a reply in the thread of the question. */
const threadOf = async ({ db }: Deps, { questionId }: StoredRun): Promise<string> =>
  (await db.one(store.findThread(questionId))) ?? questionId;
