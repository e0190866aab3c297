/** The database of drafts of suggestions in this browser. Loads no editor. */
import { below, database, done } from "../live/database.ts";

const DRAFTS = "drafts";
const DATABASE = "octavo-suggestions";
const act = database(DATABASE, [DRAFTS]);

/** False if this browser has never kept a draft: the database is created with the first one. */
export const mayHaveDrafts = async (): Promise<boolean> =>
  (await indexedDB.databases()).some(({ name }) => name === DATABASE);

/** The id identifies the draft of one tab. */
export type DraftKey = readonly [userId: string, pageId: string, id: string];

export type StoredDraft = {
  /** The page's text as the draft knows it. */
  readonly base: string;
  /** A CodeMirror change set as JSON, from the base to the text of the draft. */
  readonly changes: unknown;
  readonly comment: string;
};

export const storedDrafts = (userId: string, pageId: string): Promise<(readonly [DraftKey, StoredDraft])[]> =>
  act("readonly", async (stores) => {
    const range = below(userId, pageId);
    const keys = (await done(stores(DRAFTS).getAllKeys(range))) as unknown as DraftKey[]; // written by `putDraft`
    const drafts = await done<StoredDraft[]>(stores(DRAFTS).getAll(range));
    return keys.flatMap((key, index) => {
      const draft = drafts[index];
      return draft === undefined ? [] : [[key, draft] as const];
    });
  });

export const putDraft = (key: DraftKey, draft: StoredDraft): Promise<void> =>
  act("readwrite", async (stores) => {
    await done(stores(DRAFTS).put(draft, [...key]));
  });

export const removeDraft = (key: DraftKey): Promise<void> =>
  act("readwrite", async (stores) => {
    await done(stores(DRAFTS).delete([...key]));
  });

/** Removes all drafts of the users that `isRemoved` selects. */
export const removeDrafts = (isRemoved: (userId: string) => boolean): Promise<void> =>
  act("readwrite", async (stores) => {
    const keys = (await done(stores(DRAFTS).getAllKeys())) as unknown as DraftKey[]; // written by `putDraft`
    for (const [userId] of keys) if (isRemoved(userId)) await done(stores(DRAFTS).delete(below(userId)));
  });

/** Held by the tab that shows a draft. */
const lockOf = ([, , id]: DraftKey): string => `octavo-suggestions ${id}`;

/** Whether an earlier visit left a draft that no open tab shows. */
export async function hasKeptDraft(userId: string, pageId: string): Promise<boolean> {
  const drafts = await storedDrafts(userId, pageId);
  if (drafts.length === 0) return false;
  const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name));
  return drafts.some(([key]) => !held.has(lockOf(key)));
}

/** Resolves to false if another tab shows the draft; otherwise it belongs to this tab until `signal` is aborted. */
export function claim(key: DraftKey, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const hold = (lock: Lock | null): Promise<void> | null => {
    resolve(lock !== null);
    if (lock === null || signal.aborted) return null;
    return new Promise((end) => signal.addEventListener("abort", () => end(), { once: true }));
  };
  navigator.locks.request(lockOf(key), { ifAvailable: true }, hold).catch(reject);
  return promise;
}
