/** A database with something between a use case and its batches. */
import { writable, type Db, type WritableDb } from "../src/platform/db.ts";

/** The same, with every batch, of reads and of writes, answered by `batch`. */
export function interceptedDb(db: Db, batch: WritableDb["write"]): WritableDb {
  return { ...writable(db), batch, write: batch };
}
