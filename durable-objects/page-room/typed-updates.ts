/** Merges typed updates into the log. */
import type { Instant } from "../../src/kernel/clock.ts";
import type { MergeOutcome, Room } from "../../src/realtime/room.ts";
import { isOversized } from "./document-store.ts";
import type { CommittedState } from "./recovery-state.ts";
import { TypedUpdateStore } from "./typed-update-store.ts";
import type { Authorship } from "./update-store.ts";
import { LiveVersion } from "./versions.ts";
import { Writers } from "./writers.ts";

/** An update as received; `from` is its connection. */
export type ReceivedUpdate = {
  readonly update: Uint8Array;
  readonly by: Authorship;
  readonly from: unknown;
  /** True for a Yjs client announced by another connection, which may not have written yet. */
  readonly isTaken?: (client: number) => boolean;
};

/** `parts` is the number of Yjs structs that the document has grown by. */
export type TypedOutcome = MergeOutcome & { readonly parts: number };

export class TypedUpdates {
  readonly #writers: Writers;
  readonly #version: LiveVersion;
  readonly #rows: TypedUpdateStore;

  constructor(sql: SqlStorage) {
    this.#writers = new Writers(sql);
    this.#version = new LiveVersion(sql);
    this.#rows = new TypedUpdateStore(sql);
  }

  mayWrite(room: Room, client: number, author: string): boolean {
    return this.#writers.mayWrite(client, author, room.document.clockOf(client) > 0);
  }

  /**
   * Merges and stores updates inside the caller's transaction. `committed` is the log's state before and after them. An
   * update that follows a rejected one of the same connection was made on top of it and is skipped, as are updates once
   * the document is oversized: their outcome is null.
   */
  storeAll(
    room: Room,
    received: readonly ReceivedUpdate[],
    before: CommittedState,
  ): {
    readonly outcomes: (TypedOutcome | null)[];
    readonly committed: CommittedState;
    /** Size in bytes of each stored update. */
    readonly sizes: readonly number[];
  } {
    const refused = new Set<unknown>();
    const sizes: number[] = [];
    let committed = before;
    const outcomes = received.map((one) => {
      if (refused.has(one.from) || isOversized(room.document)) return null;
      const parts = room.document.partCount;
      const outcome = this.#store(room, one, committed);
      if (!outcome.ok) refused.add(one.from);
      else if (outcome.update !== null) {
        sizes.push(outcome.update.byteLength);
        committed = { ...committed, revision: outcome.revision, last: one.by };
      }
      return { ...outcome, parts: Math.max(0, room.document.partCount - parts) };
    });
    this.#rows.write();
    return { outcomes, committed, sizes };
  }

  #store(
    room: Room,
    { update, by, isTaken }: ReceivedUpdate,
    { firstRevision, revision: before, last }: CommittedState,
  ): MergeOutcome {
    /** Clients that nobody has written with yet. */
    const clients: number[] = [];
    const outcome = room.applyUpdate(update, (client) => {
      if (isTaken?.(client) === true) return false;
      if (this.#writers.owns(client, by.author)) return true;
      clients.push(client);
      return this.mayWrite(room, client, by.author) && this.#writers.mayClaim(client, by.author, by.at);
    });
    if (!outcome.ok || outcome.update === null) return outcome;
    const { revision } = outcome;
    for (const client of clients) this.#writers.claim(client, by.author, by.at);
    const startsVersion = this.#version.extend(revision, by, before === firstRevision ? null : last);
    this.#rows.add(revision, by, outcome.update, startsVersion);
    return outcome;
  }

  /** Part of history compaction. */
  dropOld(now: Instant): void {
    this.#writers.dropOld(now);
  }

  /** Call this when a transaction has failed, or when something else has written versions or updates. */
  forget(): void {
    this.#writers.forget();
    this.#version.forget();
    this.#rows.forget();
  }
}
