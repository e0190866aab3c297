/** Holds back the jobs that follow every edit, so that a test file ends with nothing under way. */
import { env } from "cloudflare:workers";
import { trips, type TripEvent } from "../../src/platform/db.ts";

type Message = { body: { kind?: string } };
type SendBatch = (this: Queue, messages: Iterable<Message>, options?: QueueSendBatchOptions) => Promise<unknown>;

const shape: object = Object.getPrototypeOf(env.JOBS);
const send = Reflect.get(shape, "sendBatch") as SendBatch; // what every queue has

/** Pages are marked for the index, and nobody is told. */
export function holdIndexing(): void {
  const sendOthers: SendBatch = function sendOthers(messages, options) {
    const others = [...messages].filter(({ body }) => body.kind !== "search.index");
    return others.length === 0 ? Promise.resolve() : Reflect.apply(send, this, [others, options]);
  };
  Object.defineProperty(shape, "sendBatch", { configurable: true, writable: true, value: sendOthers });
}

/** Runs this with the queue as it is in production, and until what it set going has come to rest. */
export async function withIndexing(act: () => Promise<void>): Promise<void> {
  let open = 0;
  const count = (message: unknown): void => {
    open += (message as TripEvent).phase === "start" ? 1 : -1; // what this channel carries
  };
  trips.subscribe(count);
  Object.defineProperty(shape, "sendBatch", { configurable: true, writable: true, value: send });
  try {
    await act();
  } finally {
    holdIndexing();
    const dirty = () => env.DB.prepare("select 1 from search_dirty").first();
    for (let quiet = 0; quiet < 100; quiet = open === 0 && (await dirty()) === null ? quiet + 1 : 0) {
      await scheduler.wait(20);
    }
    trips.unsubscribe(count);
  }
}
