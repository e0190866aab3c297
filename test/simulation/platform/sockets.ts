/** Pairs of connected WebSockets. Messages arrive in order, each some milliseconds after it was sent. */
import type { Engine } from "./engine.ts";

type Data = string | ArrayBuffer;
type Listener = (event: { data?: Data; code?: number; reason?: string }) => void;

const OPEN = 1;
const CLOSED = 3;

export class SimulatedSocket {
  static readonly OPEN = OPEN;
  readyState = OPEN;
  binaryType = "arraybuffer";
  /** Set for the end that a Durable Object has accepted: receives what arrives in place of the listeners. */
  owner: { message(data: Data): void; close(code: number): void } | null = null;
  #attachment: unknown = null;
  #other: SimulatedSocket | null = null;
  readonly #engine: Engine;
  readonly #listeners = new Map<string, Listener[]>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  static pair(engine: Engine): [SimulatedSocket, SimulatedSocket] {
    const ends: [SimulatedSocket, SimulatedSocket] = [new SimulatedSocket(engine), new SimulatedSocket(engine)];
    ends[0].#other = ends[1];
    ends[1].#other = ends[0];
    return ends;
  }

  accept(): void {
    // Both ends deliver from the start.
  }

  addEventListener(kind: string, listener: Listener): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener]);
  }

  send(sent: string | ArrayBuffer | Uint8Array): void {
    if (this.readyState !== OPEN) throw new TypeError("Can't call WebSocket send() after close().");
    const data = typeof sent === "string" ? sent : new Uint8Array(sent instanceof ArrayBuffer ? sent.slice(0) : sent.slice()).buffer; // oxfmt-ignore
    this.#engine.after(2, () => this.#other?.receive(data));
  }

  close(code = 1000): void {
    if (this.readyState !== OPEN) return;
    this.readyState = CLOSED;
    this.#engine.after(2, () => this.#other?.end(code));
  }

  /** The connection is gone without a word from either side. */
  drop(): void {
    this.readyState = CLOSED;
    this.#other?.end(1006);
  }

  serializeAttachment(value: unknown): void {
    this.#attachment = structuredClone(value);
  }

  deserializeAttachment(): unknown {
    return structuredClone(this.#attachment);
  }

  receive(data: Data): void {
    if (this.readyState !== OPEN) return;
    if (this.owner) this.owner.message(data);
    else for (const listener of this.#listeners.get("message") ?? []) listener({ data });
  }

  end(code: number): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    if (this.owner) this.owner.close(code);
    else for (const listener of this.#listeners.get("close") ?? []) listener({ code });
  }
}
