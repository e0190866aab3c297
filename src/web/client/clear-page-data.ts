/** What was kept of pages on this device goes when a person signs out. */
import { removeKept } from "../offline/protocol.ts";
import { removeStored } from "./stored-drafts.ts";
import { removeTitles } from "./palette/title-store.ts";
import { removeAllPending } from "./pending-pages/store.ts";
import { forgetRecent } from "./recent-pages.ts";
import { clearSavedState } from "./tree/clear-saved-state.ts";

/** A browser that keeps nothing has nothing to remove. */
export async function clearPageData(userId: string): Promise<void> {
  clearSavedState();
  forgetRecent();
  await Promise.allSettled([removeStored(userId), removeAllPending(userId), removeTitles(), removeKept()]);
}
