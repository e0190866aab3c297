/** Durable Objects: one instance per name at a time, which may be evicted while idle and may end during a call. */
import { Life, Trace, type Clock, type Engine } from "./engine.ts";
import { textHash } from "./draws.ts";
import { lost, type Faults } from "./faults.ts";
import { SimulatedSocket } from "./sockets.ts";
import { ObjectStorage } from "./storage.ts";

type Method = (...given: unknown[]) => unknown;
/** An object of the Worker's class. Its methods are called by name. */
type Instance = Record<string, Method | undefined>;
type Live = { readonly instance: Instance; readonly life: Life; calls: number; usedAt: number };

export type ObjectClass = new (ctx: object, env: object) => object;

/** Waits between attempts of an alarm that failed, in ms. */
const ALARM_RETRY = 2_000;

/** After this time (ms) without calls, an object leaves memory, and its sockets stay open. If it ends sooner, so do they. */
const IDLE = 40_000;

export class SimulatedNamespace {
  readonly storages = new Map<string, ObjectStorage>();
  readonly #live = new Map<string, Live>();
  readonly #sockets = new Map<string, SimulatedSocket[]>();
  /** The message that is answered without waking the object, and its answer. */
  #autoResponse: { readonly request: string; readonly response: string } | null = null;
  readonly #engine: Engine;
  readonly #faults: Faults;
  readonly #name: string;
  readonly #make: (ctx: object) => object;
  readonly #clockOf: (name: string) => Clock;
  #alarms = 0;

  constructor(
    name: string,
    { engine, faults, clockOf }: { engine: Engine; faults: Faults; clockOf: (name: string) => Clock },
    make: (ctx: object) => object,
  ) {
    this.#name = name;
    this.#engine = engine;
    this.#faults = faults;
    this.#make = make;
    this.#clockOf = clockOf;
  }

  idFromName(name: string): { name: string; toString(): string } {
    return { name, toString: () => name };
  }

  get(id: { name: string }): object {
    return this.getByName(id.name);
  }

  /** A stub: every property is a method of the object, called over the network. */
  getByName(name: string): object {
    return new Proxy(
      {},
      {
        get: (_, method) =>
          typeof method !== "string" || method === "then"
            ? undefined
            : (...given: unknown[]) => this.call(name, method, given),
      },
    );
  }

  async call(name: string, method: string, given: readonly unknown[]): Promise<unknown> {
    const sent = method === "fetch" ? given : structuredClone(given);
    return this.#faults.call(this.#name, async () => {
      this.#mayEvict(name);
      const answer = await this.#within(name, (instance) => instance[method]?.(...sent));
      return answer instanceof Response ? answer : structuredClone(answer);
    });
  }

  /** Removes an instance from memory. */
  evict(name: string): void {
    const live = this.#live.get(name);
    if (live === undefined) return;
    // Without the instance among the live ones, its sockets outlast the end of its life.
    if (this.#isIdle(live)) this.#live.delete(name);
    live.life.end();
  }

  #mayEvict(name: string): void {
    const live = this.#live.get(name);
    if (live?.calls !== 0) return;
    if (this.#isIdle(live) || this.#faults.happens("evicted", this.#name, 1)) this.evict(name);
  }

  #isIdle({ usedAt }: Live): boolean {
    return this.#engine.now - usedAt >= IDLE;
  }

  evictAll(): void {
    for (const name of this.#live.keys()) this.evict(name);
  }

  /** Runs code of the instance with its own life; fails if that ends first. */
  #within(name: string, act: (instance: Instance) => unknown): Promise<unknown> {
    const live = this.#wake(name);
    const { trace } = this.#engine.running;
    live.calls += 1;
    live.usedAt = this.#engine.now;
    return this.#engine.run({ trace, life: live.life }, () => {
      const ended = new Promise<never>((_, reject) => {
        live.life.onEnd(() => reject(lost()));
      });
      const work = (async () => act(live.instance))();
      return Promise.race([work, ended]).finally(() => {
        live.calls -= 1;
        live.usedAt = this.#engine.now;
      });
    });
  }

  #wake(name: string): Live {
    const known = this.#live.get(name);
    if (known && !known.life.isOver) return known;
    const life = new Life(this.#clockOf(name));
    const storage = this.storages.get(name) ?? new ObjectStorage(() => this.#planAlarm(name));
    this.storages.set(name, storage);
    const { trace } = this.#engine.running;
    const ctx = {
      id: this.idFromName(name),
      storage: storage.handle(life),
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      blockConcurrencyWhile: (act: () => unknown) => act(),
      getWebSockets: () =>
        (this.#sockets.get(name) ?? []).filter(({ readyState }) => readyState === SimulatedSocket.OPEN),
      acceptWebSocket: (socket: SimulatedSocket) => this.#accept(name, socket),
      setWebSocketAutoResponse: (pair: { request: string; response: string }) => void (this.#autoResponse = pair),
      getWebSocketAutoResponseTimestamp: () => null,
    };
    const instance = this.#engine.run({ trace, life }, () => this.#make(ctx)) as Instance;
    const live = { instance, life, calls: 0, usedAt: this.#engine.now };
    this.#live.set(name, live);
    life.onEnd(() => {
      if (this.#live.get(name) !== live) return; // evicted: the sockets hibernate
      this.#live.delete(name);
      for (const socket of this.#sockets.get(name) ?? []) socket.drop();
      this.#sockets.delete(name);
    });
    return live;
  }

  #accept(name: string, socket: SimulatedSocket): void {
    this.#sockets.set(name, [...(this.#sockets.get(name) ?? []), socket]);
    const handle = (method: string, ...given: unknown[]): void => {
      const automatic = this.#autoResponse;
      if (automatic !== null && given[0] === automatic.request) return socket.send(automatic.response);
      this.#mayEvict(name);
      // Messages that were sent before the connection ended get lost.
      if (method === "webSocketMessage" && socket.readyState !== SimulatedSocket.OPEN) return;
      void this.#within(name, (instance) => instance[method]?.(socket, ...given)).catch(() => undefined);
    };
    socket.owner = {
      message: (data) => handle("webSocketMessage", data),
      close: (code) => handle("webSocketClose", code, "", true),
    };
  }

  #planAlarm(name: string, attempt = 0): void {
    const storage = this.storages.get(name);
    const at = storage?.alarmAt;
    if (storage === undefined || at === undefined || at === null) return;
    const trace = new Trace(this.#engine.seed, textHash(`${this.#name} ${name} ${(this.#alarms += 1)}`));
    const now = this.#engine.now + this.#clockOf(name).offset;
    const wait = Math.max(at - now, attempt === 0 ? 0 : ALARM_RETRY * 2 ** attempt);
    this.#engine.run({ trace, life: new Life() }, () =>
      this.#engine.after(
        wait,
        () => {
          if (storage.alarmAt !== at) return;
          storage.alarmAt = null;
          void this.#within(name, (instance) => instance["alarm"]?.()).catch(() => {
            if (storage.alarmAt !== null || attempt >= 6) return;
            storage.alarmAt = at;
            this.#planAlarm(name, attempt + 1);
          });
        },
        true,
      ),
    );
  }
}
