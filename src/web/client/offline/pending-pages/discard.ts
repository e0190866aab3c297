/** Removes words that are on this device alone, with their page where the service does not know it. */
import { removeStoredPage } from "../stored-drafts.ts";
import { type PendingPage, removePending } from "./store.ts";
import { removeFromTree } from "./tree.ts";
import { removeView } from "./views.ts";

export async function discardUnsent(userId: string, pageId: string, pending: PendingPage | null): Promise<void> {
  await removeStoredPage(userId, pageId);
  if (pending === null) return;
  await Promise.all([removePending(pending), removeView(pending)]);
  removeFromTree(pageId);
}
