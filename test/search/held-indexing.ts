/** Holds back the indexing jobs that follow every edit, so that no jobs are running when a test file ends. */
import { env } from "cloudflare:workers";
import { jobRuns } from "../../src/composition.ts";
import { trips, type RoundTripEvent } from "../../src/platform/db.ts";

type Message = { body: { kind?: string } };
type SendBatch = (this: Queue, messages: Iterable<Message>, options?: QueueSendBatchOptions) => Promise<unknown>;

const shape: object = Object.getPrototypeOf(env.JOBS);
const send = Reflect.get(shape, "sendBatch") as SendBatch; // a method of every queue

/** Numbers of this file's jobs that were sent and that have started. */
let [sentJobs, begunJobs] = [0, 0];
jobRuns.subscribe((jobs) => {
  begunJobs += Number(jobs);
});

/** In ms. A queue delivers a job within a second; later retries are not waited for. */
const LAST_JOBS_MS = 3_000;

/** Call before a file's first test. */
export function forgetJobs(): void {
  [sentJobs, begunJobs] = [0, 0];
}

/** Call after a file's last test: a later job would find its tests gone, and the runner would wait for it in vain. */
export async function finishJobs(): Promise<void> {
  for (let waited = 0; begunJobs < sentJobs && waited < LAST_JOBS_MS; waited += 20) await scheduler.wait(20);
  // The last job has started but may not have finished.
  if (sentJobs > 0) await scheduler.wait(100);
}

/** Marks pages for indexing without sending the job. */
export function holdIndexing(): void {
  const sendOthers: SendBatch = function sendOthers(messages, options) {
    const others = [...messages].filter(({ body }) => body.kind !== "search.index");
    sentJobs += others.length;
    return others.length === 0 ? Promise.resolve() : Reflect.apply(send, this, [others, options]);
  };
  Object.defineProperty(shape, "sendBatch", { configurable: true, writable: true, value: sendOthers });
}

/** In ms. For a second, a held-back job counts as sent and suppresses others of its kind. */
const DEBOUNCED_MS = 1_100;

/** Runs `act` with the unmodified queue, and waits until every job it sent is done. */
export async function withIndexing(act: () => Promise<void>): Promise<void> {
  let [sent, come, open] = [0, 0, 0];
  const countTrip = (message: unknown): void => {
    const { phase } = message as RoundTripEvent; // the message type of this channel
    // A round trip started by an earlier file's job may end here, which would leave the count below zero for good.
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
