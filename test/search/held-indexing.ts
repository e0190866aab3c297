/** Holds back the jobs that follow every edit, so that a test file ends with nothing under way. */
import { env } from "cloudflare:workers";
import { jobRuns } from "../../src/composition.ts";
import { trips, type RoundTripEvent } from "../../src/platform/db.ts";

type Message = { body: { kind?: string } };
type SendBatch = (this: Queue, messages: Iterable<Message>, options?: QueueSendBatchOptions) => Promise<unknown>;

const shape: object = Object.getPrototypeOf(env.JOBS);
const send = Reflect.get(shape, "sendBatch") as SendBatch; // what every queue has

/** Jobs of this file that were sent, and those that have begun. */
let [sentJobs, begunJobs] = [0, 0];
jobRuns.subscribe((jobs) => {
  begunJobs += Number(jobs);
});

/** In ms. A queue hands out a job within a second; one that is tried again later is not waited for. */
const LAST_JOBS_MS = 3_000;

/** To be called before a file's first test. */
export function forgetJobs(): void {
  [sentJobs, begunJobs] = [0, 0];
}

/** To be called after a file's last test: a job that came later would find the tests gone, and the runner wait for it in vain. */
export async function finishJobs(): Promise<void> {
  for (let waited = 0; begunJobs < sentJobs && waited < LAST_JOBS_MS; waited += 20) await scheduler.wait(20);
  // The last one has begun, and not ended yet.
  if (sentJobs > 0) await scheduler.wait(100);
}

/** Pages are marked for the index, and nobody is told. */
export function holdIndexing(): void {
  const sendOthers: SendBatch = function sendOthers(messages, options) {
    const others = [...messages].filter(({ body }) => body.kind !== "search.index");
    sentJobs += others.length;
    return others.length === 0 ? Promise.resolve() : Reflect.apply(send, this, [others, options]);
  };
  Object.defineProperty(shape, "sendBatch", { configurable: true, writable: true, value: sendOthers });
}

/** In ms. For a second a job that was held back counts as sent, and no other of its kind is. */
const DEBOUNCED_MS = 1_100;

/** Runs this with the queue as it is in production, and until every job that was sent has come and is done. */
export async function withIndexing(act: () => Promise<void>): Promise<void> {
  let [sent, come, open] = [0, 0, 0];
  const countTrip = (message: unknown): void => {
    const { phase } = message as RoundTripEvent; // what this channel carries
    // One that an earlier file's job began ends here too, and would leave the count below zero for ever.
    open = phase === "start" ? open + 1 : Math.max(0, open - 1);
  };
  const countJobs = (jobs: unknown): void => {
    come += Number(jobs);
  };
  trips.subscribe(countTrip);
  jobRuns.subscribe(countJobs);
  const sendAll: SendBatch = function sendAll(messages, options) {
    const list = [...messages];
    sent += list.length;
    return Reflect.apply(send, this, [list, options]);
  };
  Object.defineProperty(shape, "sendBatch", { configurable: true, writable: true, value: sendAll });
  try {
    await scheduler.wait(DEBOUNCED_MS);
    await act();
  } finally {
    holdIndexing();
    for (let quiet = 0; quiet < 20; quiet = come >= sent && open === 0 ? quiet + 1 : 0) await scheduler.wait(10);
    trips.unsubscribe(countTrip);
    jobRuns.unsubscribe(countJobs);
  }
}
