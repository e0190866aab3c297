/** Authorizes edits and deletions of comments and threads, by their authors and by others. */
import type { LoadedPage } from "../kernel/page.ts";
import { pageActions } from "./actions.ts";
import type { Authenticated } from "./authenticate.ts";
import type { Authorized } from "./authorized.ts";
import { allowPage } from "./authorize-page.ts";
import { refused } from "./credential-checks.ts";

/** Throws like `allowPage`, and `forbidden` for another user's comment. `authorId` is null for a deleted account. */
export function allowEditOfComment<P extends LoadedPage>(
  by: Authenticated,
  page: P,
  authorId: string | null,
): Authorized<"page.editOwnComment", P> {
  if (authorId !== by.actor.userId) throw refused(pageActions.editOwnComment);
  return allowPage(by, "editOwnComment", page);
}

/** Authors delete their own; anyone who may delete the page may delete any comment or thread on it. Throws like `allowPage`. */
export const allowDeletionOfComment = <P extends LoadedPage>(
  by: Authenticated,
  page: P,
  authorId: string | null,
): Authorized<"page.deleteOwnComment" | "page.deleteAnyComment", P> =>
  authorId === by.actor.userId ? allowPage(by, "deleteOwnComment", page) : allowPage(by, "deleteAnyComment", page);
