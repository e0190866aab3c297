/** A suggestion in its card: what it changes, and the buttons that accept or reject it. */
import { useState } from "preact/hooks";
import type { Thread } from "../../../features/comments/contract.ts";
import { words } from "../../../words/comments.ts";
import { attempt } from "../ui/notice.ts";
import type { Outcome } from "./actions.ts";
import type { CommentsUi } from "./ui.ts";

const labelFor = ({ quote, replacement }: Thread): string =>
  quote === "" ? words.inserts : replacement === "" ? words.deletes : words.replaces;

/** Words stay readable, and so do blanks that are all there is to a change. */
export const SuggestedChange = ({ thread }: { readonly thread: Thread }) => {
  const { quote, replacement } = thread;
  return (
    <p class="thread-change" dir="auto">
      <span class="muted small">{labelFor(thread)} </span>
      {quote !== "" && <del>{quote}</del>}
      {quote !== "" && replacement !== "" && <span class="muted"> → </span>}
      {replacement !== null && replacement !== "" && <ins>{replacement}</ins>}
    </p>
  );
};

type Props = { readonly thread: Thread; readonly ui: CommentsUi };

export const SuggestionButtons = ({ thread, ui }: Props) => {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { canEdit, canComment } = ui.rights.value;
  const mayReject = canEdit || (canComment && thread.user?.id === ui.userId);
  const accept = (control: HTMLElement, seen: string | null): void =>
    attempt(control, async () => setOutcome(await ui.act.accept(thread, seen)));
  const isDifferent = outcome?.result === "differs";
  if (!mayReject) return null;
  return (
    <>
      <div role="status">{outcome && <Result outcome={outcome} />}</div>
      <p class="actions thread-buttons">
        {canEdit && !(isDifferent && outcome.merged === null) && (
          <button
            type="button"
            data-accept
            onClick={({ currentTarget }) => accept(currentTarget, isDifferent ? outcome.now : null)}
          >
            {isDifferent ? words.acceptAnyway : words.accept}
          </button>
        )}
        <button
          type="button"
          class="quiet outlined"
          data-reject
          onClick={({ currentTarget }) => attempt(currentTarget, () => ui.act.reject(thread))}
        >
          {words.reject}
        </button>
      </p>
    </>
  );
};

const Result = ({ outcome }: { readonly outcome: Outcome }) => {
  if (outcome.result === "refused")
    return <p class="thread-note">{outcome.reason === "not_open" ? words.notThere : words.refusals[outcome.reason]}</p>;
  if (outcome.result !== "differs") return null;
  return outcome.merged === null ? (
    <p class="thread-note">{words.bothChanged}</p>
  ) : (
    <p class="thread-note">
      {words.differs} <ins>{outcome.merged}</ins>
    </p>
  );
};
