/** The answers that agents are writing, below the messages. */
import type { ComponentType } from "preact";
import type { Approval, RunStep, RunView } from "../../../kernel/agent-run.ts";
import type { Message } from "../../../features/messages/contract.ts";
import { Avatar } from "../../shared/avatar.tsx";
import { ANSWER_PRINT } from "../../shared/conversation/answer-print.tsx";
import { type LinksTo, Steps } from "../../shared/conversation/run-steps.tsx";
import { fullnessOf, textOf } from "../../shared/conversation/run-view.ts";
import { DocumentPrint } from "../../shared/document/print.tsx";
import { locale } from "../../shared/relative-time.ts";
import { words as messageWords } from "../../../words/conversation.ts";
import { words as frame } from "../../../words/frame.ts";
import { words } from "../../../words/answer.ts";
import { words as runWords } from "../../../words/run.ts";
import type { ApprovalProps } from "./approval-card.tsx";
import type { LiveRun } from "./live-runs.ts";

export type AnswerProps = {
  readonly runs: readonly LiveRun[];
  readonly userId: string;
  /** The user who asked; null if their question is not loaded. */
  readonly askerOf: (run: RunView) => Message["user"];
  readonly links: LinksTo;
  /** Undefined if the reader may not stop it. */
  readonly stopOf: (run: RunView) => (() => void) | undefined;
  /** Null until it has been loaded. */
  readonly Card: ComponentType<ApprovalProps> | null;
  readonly approvalOf: (run: RunView, approval: Approval) => ApprovalProps;
};

export const OpenAnswers = ({ runs, ...props }: AnswerProps) =>
  runs.length > 0 && (
    <ol class="messages">
      {runs.map((live, at) => (
        <li key={live.run.id} class="run">
          <OpenAnswer {...props} {...live} isFirst={at === 0} />
        </li>
      ))}
    </ol>
  );

type OneProps = Omit<AnswerProps, "runs"> & LiveRun & { readonly isFirst: boolean };

const OpenAnswer = ({ run, approval, isFirst, userId, askerOf, links, stopOf, Card, approvalOf }: OneProps) => {
  const asker = askerOf(run);
  const name = asker === null ? run.agent : frame.onBehalf(run.agent, asker.name);
  const text = textOf(run);
  const isMine = run.userId === userId;
  const stop = isFirst ? undefined : stopOf(run);
  return (
    <article class="message" data-run={run.id} aria-label={messageWords.messageOf(name)}>
      <p class="row wrap message-by">
        <Avatar class="message-face" of={asker ?? { id: "", name, image: null }} isAgent />
        <b>{name}</b>
        <span class="muted">{stateOf(run, isFirst, isMine, asker?.name)}</span>
        <Fullness run={run} />
        {stop && (
          <button type="button" class="quiet" onClick={stop}>
            {words.stop}
          </button>
        )}
      </p>
      {run.wasResumed && <p class="muted small">{words.resumed}</p>}
      <Steps calls={run.steps.filter(isCall)} links={links} open />
      {text !== "" && (
        <div class="doc message-text">
          <DocumentPrint text={text} variant={ANSWER_PRINT} />
        </div>
      )}
      {approval && Card && <Card key={approval.hash} {...approvalOf(run, approval)} />}
    </article>
  );
};

type CallStep = Extract<RunStep, { kind: "call" }>;

const isCall = (step: RunStep): step is CallStep => step.kind === "call";

function stateOf({ state }: RunView, isFirst: boolean, isMine: boolean, asker: string | undefined): string {
  if (state === "queued" && !isFirst) return words.queued;
  if (state === "queued" || state === "running") return words.thinking;
  if (state !== "waiting") return state === "cancelled" ? runWords.stopped : "";
  return isMine ? runWords.callState.asked : asker === undefined ? words.waitsForAsker : words.waitsFor(asker);
}

const Fullness = ({ run }: { readonly run: RunView }) => {
  const percent = fullnessOf(run);
  if (percent === null) return null;
  const shown = new Intl.NumberFormat(locale(), { style: "percent" }).format(percent / 100);
  return (
    <span class="muted small" title={words.fullnessHint}>
      {words.fullness(shown)}
    </span>
  );
};
