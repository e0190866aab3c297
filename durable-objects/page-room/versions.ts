/**
 * A page's history as people see it: one version per burst. What several people type at the same time is one version of them
 * all; what a tool does is always one of its own, so that it can be undone by itself.
 */
import { wholeText } from "../../src/db/sql.ts";
import type { Version } from "../../src/rpc/page-room.ts";
import type { CommittedState } from "./recovery-state.ts";
import type { Authorship } from "./updates.ts";

/** Silence that ends a burst, in ms. */
const BURST_GAP = 10 * 60 * 1000;

/** Longest time, in ms, that people type into one version. */
const MAX_LENGTH = 30 * 60 * 1000;

/** The version that people type into, kept in memory so that a key costs no question. */
export class LiveVersion {
  readonly #sql: SqlStorage;
  #open: OpenVersion | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** What was typed as `revision` becomes part of a version; `last` made the change before, null for the first one ever. */
  extend(revision: number, by: Authorship, last: Authorship | null): void {
    this.#open ??= newestVersion(this.#sql);
    if (this.#open === null || last === null || startsLiveVersion(last, by, this.#open.at)) {
      insertVersion(this.#sql, revision, by);
      this.#open = { first: revision, at: by.at, authors: new Set([by.author]) };
    } else if (!this.#open.authors.has(by.author)) {
      this.#sql.exec("INSERT INTO version_authors (first, author) VALUES (?, ?)", this.#open.first, by.author);
      this.#open.authors.add(by.author);
    }
  }

  /** To be called when somebody else has written the rows. */
  forget(): void {
    this.#open = null;
  }
}

const startsLiveVersion = (last: Authorship, next: Authorship, since: number): boolean =>
  last.tokenId !== next.tokenId || next.at - last.at > BURST_GAP || next.at - since > MAX_LENGTH;

type OpenVersion = { readonly first: number; readonly at: number; readonly authors: Set<string> };

/** The version that the newest update is in. */
function newestVersion(sql: SqlStorage): OpenVersion | null {
  const [newest] = sql
    .exec<{ first: number; at: number; author: string }>(
      "SELECT first, at, author FROM versions ORDER BY first DESC LIMIT 1",
    )
    .toArray();
  if (newest === undefined) return null;
  const { first, at, author } = newest;
  const others = sql.exec<{ author: string }>("SELECT author FROM version_authors WHERE first = ?", first).toArray();
  return { first, at, authors: new Set([author, ...others.map((other) => other.author)]) };
}

/** True when an edit by REST or MCP begins a new version: the first ever, or by another hand, or after a pause. */
export const startsVersionAfter = ({ firstRevision, revision, last }: CommittedState, next: Authorship): boolean =>
  revision === firstRevision || startsVersion(last, next);

const startsVersion = (last: Authorship, next: Authorship): boolean =>
  last.author !== next.author || last.tokenId !== next.tokenId || next.at - last.at > BURST_GAP;

export function insertVersion(sql: SqlStorage, first: number, by: Authorship): void {
  sql.exec("INSERT INTO versions (first, at, author, token) VALUES (?, ?, ?, ?)", first, by.at, by.author, by.tokenId);
}

/** The version that begins at `first`, if one does, never was. */
export function deleteVersion(sql: SqlStorage, first: number): void {
  sql.exec("DELETE FROM versions WHERE first = ?", first);
  sql.exec("DELETE FROM version_authors WHERE first = ?", first);
}

type Row = { version: number; author: string; token: string | null; at: number; until: number; others: string };

/** Newest first, up to the committed revision `head`. `before` is the `version` of the last one already seen. */
export function listVersions(sql: SqlStorage, head: number, limit: number, before: number | null): Version[] {
  const rows = sql.exec<Row>(
    `SELECT u.seq AS version, v.author, v.token, v.at, u.at AS until,
       (SELECT json_group_array(author) FROM version_authors a WHERE a.first = v.first) AS others
     FROM versions v JOIN updates u ON u.seq = (
       SELECT seq FROM updates WHERE seq <= ?2
         AND seq < coalesce((SELECT first FROM versions n WHERE n.first > v.first ORDER BY n.first LIMIT 1), 9007199254740991)
       ORDER BY seq DESC LIMIT 1)
     WHERE v.first <= ?2 AND (?1 IS NULL OR v.first < (SELECT first FROM versions WHERE first <= ?1 ORDER BY first DESC LIMIT 1))
     ORDER BY v.first DESC LIMIT ${wholeText(limit)}`,
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
