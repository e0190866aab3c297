/** The store of an open page in IndexedDB: unsaved changes, and the last state. */
import type { Draft, PageStore } from "../../../live-client/store.ts";
import { act, below, done, DRAFTS, STATES, type StoredState } from "./database.ts";

export function openPageStore(userId: string, pageId: string): PageStore {
  const drafts = below(userId, pageId);
  const key = (id: string): IDBValidKey => [userId, pageId, id];
  return {
    load: () =>
      act("readonly", async (stores) => {
        const kept = await done<StoredState | undefined>(stores(STATES).get([userId, pageId]));
        const all = await done<Draft[]>(stores(DRAFTS).getAll(drafts));
        return { state: kept?.state ?? null, of: kept?.of ?? 0, drafts: all };
      }),
    putState: (state, of) =>
      act("readwrite", async (stores) => {
        await done(stores(STATES).put({ state, of, at: Date.now() } satisfies StoredState, [userId, pageId]));
      }),
    putDraft: (draft) =>
      act("readwrite", async (stores) => {
        await done(stores(DRAFTS).put(draft, key(draft.id)));
      }),
    removeDraft: (draft) =>
      act("readwrite", async (stores) => {
        const stored = await done<Draft | undefined>(stores(DRAFTS).get(key(draft.id)));
        if (stored !== undefined && isSame(stored, draft)) await done(stores(DRAFTS).delete(key(draft.id)));
      }),
  };
}

const isSame = (a: Draft, b: Draft): boolean =>
  a.update.byteLength === b.update.byteLength && a.update.every((byte, at) => byte === b.update[at]);
