/** A network that a test has in its hand: what is said over a socket is held back, or lost. */
import type { LiveSocket } from "../../src/web/live/environment.ts";

/** What goes out waits while it is held, as on a slow network; what comes in does not. */
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

  /** The network is gone, as this side sees it: nobody waits for the other's word on closing. */
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
