/** A network that the test controls: outgoing messages are delayed or lost. */
import type { LiveSocket } from "../../src/live-client/environment.ts";

/** Delays outgoing messages while held, as on a slow network, but not incoming ones. */
export class HeldSocket {
  readonly socket: LiveSocket;
  readonly #closed: ((event: { code: number }) => void)[] = [];
  #held: (string | Uint8Array<ArrayBuffer>)[] | null = null;

  constructor(socket: LiveSocket) {
    this.socket = socket;
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const data of held) this.socket.send(data);
  }

  /** Simulates a lost network: this side closes without waiting for the other's close frame. */
  drop(): void {
    this.#held = [];
    this.socket.close(1000);
    for (const closed of this.#closed) closed({ code: 1006 });
  }

  asLiveSocket(): LiveSocket {
    const { socket } = this;
    return {
      get binaryType() {
        return socket.binaryType;
      },
      set binaryType(type) {
        socket.binaryType = type;
      },
      get readyState() {
        return socket.readyState;
      },
      send: (data) => (this.#held === null ? socket.send(data) : void this.#held.push(data)),
      close: (code, reason) => socket.close(code, reason),
      addEventListener: (type: string, listener: (event: never) => void) => {
        if (type === "close") this.#closed.push(listener as () => void);
        socket.addEventListener(type as "message", listener as (event: { data: unknown }) => void);
      },
    };
  }
}
