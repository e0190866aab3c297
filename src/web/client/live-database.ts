/**
 * The database in this browser that keeps open pages: what was typed and not saved, and the last state, by person and page.
 *
 * Written on IndexedDB itself: y-indexeddb knows no drafts, one document a database and no person, and idb-keyval no ranges of
 * keys, by which all that a person left behind is found and removed.
 */

const NAME = "octavo-live";
export const DRAFTS = "drafts";
export const STATES = "states";
export type StoredState = { readonly state: Uint8Array; readonly at: number };

export const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error(`${NAME} could not be read`)));
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(DRAFTS);
    request.result.createObjectStore(STATES);
  });
  return done(request);
}

/** The database is opened for each act: a browser may close an idle one at any time, and acts are few. */
export async function act<T>(
  mode: IDBTransactionMode,
  run: (stores: (name: string) => IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction([DRAFTS, STATES], mode, { durability: "strict" });
    const finished = new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () =>
        reject(transaction.error ?? new Error(`${NAME} could not be written`)),
      );
    });
    const [result] = await Promise.all([run((name) => transaction.objectStore(name)), finished]);
    return result;
  } finally {
    database.close();
  }
}

/** All keys that begin with these: an array stands behind every text. */
export const below = (...begin: readonly string[]): IDBKeyRange => IDBKeyRange.bound([...begin], [...begin, []]);
