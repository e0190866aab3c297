/** How an agent's answer ended, if not well. */
import type { RunSummary } from "../../../features/agent-runs/contract.ts";
import { Icon } from "../../shared/icons.tsx";
import { words } from "../../../words/answer.ts";
import { words as runWords } from "../../../words/run.ts";

type Code = keyof typeof words.errors;

export const Ending = ({ run: { state, error } }: { readonly run: RunSummary }) =>
  error !== null ? (
    <p class="row run-ending">
      <Icon name="circle-alert" />
      {Object.hasOwn(words.errors, error) ? words.errors[error as Code] : words.errors.internal}
    </p>
  ) : (
    state === "cancelled" && <p class="muted">{runWords.stopped}</p>
  );
