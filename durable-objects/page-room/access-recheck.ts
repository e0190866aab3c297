/**
 * Proves again what those who are connected may do with the page, and cuts off whoever has lost the right to see it: at once
 * when rights have changed, and before something passes once a proof is a minute old.
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
import type { RoomPage } from "./schema.ts";
import type { PageSocket } from "./page-socket.ts";
import type { Sockets } from "./sockets.ts";

/** How old a proof of a connection's rights may be. */
const PROOF_MS = MINUTE;
/** A write to D1 proves them again if the last proof is older than this. */
const FRESH_MS = 5 * SECOND;

type AccessHost = {
  readonly deps: (now: Instant) => Deps;
  readonly page: () => RoomPage | null;
  readonly sockets: Sockets;
  readonly setCanEdit: (socket: PageSocket, canEdit: boolean) => void;
  readonly end: (socket: PageSocket, code: number, reason: string) => void;
  /** Ends every connection: who comes back has what was not stored. */
  readonly endAll: () => void;
  /** Updates may pass again. */
  readonly pump: () => void;
  /** Whether D1 says that readers have to ask here, which it has to before the first update passes. */
  readonly isMarked: () => boolean;
  /** From now on D1 says so. */
  readonly marked: (now: Instant) => void;
};

/** A question to D1 about the connections of one credential. */
type Proof = {
  readonly tokenHash: string;
  readonly askedAfter: number;
  readonly query: ReturnType<typeof readPageAccess>;
};

export class AccessRecheck {
  readonly #host: AccessHost;
  /** Counts changes of rights: answers to what was asked before one are not believed. */
  #changesOfRights = 0;
  /** While D1 is asked, nothing passes. */
  #asking: Promise<unknown> | null = null;

  constructor(host: AccessHost) {
    this.#host = host;
  }

  /** Whether updates and cursors may be passed on; if not, asks D1 for what is missing and pumps then. */
  mayPass(now: Instant, hasUpdates: boolean): boolean {
    if (this.#asking !== null) return false;
    const proves = this.#host.sockets.hasOlderProof(now - PROOF_MS);
    const marks = hasUpdates && !this.#host.isMarked();
    if (!proves && !marks) return true;
    const prepare = async (): Promise<void> => {
      try {
        await this.#prepare(marks, proves);
      } catch (error) {
        this.#host.deps(now).log.error("room.not_ready", { error });
        this.#host.endAll();
      }
    };
    void objectEvents.runStores(null, () => this.hold(prepare));
    return false;
  }

  /** Proves every connection again; what waits goes on once that is done. Throws when D1 cannot be asked. */
  async recheck(): Promise<void> {
    this.#changesOfRights++;
    for (const socket of this.#host.sockets) socket.remember({ provedAt: 0 });
    await this.hold(() => this.#prepare(false, true));
  }

  /** Asks one question after another; nothing passes meanwhile. */
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

  /** What a write to D1 asks beside, so that it costs no round trip of its own: `decide` takes the answers. */
  staleProofs(deps: Deps, pageId: string, now: Instant): readonly Proof[] {
    return this.#host.sockets.hasOlderProof(now - FRESH_MS) ? this.#proofs(deps, pageId) : [];
  }

  decide(proofs: readonly Proof[], answers: readonly PageAccess[], now: Instant): void {
    if (proofs[0]?.askedAfter !== this.#changesOfRights) return;
    const access = new Map(proofs.map(({ tokenHash }, i) => [tokenHash, answers[i]]));
    for (const socket of this.#host.sockets) {
      const found = access.get(socket.state.caller.tokenHash);
      if (found !== undefined) this.#apply(socket, found, now);
    }
  }

  /** The page is gone. */
  endAsGone(now: Instant): void {
    for (const socket of this.#host.sockets) this.#apply(socket, "gone", now);
  }

  /** One batch for both, the mark and the proofs. */
  async #prepare(marks: boolean, proves: boolean): Promise<void> {
    const page = this.#host.page();
    if (page === null) return;
    const now = systemClock();
    const deps = this.#host.deps(now);
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
      askedAfter: this.#changesOfRights,
      query: readPageAccess(deps, caller, pageId),
    }));
  }

  /** What D1 says of a connection: it is closed, or told what it may do. */
  #apply(socket: PageSocket, access: PageAccess, now: Instant): void {
    switch (access) {
      case "ended":
        return this.#host.end(socket, CLOSE.signedOut, "sign in again");
      case "hidden":
        return this.#host.end(socket, CLOSE.forbidden, "the page may no longer be seen");
      case "gone":
        return this.#host.end(socket, CLOSE.gone, "the page is gone");
      case "read":
      case "edit": {
        const page = this.#host.page();
        const canEdit = page !== null && mayType(page.type, access === "edit");
        if (canEdit !== socket.state.canEdit) this.#host.setCanEdit(socket, canEdit);
        socket.remember({ provedAt: now });
      }
    }
  }
}
