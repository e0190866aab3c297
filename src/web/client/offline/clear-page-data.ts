/** Removes the page data on this device when the user signs out. */
import { removeKept } from "../service-worker/protocol.ts";
import { call } from "../api/api.ts";
import { sideView } from "../tree/state.ts";
import { removeStored, removeStoredOfOthers } from "./stored-drafts.ts";
import { forgetDrafts } from "../comments/drafts.ts";
import { removeTitles } from "../palette/title-store.ts";
import { removeAllPending, removePendingOfOthers } from "./pending-pages/store.ts";
import { forgetRecent } from "../shell/recent-pages.ts";
import { clearSavedState } from "../tree/clear-saved-state.ts";

/** Failures are ignored: without storage there is nothing to remove. */
export async function clearPageData(userId: string): Promise<void> {
  clearSavedState();
  forgetRecent();
  forgetDrafts();
  await Promise.allSettled([removeStored(userId), removeAllPending(userId), removeTitles(), removeKept()]);
}

const OWNER = "octavo:page-data-of";

/** Removes data of another user of this browser who did not sign out. */
export async function clearDataOfOthers(): Promise<void> {
  const email = sideView()?.email;
  if (email === undefined || localStorage.getItem(OWNER) === email) return;
  const { id } = await call<{ id: string }>("GET", "/api/auth/me");
  await Promise.all([removeStoredOfOthers(id), removePendingOfOthers(id)]);
  localStorage.setItem(OWNER, email);
}
