/** Removes the data that open pages stored in this browser. */
import type { Draft } from "../../../live-client/store.ts";
import { removeDrafts } from "../suggesting/draft-database.ts";
import { act, below, done, DRAFTS, STATES, type StoredState } from "../live/database.ts";

/** How long (ms) the copy of a page is kept after it was last opened. */
const KEPT = 30 * 24 * 3_600_000;

/** Removes everything that one user stored in this browser. Call this on sign-out. */
export async function removeStored(userId: string): Promise<void> {
  await act("readwrite", async (stores) => {
    for (const name of [DRAFTS, STATES]) await done(stores(name).delete(below(userId)));
  });
  await removeDrafts((owner) => owner === userId);
}

/** Removes everything that one user stored for one page. */
export const removeStoredPage = (userId: string, pageId: string): Promise<void> =>
  act("readwrite", async (stores) => {
    await done(stores(DRAFTS).delete(below(userId, pageId)));
    await done(stores(STATES).delete([userId, pageId]));
  });

/** Removes copies of pages that were not opened for a month. Drafts stay, and so do the copies that they build on. */
export const removeOld = (): Promise<void> =>
  act("readwrite", async (stores) => {
    const states = stores(STATES);
    const [keys, drafts] = [await done(states.getAllKeys()), await done(stores(DRAFTS).getAllKeys())];
    const waiting = new Set((drafts as [string, string, string][]).map(([userId, pageId]) => `${userId} ${pageId}`));
    for (const key of keys as [string, string][]) {
      if (waiting.has(key.join(" "))) continue;
      const kept = await done<StoredState | undefined>(states.get(key));
      if (kept !== undefined && Date.now() - kept.at > KEPT) await done(states.delete(key));
    }
  });

/** Size in bytes of the state of an empty page: a page created offline needs it. */
const NO_TEXT = 2;

/**
 * Removes the text of all pages, because nobody here may read it any more. Drafts stay, to be sent once their author
 * has signed in.
 */
export const removeCopies = (): Promise<void> =>
  act("readwrite", async (stores) => {
    const states = stores(STATES);
    for (const key of await done(states.getAllKeys())) {
      const kept = await done<StoredState | undefined>(states.get(key));
      if (kept !== undefined && kept.state.byteLength > NO_TEXT) await done(states.delete(key));
    }
  });

/** Removes everything that other users stored in this browser. */
export async function removeStoredOfOthers(userId: string): Promise<void> {
  await act("readwrite", async (stores) => {
    for (const name of [DRAFTS, STATES]) {
      const keys = (await done(stores(name).getAllKeys())) as string[][]; // written by live-store.ts
      await Promise.all(keys.filter(([owner]) => owner !== userId).map((key) => done(stores(name).delete(key))));
    }
  });
  await removeDrafts((owner) => owner !== userId);
}

export type WaitingPage = {
  readonly userId: string;
  readonly pageId: string;
  /** The service rejected some of it, so the author has to decide. */
  readonly isRefused: boolean;
};

/** Pages with unsaved changes, across all tabs and visits. */
export const waitingPages = (): Promise<readonly WaitingPage[]> =>
  act("readonly", async (stores) => {
    const drafts = stores(DRAFTS);
    const [keys, all] = await Promise.all([done(drafts.getAllKeys()), done<Draft[]>(drafts.getAll())]);
    const pages = new Map<string, WaitingPage>();
    // Written by live-store.ts.
    for (const [at, [userId, pageId]] of (keys as [string, string, string][]).entries()) {
      const isRefused = pages.get(pageId)?.isRefused === true || all[at]?.refused !== null;
      pages.set(pageId, { userId, pageId, isRefused });
    }
    return [...pages.values()];
  });
