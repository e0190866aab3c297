/** Removes what open pages left behind in this browser. */
import type { Draft } from "../live/store.ts";
import { act, below, done, DRAFTS, STATES, type StoredState } from "./live-database.ts";

/** A copy of a page that was not opened for so long, in ms, is not worth its space. */
const KEPT = 30 * 24 * 3_600_000;

/** Removes what one person left behind in this browser: to be called when they sign out. */
export const removeStored = (userId: string): Promise<void> =>
  act("readwrite", async (stores) => {
    for (const name of [DRAFTS, STATES]) await done(stores(name).delete(below(userId)));
  });

/** Removes what one person left behind of one page. */
export const removeStoredPage = (userId: string, pageId: string): Promise<void> =>
  act("readwrite", async (stores) => {
    await done(stores(DRAFTS).delete(below(userId, pageId)));
    await done(stores(STATES).delete([userId, pageId]));
  });

/** Removes copies of pages that were not opened for a month; drafts stay, and the copies that they are shown over. */
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

/** Bytes of the state of a page without a text: one that was made without a network needs it. */
const NO_TEXT = 2;

/** Removes the copies of all pages, whose text nobody here may read any more. Drafts stay, to be sent once their author has signed in. */
export const removeCopies = (): Promise<void> =>
  act("readwrite", async (stores) => {
    const states = stores(STATES);
    for (const key of await done(states.getAllKeys())) {
      const kept = await done<StoredState | undefined>(states.get(key));
      if (kept !== undefined && kept.state.byteLength > NO_TEXT) await done(states.delete(key));
    }
  });

/** Removes what others than this person left behind in this browser. */
export const removeStoredOfOthers = (userId: string): Promise<void> =>
  act("readwrite", async (stores) => {
    for (const name of [DRAFTS, STATES]) {
      const keys = (await done(stores(name).getAllKeys())) as string[][]; // as live-store.ts writes them
      await Promise.all(keys.filter(([owner]) => owner !== userId).map((key) => done(stores(name).delete(key))));
    }
  });

export type WaitingPage = {
  readonly userId: string;
  readonly pageId: string;
  /** The service has not taken some of it: that waits for its author. */
  readonly isRefused: boolean;
};

/** The pages of which something was typed and is not saved, in all tabs and visits. */
export const waitingPages = (): Promise<readonly WaitingPage[]> =>
  act("readonly", async (stores) => {
    const drafts = stores(DRAFTS);
    const [keys, all] = await Promise.all([done(drafts.getAllKeys()), done<Draft[]>(drafts.getAll())]);
    const pages = new Map<string, WaitingPage>();
    // As live-store.ts writes them.
    for (const [at, [userId, pageId]] of (keys as [string, string, string][]).entries()) {
      const isRefused = pages.get(pageId)?.isRefused === true || all[at]?.refused !== null;
      pages.set(pageId, { userId, pageId, isRefused });
    }
    return [...pages.values()];
  });
