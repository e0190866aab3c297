/** Requests for access to a page, and the possible answers. */
import type { AccessRequest } from "../../../features/pages/access-requests/contract.ts";
import { call, path } from "../api/api.ts";
import { announce, attempt } from "../ui/notice.ts";
import { LEVELS } from "./people.ts";
import { words } from "../../../words/sharing.ts";

export type AccessAnswer = "view" | "comment" | "edit" | "decline";

const ANSWERS: readonly { readonly answer: AccessAnswer; readonly label: string; readonly isQuiet?: true }[] = [
  { answer: "view", label: words.giveViewing },
  { answer: "comment", label: words.giveCommenting },
  { answer: "edit", label: words.giveEditing },
  { answer: "decline", label: words.decline, isQuiet: true },
];

/** Granting access shares the page, which also closes the request. */
export async function answerRequest(pageId: string, userId: string, answer: AccessAnswer): Promise<void> {
  if (answer === "decline") await call("DELETE", path`/api/pages/${pageId}/access-requests/${userId}`);
  else {
    const level = LEVELS[["view", "comment", "edit"].indexOf(answer)];
    await call("POST", path`/api/pages/${pageId}/permissions`, { userId, ...level?.flags });
  }
  announce({ view: words.theyView, comment: words.theyComment, edit: words.theyEdit, decline: words.declined }[answer]);
}

type AnswersProps = { readonly about: string; readonly answer: (answer: AccessAnswer) => Promise<void> };

export const Answers = ({ about, answer }: AnswersProps) => (
  <span class="actions" role="group" aria-label={about}>
    {ANSWERS.map((each) => (
      <button
        key={each.answer}
        type="button"
        class={each.isQuiet ? "quiet" : "quiet outlined"}
        onClick={({ currentTarget }) => attempt(currentTarget, () => answer(each.answer))}
      >
        {each.label}
      </button>
    ))}
  </span>
);

type ListProps = {
  readonly requests: readonly AccessRequest[];
  readonly answer: (request: AccessRequest, answer: AccessAnswer) => Promise<void>;
};

export const AccessRequests = ({ requests, answer }: ListProps) => (
  <ul class="people access-requests" aria-label={words.whoAsks}>
    {requests.map((request) => (
      <li key={request.userId}>
        <span class="who">
          <span>{words.asks(request.user.name)}</span>
          <span class="muted">{request.user.email}</span>
          {request.message !== "" && <q>{request.message}</q>}
        </span>
        <Answers about={words.answer(request.user.name)} answer={(each) => answer(request, each)} />
      </li>
    ))}
  </ul>
);
