/** Rows of `writers`: the owner of each Yjs client, and since when. */
import type { Instant } from "../../src/kernel/clock.ts";
import { ensureTable, hasTable } from "./schema.ts";

export function findClientAuthor(sql: SqlStorage, client: number): string | null {
  if (!hasTable(sql, "writers")) return null;
  const [row] = sql.exec<{ author: string }>("SELECT author FROM writers WHERE client = ?", client).toArray();
  return row?.author ?? null;
}

/** Number of clients claimed by `author` after a time. */
export const countClaimed = (sql: SqlStorage, author: string, after: Instant): number =>
  !hasTable(sql, "writers")
    ? 0
    : sql
        .exec<{ count: number }>(
          `SELECT count(*) AS count
           FROM writers
           WHERE author = ? AND at > ?`,
          author,
          after,
        )
        .one().count;

export function insertWriter(sql: SqlStorage, client: number, author: string, at: Instant): void {
  ensureTable(sql, "writers");
  sql.exec("INSERT INTO writers (client, author, at) VALUES (?, ?, ?)", client, author, at);
}

/** Removes the owners; the clients stay reserved. */
export function retireWriters(sql: SqlStorage): void {
  if (hasTable(sql, "writers")) sql.exec("UPDATE writers SET author = ''");
}

/** Keeps clients whose claim time was not recorded: their time is 0. */
export function deleteWritersBefore(sql: SqlStorage, time: Instant): void {
  if (hasTable(sql, "writers")) sql.exec("DELETE FROM writers WHERE at > 0 AND at < ?", time);
}
