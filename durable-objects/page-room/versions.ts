/** A page's history as people see it: one version per burst of one author. */
import { wholeText } from "../../src/db/sql.ts";
import type { Version } from "../../src/rpc/page-room.ts";
import type { Authorship } from "./updates.ts";

/** Silence that ends a burst, in ms. */
const BURST_GAP = 10 * 60 * 1000;

/** True when a change after `last` belongs to a new version: another hand, or a pause. */
export const startsVersion = (last: Authorship, next: Authorship): boolean =>
  last.author !== next.author || last.tokenId !== next.tokenId || next.at - last.at > BURST_GAP;

export function insertVersion(sql: SqlStorage, first: number, by: Authorship): void {
  sql.exec("INSERT INTO versions (first, at, author, token) VALUES (?, ?, ?, ?)", first, by.at, by.author, by.tokenId);
}

/** The version that begins at `first`, if one does, never was. */
export function deleteVersion(sql: SqlStorage, first: number): void {
  sql.exec("DELETE FROM versions WHERE first = ?", first);
}

type Row = { version: number; author: string; token: string | null; at: number; until: number };

/** Newest first, up to the committed revision `head`. `before` is the `version` of the last one already seen. */
export function listVersions(sql: SqlStorage, head: number, limit: number, before: number | null): Version[] {
  const rows = sql.exec<Row>(
    `SELECT u.seq AS version, v.author, v.token, v.at, u.at AS until
     FROM versions v JOIN updates u ON u.seq = (
       SELECT seq FROM updates WHERE seq <= ?2
         AND seq < coalesce((SELECT first FROM versions n WHERE n.first > v.first ORDER BY n.first LIMIT 1), 9007199254740991)
       ORDER BY seq DESC LIMIT 1)
     WHERE v.first <= ?2 AND (?1 IS NULL OR v.first < (SELECT first FROM versions WHERE first <= ?1 ORDER BY first DESC LIMIT 1))
     ORDER BY v.first DESC LIMIT ${wholeText(limit)}`,
    before,
    head,
  );
  return rows.toArray().map(({ token, ...row }) => ({ ...row, tokenId: token }));
}

/** First revisions of the versions that begin after `after` and up to `to`. */
export const versionStarts = (sql: SqlStorage, after: number, to: number): Set<number> =>
  new Set(
    sql
      .exec<{ first: number }>("SELECT first FROM versions WHERE first > ? AND first <= ?", after, to)
      .toArray()
      .map(({ first }) => first),
  );
