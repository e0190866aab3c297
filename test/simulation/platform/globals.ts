/**
 * Replaces what JavaScript code reads of the outside world by the engine's: clock, timers and randomness. Must be
 * imported before any other package, because some keep their own reference.
 */
import nodeCrypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import type { Engine } from "./engine.ts";
import { SimulatedSocket } from "./sockets.ts";

let current: Engine | null = null;

export function useEngine(engine: Engine): void {
  current = engine;
  // Timers that never fired would keep the whole world of the last seed in memory.
  timers.clear();
}

process.on("unhandledRejection", (error) => current?.uncaught.push(error));

const RealDate = Date;
const realNow = Date.now.bind(Date);
const now = (): number => current?.clockTime ?? realNow();

class SimulatedDate extends RealDate {
  constructor(...given: unknown[]) {
    // Node's own constructor takes one to seven arguments.
    super(...((given.length === 0 ? [now()] : given) as [number]));
  }

  static override now(): number {
    return now();
  }
}

type Timer = {
  readonly stop: () => void;
  unref(): Timer;
  ref(): Timer;
  hasRef(): boolean;
  [Symbol.toPrimitive](): number;
};

const timers = new Map<number, Timer>();
let nextTimer = 1;

function startTimer(act: () => void, ms = 0): Timer {
  const engine = current;
  if (engine === null) throw new Error("A timer was started outside of a simulation.");
  const { life } = engine.running;
  const number = (nextTimer += 1);
  const stop = engine.after(ms, () => {
    timers.delete(number);
    if (!life.isOver) act();
  });
  const timer: Timer = {
    stop,
    unref: () => timer,
    ref: () => timer,
    hasRef: () => true,
    [Symbol.toPrimitive]: () => number,
  };
  timers.set(number, timer);
  return timer;
}

const stopTimer = (timer: Timer | number | undefined): void => {
  (typeof timer === "number" ? timers.get(timer) : timer)?.stop();
};

function fillRandom<T extends ArrayBufferView>(into: T): T {
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  if (current === null) nodeCrypto.randomFillSync(bytes);
  else current.running.trace.fillRandom(bytes);
  return into;
}

function randomUUID(): string {
  const bytes = fillRandom(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64;
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128;
  return Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Answers of the real implementation arrive between events. */
const subtle = new Proxy(nodeCrypto.webcrypto.subtle, {
  get(target, name) {
    const member: unknown = Reflect.get(target, name, target);
    if (typeof member !== "function") return member;
    return (...given: unknown[]): unknown => {
      const work: unknown = Reflect.apply(member, target, given);
      return current !== null && work instanceof Promise ? current.outside(work) : work;
    };
  },
});

const define = (target: object, name: string, value: unknown): void =>
  void Object.defineProperty(target, name, { value, configurable: true, writable: true });

define(globalThis, "Date", SimulatedDate);
define(globalThis, "setTimeout", (act: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
  startTimer(() => act(...given), ms),
);
define(globalThis, "setImmediate", (act: () => void) => startTimer(act));
define(globalThis, "setInterval", () => ({ stop: () => undefined, unref: () => undefined }));
for (const name of ["clearTimeout", "clearInterval", "clearImmediate"]) define(globalThis, name, stopTimer);
define(globalThis.performance, "now", () => now());
define(Math, "random", () => new DataView(fillRandom(new Uint8Array(4)).buffer).getUint32(0) / 2 ** 32);
define(globalThis, "scheduler", { wait: (ms: number) => new Promise<void>((resolve) => void startTimer(resolve, ms)) });
define(globalThis, "crypto", { getRandomValues: fillRandom, randomUUID, subtle });
for (const [name, value] of Object.entries({ getRandomValues: fillRandom, randomUUID, subtle }))
  define(nodeCrypto.webcrypto, name, value);
define(nodeCrypto, "randomUUID", randomUUID);
define(nodeCrypto, "randomBytes", (size: number) => Buffer.from(fillRandom(new Uint8Array(size))));
syncBuiltinESMExports();

/** The bindings of a browser and of workerd that Node lacks, where code only needs them to exist. */
define(
  globalThis,
  "WebSocketRequestResponsePair",
  class {
    readonly request: string;
    readonly response: string;

    constructor(request: string, response: string) {
      this.request = request;
      this.response = response;
    }
  },
);
define(
  globalThis,
  "WebSocketPair",
  class {
    readonly 0: SimulatedSocket;
    readonly 1: SimulatedSocket;

    constructor() {
      if (current === null) throw new Error("A socket was opened outside of a simulation.");
      [this[0], this[1]] = SimulatedSocket.pair(current);
    }
  },
);

/** Node's Response refuses the status of an upgrade. */
const RealResponse = Response;
class SimulatedResponse extends RealResponse {
  /** Responses that Node itself makes count, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return RealResponse.prototype.isPrototypeOf(Object(value));
  }

  constructor(body?: BodyInit | null, init: ResponseInit & { webSocket?: unknown } = {}) {
    const isUpgrade = init.status === 101;
    super(body, isUpgrade ? { ...init, status: 200 } : init);
    if (isUpgrade) Object.defineProperties(this, { status: { value: 101 }, webSocket: { value: init.webSocket } });
  }
}
define(globalThis, "Response", SimulatedResponse);
