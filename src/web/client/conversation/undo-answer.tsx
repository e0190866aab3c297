/** Undoes everything that an agent's answer changed, and shows what came of it. */
import type { UndoneRun } from "../../../features/agent-runs/contract.ts";
import { words } from "../../../words/approval.ts";
import { words as answerWords } from "../../../words/answer.ts";
import { call, path } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { announce } from "../ui/notice.ts";

/** Null if the user decided against it. */
export async function undoAnswer(pageId: string, runId: string): Promise<UndoneRun | null> {
  if (!(await ask(words.undoTitle, words.undoSentence, words.undo))) return null;
  const undone = await call<UndoneRun>("POST", path`/api/pages/${pageId}/runs/${runId}/undo`);
  const isWhole = undone.effects.every(({ outcome }) => outcome === "undone");
  announce(undone.effects.length === 0 ? words.nothing : isWhole ? words.finished : words.partly);
  return undone;
}

const OUTCOMES = ["undone", "kept", "failed"] as const;

export const UndoneList = ({ undone: { effects } }: { readonly undone: UndoneRun }) => (
  <div class="undone">
    {effects.length === 0 && <p class="muted">{words.nothing}</p>}
    {OUTCOMES.map((outcome) => {
      const found = effects.filter((effect) => effect.outcome === outcome);
      return (
        found.length > 0 && (
          <div key={outcome}>
            <p class="muted small">{words[outcome]}</p>
            <ul class="run-pages">
              {found.map(({ kind, pageId, title }, at) => (
                <li key={at}>
                  <a href={`/pages/${pageId}`}>
                    <bdi>{title === "" ? answerWords.untitled : title}</bdi>
                  </a>{" "}
                  <span class="muted">{words.effects[kind]}</span>
                </li>
              ))}
            </ul>
          </div>
        )
      );
    })}
  </div>
);
