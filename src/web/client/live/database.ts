/**
 * Databases in this browser. The one for open pages stores unsaved changes and the last state, by user and page. Uses
 * IndexedDB directly: y-indexeddb has no drafts and no users, and one database per document; idb-keyval has no key
 * ranges, which find and remove everything that a user left behind.
 */

export const DRAFTS = "drafts";
export const STATES = "states";
/**
 * `of` is the page's document that the state belongs to; it is missing in states from before pages had several
 * documents.
 */
export type StoredState = { readonly state: Uint8Array; readonly at: number; readonly of?: number };

export const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("A database could not be read")));
  });

function open(name: string, stores: readonly string[]): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener("upgradeneeded", () => {
    for (const store of stores) request.result.createObjectStore(store);
  });
  return done(request);
}

type Act = <T>(mode: IDBTransactionMode, run: (stores: (name: string) => IDBObjectStore) => Promise<T>) => Promise<T>;

/**
 * Runs operations in one database, which is opened for each: a browser may close an idle one at any time, and
 * operations are few. Never add a store to a database: a tab of the previous version could no longer open it.
 */
export const database =
  (name: string, stores: readonly string[]): Act =>
  async (mode, run) => {
    const opened = await open(name, stores);
    try {
      const transaction = opened.transaction([...stores], mode, { durability: "strict" });
      const finished = new Promise<void>((resolve, reject) => {
        transaction.addEventListener("complete", () => resolve());
        transaction.addEventListener("abort", () =>
          reject(transaction.error ?? new Error(`${name} could not be written`)),
        );
      });
      const [result] = await Promise.all([run((store) => transaction.objectStore(store)), finished]);
      return result;
    } finally {
      opened.close();
    }
  };

export const act = database("octavo-live", [DRAFTS, STATES]);

/** All keys with this prefix: an array sorts after every string. */
export const below = (...begin: readonly string[]): IDBKeyRange => IDBKeyRange.bound([...begin], [...begin, []]);
