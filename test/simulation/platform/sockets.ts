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
  /** Messages that arrive before the listeners are there; null once they are. */
  #early: Data[] | null = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  static pair(engine: Engine): [SimulatedSocket, SimulatedSocket] {
    const ends: [SimulatedSocket, SimulatedSocket] = [new SimulatedSocket(engine), new SimulatedSocket(engine)];
    ends[0].#other = ends[1];
    ends[1].#other = ends[0];
    return ends;
  }

  /** From now on, the listeners receive what arrives. */
  accept(): void {
    this.#engine.after(0, () => {
      const early = this.#early ?? [];
      this.#early = null;
      for (const data of early) this.receive(data);
    });
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

  /** This end is gone without a word to the other, which learns of it `later` ms after. */
  drop(later = 0): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    if (later === 0) this.#other?.end(1006);
    else this.#engine.after(later, () => this.#other?.end(1006), true);
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
    else if (this.#early) this.#early.push(data);
    else for (const listener of this.#listeners.get("message") ?? []) listener({ data });
  }

  end(code: number): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    if (this.owner) this.owner.close(code);
    else for (const listener of this.#listeners.get("close") ?? []) listener({ code });
  }
}
