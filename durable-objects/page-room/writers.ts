/** Ownership of Yjs clients: nobody may write under an id that another person has written under. */
import { DAY, type Instant } from "../../src/kernel/clock.ts";
import { countClaimed, deleteWritersBefore, findClientAuthor, insertWriter } from "./writer-store.ts";

/** New ids per person and day: each page that is opened and edited uses one. */
const MAX_A_DAY = 500;

/** How long (ms) an id's owner is remembered. After that, nobody can write with it. */
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

  /**
   * True for a client that `author` owns, or that has no owner and is not `used` in the document; a used one's owner
   * was dropped.
   */
  mayWrite(client: number, author: string, isUsed: boolean): boolean {
    const owner = this.#ownerOf(client);
    return owner === null ? !isUsed : owner === author;
  }

  /** Returns true if `author` may claim one more client today. */
  mayClaim(client: number, author: string, now: Instant): boolean {
    if (this.#ownerOf(client) !== null) return true;
    return countClaimed(this.#sql, author, now - DAY) < MAX_A_DAY;
  }

  /** Call this inside the transaction that stores the client's update. */
  claim(client: number, author: string, now: Instant): void {
    if (this.#ownerOf(client) !== null) return;
    insertWriter(this.#sql, client, author, now);
    this.#known.set(client, author);
  }

  /** Call this when a transaction has failed. */
  forget(): void {
    this.#known.clear();
  }

  /** Drops the owners of ids that were claimed long ago; the document itself keeps the ids forever. */
  dropOld(now: Instant): void {
    deleteWritersBefore(this.#sql, now - REMEMBERED_MS);
    this.forget();
  }

  #ownerOf(client: number): string | null {
    const known = this.#known.get(client);
    if (known !== undefined) return known;
    const owner = findClientAuthor(this.#sql, client);
    if (owner !== null) this.#known.set(client, owner);
    return owner;
  }
}
