/** A separate process that types: opens some of a group's connections and reports the results of each slice. */
import { type Key, type Kind, type Manner, now, Typist } from "./typist.ts";

export type Order =
  | {
      readonly act: "open";
      readonly kind: Kind;
      /** One per connection. */
      readonly seats: readonly { readonly url: string; readonly token: string }[];
      /** The number of watchers among them, which record what they receive from others. */
      readonly watchers: number;
    }
  /** `every`: ms between keystrokes of one typist, each up to a fifth early or late. */
  | { readonly act: "type"; readonly seconds: number; readonly every: number; readonly manner: Manner }
  | { readonly act: "close" };

export type Report = {
  readonly sent: readonly Key[];
  /** In ms, for each acknowledged key in `sent`. */
  readonly acknowledgedAfter: readonly number[];
  readonly seen: readonly Key[];
  readonly bytes: number;
  readonly frames: number;
  /** CPU seconds of this process. */
  readonly cpu: number;
};

/** Maximum time (ms) to wait for responses after the last key: otherwise they would be counted for the next slice. */
const LAST_ANSWERS = 30_000;

let typists: Typist[] = [];

async function open({ kind, seats, watchers }: Extract<Order, { act: "open" }>): Promise<void> {
  for (const [n, { url, token }] of seats.entries()) {
    const typist = new Typist(kind, url, token, n < watchers);
    typists.push(typist);
    await typist.ready;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function typeFor(typist: Typist, until: number, every: number): Promise<void> {
  await pause(Math.random() * every);
  for (let due = now(); due < until; due += every * (0.8 + 0.4 * Math.random())) {
    await pause(Math.max(0, due - now()));
    typist.type();
  }
  typist.flush();
}

async function type({ seconds, every, manner }: Extract<Order, { act: "type" }>): Promise<Report> {
  for (const typist of typists) typist.begin(manner);
  const before = process.cpuUsage();
  const until = now() + seconds * 1_000;
  await Promise.all(typists.map((typist) => typeFor(typist, until, every)));
  const isDone = (): boolean => typists.every(({ sent, acknowledged }) => acknowledged.length >= sent.length);
  for (const begin = now(); !isDone() && now() - begin < LAST_ANSWERS;) await pause(20);
  await pause(100);
  const { user, system } = process.cpuUsage(before);
  return {
    sent: typists.flatMap(({ sent }) => sent),
    acknowledgedAfter: typists.flatMap(({ sent, acknowledged }) =>
      acknowledged.map((at, n) => at - (sent[n]?.at ?? at)),
    ),
    seen: typists.flatMap(({ seen }) => seen),
    bytes: typists.reduce((sum, { received }) => sum + received.bytes, 0),
    frames: typists.reduce((sum, { received }) => sum + received.frames, 0),
    cpu: (user + system) / 1e6,
  };
}

async function obey(order: Order): Promise<Report | null> {
  if (order.act === "open") await open(order);
  else if (order.act === "type") return type(order);
  else {
    for (const typist of typists) typist.close();
    typists = [];
  }
  return null;
}

process.on("message", (order: Order) => {
  obey(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
