/** Accepts and rejects suggestions by command: the one at the caret, or all. */
import type { AcceptedSuggestions, RejectedSuggestions } from "../../../features/comments/contract.ts";
import { words } from "../../../words/suggesting.ts";
import { plural } from "../../../words/plural.ts";
import { call, path } from "../api/api.ts";
import { shownComments } from "../comments/comments-soon.ts";
import { ask } from "../ui/dialog.ts";
import { announce } from "../ui/notice.ts";

export type Decision = "accept" | "reject";

/** The suggestion that the caret or the focused card is on. */
export async function decideHere(decision: Decision): Promise<void> {
  const comments = await shownComments();
  const thread = comments?.list.get(comments.active.peek() ?? "") ?? null;
  if (!comments || thread?.kind !== "suggestion" || thread.closed !== null) return announce(words.noneHere);
  if (decision === "reject") {
    await comments.act.reject(thread);
    return announce(words.rejected);
  }
  const outcome = await comments.act.accept(thread, null);
  if (outcome?.result === "accepted" || outcome?.result === "already") return announce(words.accepted);
  // The card shows the choice.
  comments.show(thread);
  announce(words.needsLook);
}

export async function decideAll(decision: Decision): Promise<void> {
  const comments = await shownComments();
  const count = comments?.list.open.filter(({ kind }) => kind === "suggestion").length ?? 0;
  if (!comments || count === 0) return announce(words.noneOpen);
  const isAccept = decision === "accept";
  const sentence = plural(count, isAccept ? words.acceptAllSentence : words.rejectAllSentence);
  if (
    !(await ask(isAccept ? words.acceptAll : words.rejectAll, sentence, isAccept ? words.acceptAll : words.rejectAll))
  )
    return;
  const address = path`/api/pages/${comments.root.dataset["page"] ?? ""}/suggestions/${decision}`;
  const body = { threadIds: "all" };
  if (isAccept) {
    const { outcomes } = await call<AcceptedSuggestions>("POST", address, body);
    const left = outcomes.filter(({ result }) => result === "differs" || result === "refused").length;
    announce(acceptedMessage(outcomes.length - left, left));
  } else {
    const { threadIds } = await call<RejectedSuggestions>("POST", address, body);
    announce(plural(threadIds.length, words.rejectedCounted));
  }
  await comments.list.load();
}

function acceptedMessage(accepted: number, left: number): string {
  const done = plural(accepted, words.acceptedCounted);
  return left === 0 ? done : `${done} ${plural(left, words.leftCounted)}`;
}
