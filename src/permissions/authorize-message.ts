/** Authorizes edits and deletions of messages, by their authors and by others. */
import type { LoadedPage } from "../kernel/page.ts";
import { pageActions } from "./actions.ts";
import type { Authenticated } from "./authenticate.ts";
import type { Authorized } from "./authorized.ts";
import { allowPage } from "./authorize-page.ts";
import { refused } from "./credential-checks.ts";

/** A message's authorship; `user` is null if the author's account was deleted. */
type LoadedMessage = { readonly role: string; readonly user: { readonly id: string } | null };

const isAuthor = ({ actor }: Authenticated, { role, user }: LoadedMessage): boolean =>
  role === "user" && user?.id === actor.userId;

/** Throws like `allowPage`, and `forbidden` for another user's message. */
export function allowEditOfMessage<P extends LoadedPage>(
  by: Authenticated,
  page: P,
  message: LoadedMessage,
): Authorized<"page.editOwnMessage", P> {
  if (!isAuthor(by, message)) throw refused(pageActions.editOwnMessage);
  return allowPage(by, "editOwnMessage", page);
}

/** Authors delete their own messages; anyone who may delete the page may delete any message on it. Throws like `allowPage`. */
export const allowDeletionOfMessage = <P extends LoadedPage>(
  by: Authenticated,
  page: P,
  message: LoadedMessage,
): Authorized<"page.deleteOwnMessage" | "page.deleteAnyMessage", P> =>
  isAuthor(by, message) ? allowPage(by, "deleteOwnMessage", page) : allowPage(by, "deleteAnyMessage", page);
