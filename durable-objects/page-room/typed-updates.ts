/** What was typed, as it goes into the log. */
import type { Instant } from "../../src/kernel/clock.ts";
import type { MergeOutcome, Room } from "../../src/realtime/room.ts";
import type { CommittedState } from "./recovery-state.ts";
import { insertTyped, type Authorship } from "./update-store.ts";
import { LiveVersion } from "./versions.ts";
import { Writers } from "./writers.ts";

/** An update as somebody sent it; `from` is the connection it came by. */
export type ReceivedUpdate = { readonly update: Uint8Array; readonly by: Authorship; readonly from: unknown };

export class TypedUpdates {
  readonly #sql: SqlStorage;
  readonly #writers: Writers;
  readonly #version: LiveVersion;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#writers = new Writers(sql);
    this.#version = new LiveVersion(sql);
  }

  /** Whether somebody may write as this Yjs client. */
  mayWrite(room: Room, client: number, author: string): boolean {
    return this.#writers.mayWrite(client, author, room.document.clockOf(client) > 0);
  }

  /** Merges and stores an update, as part of a transaction of the caller's. `committed` is where the log stands before it. */
  store(
    room: Room,
    { update, by }: ReceivedUpdate,
    { firstRevision, revision: before, last }: CommittedState,
  ): MergeOutcome {
    /** That nobody has written with yet. */
    const clients: number[] = [];
    const outcome = room.applyUpdate(update, (client) => {
      if (this.#writers.owns(client, by.author)) return true;
      clients.push(client);
      return this.mayWrite(room, client, by.author) && this.#writers.mayClaim(client, by.author, by.at);
    });
    if (!outcome.ok || outcome.update === null) return outcome;
    const { revision } = outcome;
    for (const client of clients) this.#writers.claim(client, by.author, by.at);
    insertTyped(this.#sql, revision, by, outcome.update);
    this.#version.extend(revision, by, before === firstRevision ? null : last);
    return outcome;
  }

  /** Part of making the past smaller. */
  dropOld(now: Instant): void {
    this.#writers.dropOld(now);
  }

  /** To be called when a transaction has failed, or somebody else has written versions. */
  forget(): void {
    this.#writers.forget();
    this.#version.forget();
  }
}
