/** Pages that were created in this browser without a network and wait to be created on the service, by user. */
import type { PageType } from "../../../../kernel/page-type.ts";
import { below, database, done } from "../../live/database.ts";

const PENDING_PAGES = "pending-pages";
const act = database("octavo-pending", [PENDING_PAGES]);

export type WantedPage = {
  readonly driveId: string;
  readonly title: string;
  readonly type: PageType;
  readonly parentId: string | null;
};

export type PendingPage = WantedPage & {
  /** Follows from the user and the key, so it is the page's id on the service as well. */
  readonly id: string;
  readonly key: string;
  readonly userId: string;
  /** Why the service did not create it; null while it was not asked or may do it later. */
  readonly refused: string | null;
};

/** Most pages that wait at a time. */
export const MAX_PENDING = 50;

const keyOf = ({ userId, id }: Pick<PendingPage, "userId" | "id">): IDBValidKey => [userId, id];

/** The oldest first: a page is created before those that lie under it. */
export const listPending = async (): Promise<readonly PendingPage[]> => {
  const all = await act("readonly", (stores) => done<PendingPage[]>(stores(PENDING_PAGES).getAll()));
  return all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
};

export const readPending = async (userId: string, id: string): Promise<PendingPage | null> =>
  (await act("readonly", (stores) =>
    done<PendingPage | undefined>(stores(PENDING_PAGES).get(keyOf({ userId, id }))),
  )) ?? null;

/** False when there are as many as may wait. */
export const addPending = (page: PendingPage): Promise<boolean> =>
  act("readwrite", async (stores) => {
    const pending = stores(PENDING_PAGES);
    if ((await done(pending.count(below(page.userId)))) >= MAX_PENDING) return false;
    await done(pending.put(page, keyOf(page)));
    return true;
  });

/** Null when it waits no more. */
export const changePending = (
  userId: string,
  id: string,
  how: Partial<Pick<PendingPage, "title" | "refused">>,
): Promise<PendingPage | null> =>
  act("readwrite", async (stores) => {
    const pending = stores(PENDING_PAGES);
    const before = await done<PendingPage | undefined>(pending.get(keyOf({ userId, id })));
    if (before === undefined) return null;
    const changed = { ...before, ...how };
    await done(pending.put(changed, keyOf(changed)));
    return changed;
  });

export const removePending = (page: PendingPage): Promise<void> =>
  act("readwrite", async (stores) => {
    await done(stores(PENDING_PAGES).delete(keyOf(page)));
  });

/** To be called when another person has signed in. */
export const removePendingOfOthers = (userId: string): Promise<void> =>
  act("readwrite", async (stores) => {
    const pending = stores(PENDING_PAGES);
    const keys = (await done(pending.getAllKeys())) as string[][]; // as `keyOf` makes them
    await Promise.all(keys.filter(([owner]) => owner !== userId).map((key) => done(pending.delete(key))));
  });

/** To be called when a person signs out. */
export const removeAllPending = (userId: string): Promise<void> =>
  act("readwrite", async (stores) => {
    await done(stores(PENDING_PAGES).delete(below(userId)));
  });
