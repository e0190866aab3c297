/** Rows of a page's versions: the first revision of each, and its authors. */
import { integerText } from "../../src/db/sql.ts";
import type { Version } from "../../src/rpc/page-room.ts";
import { ensureTable, hasTable } from "./schema.ts";
import type { Authorship } from "./update-store.ts";

export type OpenVersion = { readonly first: number; readonly at: number; readonly authors: Set<string> };

/** The version that contains the newest update. */
export function newestVersion(sql: SqlStorage): OpenVersion | null {
  const [newest] = sql
    .exec<{ first: number; at: number; author: string }>(
      `SELECT first, at, author
       FROM versions
       ORDER BY first DESC
       LIMIT 1`,
    )
    .toArray();
  if (newest === undefined) return null;
  const { first, at, author } = newest;
  return { first, at, authors: new Set([author, ...otherAuthors(sql, first)]) };
}

const otherAuthors = (sql: SqlStorage, first: number): string[] =>
  !hasTable(sql, "version_authors")
    ? []
    : sql
        .exec<{ author: string }>("SELECT author FROM version_authors WHERE first = ?", first)
        .toArray()
        .map(({ author }) => author);

export function insertVersion(sql: SqlStorage, first: number, by: Authorship): void {
  sql.exec("INSERT INTO versions (first, at, author, token) VALUES (?, ?, ?, ?)", first, by.at, by.author, by.tokenId);
}

export function insertVersionAuthor(sql: SqlStorage, first: number, author: string): void {
  ensureTable(sql, "version_authors");
  sql.exec("INSERT INTO version_authors (first, author) VALUES (?, ?)", first, author);
}

/** Deletes the version that begins at `first`, if there is one. */
export function deleteVersion(sql: SqlStorage, first: number): void {
  sql.exec("DELETE FROM versions WHERE first = ?", first);
  if (hasTable(sql, "version_authors")) sql.exec("DELETE FROM version_authors WHERE first = ?", first);
}

type Row = { version: number; author: string; token: string | null; at: number; until: number; others: string };

/** Newest first, up to the committed revision `head`. `before` is the `version` of the last one already listed. */
export function listVersions(sql: SqlStorage, head: number, limit: number, before: number | null): Version[] {
  const furtherAuthors = hasTable(sql, "version_authors")
    ? "(SELECT json_group_array(author) FROM version_authors a WHERE a.first = v.first)"
    : "'[]'";
  const rows = sql.exec<Row>(
    `SELECT u.seq AS version, v.author, v.token, v.at, u.at AS until,
       ${furtherAuthors} AS others
     FROM versions v
     JOIN updates u ON u.seq = (
       SELECT seq
       FROM updates
       WHERE seq <= ?2
         AND seq < coalesce((
           SELECT first
           FROM versions n
           WHERE n.first > v.first
           ORDER BY n.first
           LIMIT 1), 9007199254740991)
       ORDER BY seq DESC
       LIMIT 1)
     WHERE v.first <= ?2
       AND (?1 IS NULL OR v.first < (
         SELECT first
         FROM versions
         WHERE first <= ?1
         ORDER BY first DESC
         LIMIT 1))
     ORDER BY v.first DESC
     LIMIT ${integerText(limit)}`,
    before,
    head,
  );
  return rows.toArray().map(({ token, others, ...row }) => ({
    ...row,
    tokenId: token,
    others: JSON.parse(others) as string[], // a list of user ids, by the statement
  }));
}

/** First revisions of the versions that begin after `after` and up to `to`. */
export const versionStarts = (sql: SqlStorage, after: number, to: number): Set<number> =>
  new Set(
    sql
      .exec<{ first: number }>("SELECT first FROM versions WHERE first > ? AND first <= ?", after, to)
      .toArray()
      .map(({ first }) => first),
  );
