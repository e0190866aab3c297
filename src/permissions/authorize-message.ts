/** Decides on messages: what their authors may do with them, and what others may. */
import type { LoadedPage } from "../kernel/page.ts";
import { pageActions } from "./actions.ts";
import type { Authenticated } from "./authenticate.ts";
import type { Authorized } from "./authorized.ts";
import { allowPage } from "./authorize-page.ts";
import { refused } from "./credential-checks.ts";

/** A message by who wrote it; the author is null where their account is gone. */
type LoadedMessage = { readonly role: string; readonly user: { readonly id: string } | null };

const isAuthor = ({ actor }: Authenticated, { role, user }: LoadedMessage): boolean =>
  role === "user" && user?.id === actor.userId;

/** Throws as `allowPage`, and `forbidden` for somebody else's message. */
export function allowEditOfMessage<P extends LoadedPage>(
  by: Authenticated,
  page: P,
  message: LoadedMessage,
): Authorized<"page.editOwnMessage", P> {
  if (!isAuthor(by, message)) throw refused(pageActions.editOwnMessage);
  return allowPage(by, "editOwnMessage", page);
}

/** Authors take back what they wrote; anyone who may delete the page removes anything on it. Throws as `allowPage`. */
export const allowDeletionOfMessage = <P extends LoadedPage>(
  by: Authenticated,
  page: P,
  message: LoadedMessage,
): Authorized<"page.deleteOwnMessage" | "page.deleteAnyMessage", P> =>
  isAuthor(by, message) ? allowPage(by, "deleteOwnMessage", page) : allowPage(by, "deleteAnyMessage", page);
