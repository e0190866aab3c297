/**
 * Reads the heap usage of the service's isolate through its inspector (Chrome DevTools protocol, Runtime). In a local server,
 * all Durable Objects share that isolate with its requests; the platform's limit is 128 MB.
 */
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";

const PAUSE_MS = 100;

const Targets = z.array(z.looseObject({ webSocketDebuggerUrl: z.string() }));
const Usage = z.looseObject({ usedSize: z.number(), backingStorageSize: z.number().default(0) });
const Answer = z.looseObject({ id: z.int().optional(), result: z.unknown().optional() });

export class HeapWatch {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #asked = 0;
  #most = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = Answer.parse(JSON.parse(String(data)));
      if (id === undefined) return;
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  /** `inspector` is the address of `wrangler dev`'s inspector. */
  static async open(inspector: string): Promise<HeapWatch> {
    const targets = Targets.parse(await (await fetch(`${inspector}/json`)).json());
    const address = targets[0]?.webSocketDebuggerUrl;
    if (address === undefined) throw new Error("The inspector lists no Worker.");
    // Wrangler rejects connections without an Origin header.
    const socket = new WebSocket(address, { headers: { Origin: "http://localhost" } });
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", reject, { once: true });
    });
    const watch = new HeapWatch(socket);
    void watch.#lookOn();
    return watch;
  }

  /** Peak usage (bytes) since the last call: objects and buffers, including uncollected ones. */
  takeMost(): number {
    const most = this.#most;
    this.#most = 0;
    return most;
  }

  close(): void {
    this.#socket.close();
  }

  async #lookOn(): Promise<void> {
    while (this.#socket.readyState === WebSocket.OPEN) {
      const { usedSize, backingStorageSize } = Usage.parse(await this.#send("Runtime.getHeapUsage"));
      this.#most = Math.max(this.#most, usedSize + backingStorageSize);
      await pause(PAUSE_MS);
    }
  }

  #send(method: string): Promise<unknown> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method }));
    });
  }
}
