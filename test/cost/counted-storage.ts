/** Counts what a room does with its storage. */

/** The same storage, which counts its statements and the rows that they write, as they are billed. */
export function counted(storage: DurableObjectStorage) {
  const count = { written: 0, statements: 0 };
  const exec = <T extends Record<string, SqlStorageValue>>(
    query: string,
    ...values: unknown[]
  ): SqlStorageCursor<T> => {
    const cursor = storage.sql.exec<T>(query, ...values);
    count.written += cursor.rowsWritten;
    count.statements += 1;
    return cursor;
  };
  const sql = new Proxy(storage.sql, { get: (target, name) => (name === "exec" ? exec : Reflect.get(target, name)) });
  return { count, storage: { sql, transactionSync: <T>(act: () => T): T => storage.transactionSync(act) } };
}
