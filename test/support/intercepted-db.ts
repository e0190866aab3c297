/** A database whose batches tests can intercept. */
import { writable, type Db, type WritableDb } from "../../src/platform/db.ts";

/** The same database, with every batch of reads or writes handled by `batch`. */
export function interceptedDb(db: Db, batch: WritableDb["write"]): WritableDb {
  return { ...writable(db), batch, write: batch };
}
