/**
 * Databases in this browser. That of open pages keeps what was typed and not saved, and the last state, by person and page.
 *
 * Written on IndexedDB itself: y-indexeddb knows no drafts, one document a database and no person, and idb-keyval no ranges of
 * keys, by which all that a person left behind is found and removed.
 */

export const DRAFTS = "drafts";
export const STATES = "states";
/** Which of the page's documents it is of is missing in states from before pages had several. */
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
 * Runs acts in one database, which is opened for each: a browser may close an idle one at any time, and acts are few. Stores are
 * never added to a database: a tab of the version before could not open it any more.
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

/** All keys that begin with these: an array stands behind every text. */
export const below = (...begin: readonly string[]): IDBKeyRange => IDBKeyRange.bound([...begin], [...begin, []]);
