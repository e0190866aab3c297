/** Which Yjs clients belong to whom: nobody may write under an id that somebody else has written under. */
import { DAY, type Instant } from "../../src/kernel/clock.ts";

/** New ids of one person in a day: each time that a page is opened and written on takes one. */
const MAX_A_DAY = 500;

/** How long, in ms, an id is remembered as its writer's. Afterwards nobody writes with it any more. */
const REMEMBERED_MS = 180 * DAY;

export class Writers {
  readonly #sql: SqlStorage;
  readonly #known = new Map<number, string>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  owns(client: number, author: string): boolean {
    return this.#ownerOf(client) === author;
  }

  /** True for a client that is `author`'s, or nobody's and not `used` in the document: then its owner is forgotten. */
  mayWrite(client: number, author: string, isUsed: boolean): boolean {
    const owner = this.#ownerOf(client);
    return owner === null ? !isUsed : owner === author;
  }

  /** Whether somebody may write with one more client on this day. */
  mayClaim(client: number, author: string, now: Instant): boolean {
    if (this.#ownerOf(client) !== null) return true;
    const { count } = this.#sql
      .exec<{ count: number }>("SELECT count(*) AS count FROM writers WHERE author = ? AND at > ?", author, now - DAY)
      .one();
    return count < MAX_A_DAY;
  }

  /** Part of the transaction that stores the update which the client wrote. */
  claim(client: number, author: string, now: Instant): void {
    if (this.#ownerOf(client) !== null) return;
    this.#sql.exec("INSERT INTO writers (client, author, at) VALUES (?, ?, ?)", client, author, now);
    this.#known.set(client, author);
  }

  /** To be called when a transaction has failed. */
  forget(): void {
    this.#known.clear();
  }

  /** Of ids that have long been in use, which the document holds for ever, it is no longer kept whose they were. 0: it was not noted since when. */
  dropOld(now: Instant): void {
    this.#sql.exec("DELETE FROM writers WHERE at > 0 AND at < ?", now - REMEMBERED_MS);
    this.forget();
  }

  #ownerOf(client: number): string | null {
    const known = this.#known.get(client);
    if (known !== undefined) return known;
    const [row] = this.#sql.exec<{ author: string }>("SELECT author FROM writers WHERE client = ?", client).toArray();
    if (row) this.#known.set(client, row.author);
    return row?.author ?? null;
  }
}
