/** The client's end of a WebSocket, whose connection may be lost with any message. */
import type { LiveSocket } from "../../../src/live-client/environment.ts";
import { PING, PONG } from "../../../src/realtime/sockets.ts";
import type { Engine, Running } from "./engine.ts";
import type { Faults } from "./faults.ts";
import type { SimulatedSocket } from "./sockets.ts";

type Event = { readonly data: unknown; readonly code: number };
type Listener = (event: Event) => void;

/** The room learns of some lost connections only after this time (ms). */
const UNNOTICED = 60_000;

export class ClientSocket implements LiveSocket {
  binaryType = "arraybuffer";
  readonly #end: SimulatedSocket;
  readonly #engine: Engine;
  readonly #faults: Faults;
  /** The client's own operation, as part of which its listeners run. */
  readonly #running: Running;
  readonly #listeners = new Map<string, Listener[]>();

  constructor(end: SimulatedSocket, engine: Engine, faults: Faults) {
    this.#end = end;
    this.#engine = engine;
    this.#faults = faults;
    this.#running = engine.running;
    end.addEventListener("message", ({ data }) => this.#within(() => this.#receive(data)));
    end.addEventListener("close", ({ code = 1006 }) => this.#within(() => this.#tell("close", { data: null, code })));
  }

  get readyState(): number {
    return this.#end.readyState;
  }

  send(data: string | Uint8Array): void {
    const isLost = this.#isLost(data);
    // The message that meets the fault may still arrive.
    if (!isLost || this.#running.trace.calls % 2 === 0) this.#end.send(data);
    if (isLost) this.#lose();
  }

  close(code?: number): void {
    this.#end.close(code);
  }

  addEventListener(kind: "open" | "error" | "message" | "close", listener: (event: never) => void): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener as Listener]);
    if (kind === "message") this.#end.accept();
  }

  #receive(data: unknown): void {
    if (this.#isLost(data)) this.#lose();
    else this.#tell("message", { data, code: 0 });
  }

  /** Most messages of a quiet hour are heartbeats. Each reconnection takes as long to play as an edit. */
  #isLost(data: unknown): boolean {
    return this.#faults.happens("dropped", "socket", data === PING || data === PONG ? 0.05 : 0.5);
  }

  #lose(): void {
    this.#end.drop(this.#running.trace.calls % 3 === 0 ? UNNOTICED : 3);
    this.#tell("close", { data: null, code: 1006 });
  }

  #tell(kind: string, event: Event): void {
    for (const listener of this.#listeners.get(kind) ?? []) listener(event);
  }

  #within(act: () => void): void {
    this.#engine.run(this.#running, act);
  }
}
