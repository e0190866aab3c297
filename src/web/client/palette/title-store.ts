/** The titles of all pages a person may see, kept in this browser: they are found as one types, and without a network. */
import type { PageSummary, PageType } from "../../../features/pages/contract.ts";
import { call, path } from "../api/api.ts";

export type TitleEntry = {
  readonly id: string;
  readonly title: string;
  readonly icon?: string | null;
  readonly type: PageType;
  readonly driveId: string;
  readonly parentId: string | null;
  /** When it was changed last, in ms. */
  readonly changedAt: number;
};

export type Titles = {
  readonly drives: readonly { readonly id: string; readonly name: string }[];
  readonly pages: readonly TitleEntry[];
};

const NAME = "octavo-titles";
const STORE = "titles";
/** Pages a request; the most that the service lists at once. */
const BATCH = 2_000;
/** Levels below the root: all. */
const DEPTH = 64;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error(request.readyState)));
  });

async function inStore<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
  const database = await done(request);
  try {
    return await done(run(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

export const loadTitles = (person: string): Promise<Titles | undefined> =>
  inStore<Titles | undefined>("readonly", (store) => store.get(person));

/** To be called when a person signs out. */
export const removeTitles = (): Promise<undefined> => inStore("readwrite", (store) => store.clear());

/** Asks the service for all titles, and keeps them. */
export async function fetchTitles(person: string): Promise<Titles> {
  const drives = await call<{ id: string; name: string }[]>("GET", "/api/drives");
  const levels = await Promise.all(drives.map(({ id }) => fetchDrive(id)));
  const titles: Titles = { drives: drives.map(({ id, name }) => ({ id, name })), pages: levels.flat() };
  // A browser that keeps nothing asks each time.
  await inStore("readwrite", (store) => store.put(titles, person)).catch(() => undefined);
  return titles;
}

async function fetchDrive(driveId: string): Promise<TitleEntry[]> {
  const found: TitleEntry[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? "" : path`&cursor=${cursor}`;
    const address = path`/api/drives/${driveId}/pages?depth=${DEPTH}&treeLimit=${BATCH}` + more;
    const answer: { pages: PageSummary[]; nextCursor: string | null } = await call("GET", address);
    for (const { id, title, icon, type, parentId, updatedAt } of answer.pages)
      found.push({ id, title, icon, type, driveId, parentId, changedAt: Date.parse(updatedAt) });
    cursor = answer.nextCursor;
  } while (cursor !== null);
  return found;
}
