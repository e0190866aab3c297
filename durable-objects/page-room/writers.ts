/** Which Yjs clients belong to whom: nobody may write under an id that somebody else has written under. */
import { DAY, type Instant } from "../../src/kernel/clock.ts";
import { countClaimed, deleteWritersBefore, findClientAuthor, insertWriter } from "./writer-store.ts";

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
    return countClaimed(this.#sql, author, now - DAY) < MAX_A_DAY;
  }

  /** Part of the transaction that stores the update which the client wrote. */
  claim(client: number, author: string, now: Instant): void {
    if (this.#ownerOf(client) !== null) return;
    insertWriter(this.#sql, client, author, now);
    this.#known.set(client, author);
  }

  /** To be called when a transaction has failed. */
  forget(): void {
    this.#known.clear();
  }

  /** Of ids that have long been in use, which the document holds for ever, it is no longer kept whose they were. */
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
