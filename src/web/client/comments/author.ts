/** Who wrote something, as it is shown. */
import type { Comment, Thread } from "../../../features/comments/contract.ts";
import { words } from "../../../words/conversation.ts";
import { words as frame } from "../../../words/frame.ts";

type Written = Pick<Thread, "user" | "agent"> & Partial<Pick<Comment, "authorName">>;

export const authorOf = ({ user, agent, authorName = null }: Written): string =>
  (agent !== null && user !== null ? frame.onBehalf(agent, user.name) : user?.name) ?? authorName ?? words.left;
