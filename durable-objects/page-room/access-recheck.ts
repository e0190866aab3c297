/**
 * Rechecks the permissions of connected clients and closes the connections of those who can no longer see the page:
 * immediately when permissions change, and before the next broadcast once a check is a minute old.
 */
import type { Deps } from "../../src/deps.ts";
import { MINUTE, SECOND, type Instant } from "../../src/kernel/clock.ts";
import { commit } from "../../src/commit/commit.ts";
import { exempt } from "../../src/permissions/exempt.ts";
import { readPageAccess, type PageAccess, mayType } from "../../src/permissions/page-access.ts";
import { markAhead } from "../../src/features/pages/content/statements.ts";
import { objectEvents } from "../../src/platform/durable-objects.ts";
import { systemClock } from "../../src/platform/system.ts";
import { CLOSE } from "../../src/realtime/protocol.ts";
import type { ConnectedRoom } from "./connected-room.ts";
import { readPage } from "./schema.ts";
import type { PageSocket } from "./page-socket.ts";

/** Maximum age of a permission check. */
const PROOF_MS = MINUTE;
/** A write to D1 repeats the check if the last one is older than this. */
const FRESH_MS = 5 * SECOND;

/** A D1 query for the access of one credential's connections. */
type Proof = {
  readonly tokenHash: string;
  readonly rightsVersion: number;
  readonly query: ReturnType<typeof readPageAccess>;
};

export class AccessRecheck {
  readonly #host: ConnectedRoom;
  /** Counts permission changes: results of queries made before a change are discarded. */
  #rightsVersion = 0;
  /** Nothing is broadcast while a D1 query runs. */
  #asking: Promise<unknown> | null = null;

  constructor(host: ConnectedRoom) {
    this.#host = host;
  }

  /** Returns true if updates and cursors may be broadcast. Otherwise queries D1 for what is missing, then pumps. */
  mayPass(now: Instant, hasUpdates: boolean): boolean {
    if (this.#asking !== null) return false;
    const proves = this.#host.sockets.hasStaleProof(now, PROOF_MS);
    const marks = hasUpdates && !this.#host.isMarked;
    if (!proves && !marks) return true;
    const prepare = async (): Promise<void> => {
      try {
        await this.#prepare(marks, proves);
      } catch (error) {
        this.#host.room.deps(now).log.error("room.not_ready", { error });
        this.#host.endAll();
      }
    };
    void objectEvents.runStores(null, () => this.hold(prepare));
    return false;
  }

  /** Rechecks every connection; broadcasts resume when that is done. Throws if D1 is unreachable. */
  async recheck(): Promise<void> {
    this.#rightsVersion++;
    for (const socket of this.#host.sockets) socket.remember({ provedAt: 0 });
    await this.hold(() => this.#prepare(false, true));
  }

  /** Runs one query after another; nothing is broadcast meanwhile. */
  async hold<T>(question: () => Promise<T>): Promise<T> {
    const before = this.#asking;
    const answer = (before ?? Promise.resolve()).catch(() => undefined).then(question);
    this.#asking = answer;
    try {
      return await answer;
    } finally {
      if (this.#asking === answer) {
        this.#asking = null;
        this.#host.pump();
      }
    }
  }

  /** Permission queries to add to a write to D1, which saves a round trip; pass the results to `decide`. */
  staleProofs(deps: Deps, pageId: string, now: Instant): readonly Proof[] {
    return this.#host.sockets.hasStaleProof(now, FRESH_MS) ? this.#proofs(deps, pageId) : [];
  }

  decide(proofs: readonly Proof[], answers: readonly PageAccess[], now: Instant): void {
    if (proofs[0]?.rightsVersion !== this.#rightsVersion) return;
    const access = new Map(proofs.map(({ tokenHash }, i) => [tokenHash, answers[i]]));
    for (const socket of this.#host.sockets) {
      const found = access.get(socket.state.caller.tokenHash);
      if (found !== undefined) this.#apply(socket, found, now);
    }
  }

  /** The page no longer exists. */
  endAsGone(now: Instant): void {
    for (const socket of this.#host.sockets) this.#apply(socket, "gone", now);
  }

  /** Sets the mark and rechecks the permissions in one batch. */
  async #prepare(marks: boolean, proves: boolean): Promise<void> {
    const page = readPage(this.#host.sql);
    if (page === null) return;
    const now = systemClock();
    const deps = this.#host.room.deps(now);
    const proofs = proves ? this.#proofs(deps, page.id) : [];
    const [marked, ...answers] = marks
      ? await commit(deps, exempt.room, { queries: [markAhead(page.id), ...proofs.map(({ query }) => query)] })
      : [1, ...(await deps.db.batch(proofs.map(({ query }) => query)))];
    this.decide(proofs, answers, now);
    if (!marks) return;
    if (marked === 0) return this.endAsGone(now);
    this.#host.marked(now);
  }

  #proofs(deps: Deps, pageId: string): Proof[] {
    const callers = new Map([...this.#host.sockets].map(({ state }) => [state.caller.tokenHash, state.caller]));
    return [...callers.values()].map((caller) => ({
      tokenHash: caller.tokenHash,
      rightsVersion: this.#rightsVersion,
      query: readPageAccess(deps, caller, pageId),
    }));
  }

  /** Applies D1's result to a connection: closes it, or updates its rights. */
  #apply(socket: PageSocket, access: PageAccess, now: Instant): void {
    switch (access) {
      case "ended":
        return this.#host.end(socket, CLOSE.signedOut, "sign in again");
      case "hidden":
        return this.#host.end(socket, CLOSE.forbidden, "the page is no longer accessible");
      case "gone":
        return this.#host.end(socket, CLOSE.gone, "the page is gone");
      case "read":
      case "comment":
      case "edit": {
        const page = readPage(this.#host.sql);
        const canEdit = page !== null && mayType(page.type, access === "edit");
        socket.setRights({ canEdit, canComment: access !== "read" });
        socket.remember({ provedAt: now });
      }
    }
  }
}
