/** Changes of participants and cursors between two frames. */
import { AWARENESS_LIMIT_BYTES, CLOSE, type Participant } from "../../src/realtime/protocol.ts";
import { readAwareness, withdrawnAwareness } from "./awareness.ts";
import type { PageSocket } from "./page-socket.ts";

/** `people` are participants whose Yjs client has become known. */
type News = {
  readonly people: readonly Participant[];
  readonly carets: ReadonlyMap<PageSocket, Uint8Array>;
};

export class RoomPresence {
  /** Cursors that moved or disappeared and have not been broadcast yet. */
  #moved = new Map<PageSocket, Uint8Array>();
  readonly #named = new Set<PageSocket>();

  get hasNews(): boolean {
    return this.#moved.size > 0;
  }

  /** Returns the changes for the next frame and clears them. */
  take(): News {
    const people = [...this.#named].flatMap(({ person }) => person ?? []);
    const carets = this.#moved;
    this.#named.clear();
    if (carets.size > 0) this.#moved = new Map();
    return { people, carets };
  }

  /**
   * The first awareness update of a connection announces its Yjs client; `mayWrite` returns whether it may use that
   * client.
   */
  receive(socket: PageSocket, update: Uint8Array, mayWrite: (client: number) => boolean): void {
    const client = update.byteLength > AWARENESS_LIMIT_BYTES ? null : readAwareness(update);
    const known = socket.state.client;
    if (client === null || (known ?? client) !== client || (known === null && !mayWrite(client)))
      return socket.close(CLOSE.protocolError, "not its own awareness");
    // Copied, because the bytes are a view of the frame.
    const awareness = update.slice();
    socket.remember({ client, awareness });
    this.#moved.set(socket, awareness);
    if (known === null) this.#named.add(socket);
  }

  /** Tells the other clients that the connection's cursor is gone. */
  leave(socket: PageSocket): void {
    this.#named.delete(socket);
    this.#moved.delete(socket);
    const withdrawn = withdrawnAwareness(socket.state.awareness);
    if (withdrawn !== null) this.#moved.set(socket, withdrawn);
  }
}
