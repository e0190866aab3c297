/** Counts what one request costs: D1 round trips and rows, Durable Object calls and bytes, before and after its answer. */
import { AsyncLocalStorage } from "node:async_hooks";
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { deferrals, jobRuns } from "../../src/composition.ts";
import { Hub, PageRoom, RateLimiter } from "../../src/index.ts";
import { trips, type RoundTripEvent } from "../../src/platform/db.ts";
import { calls, objectEvents, type CallEvent } from "../../src/platform/durable-objects.ts";
import { d1 } from "../support/d1.ts";

/** What was asked of the database and of the objects on one side of the answer. */
export type Work = {
  /** Round trips to D1 that had to wait for one another; one that starts while another is open adds nothing. */
  trips: number;
  parallelTrips: number;
  statements: number;
  rowsRead: number;
  rowsWritten: number;
  /** Statements that drizzle put together for it, which takes 10 to 110 µs each; prepared ones are none of them. */
  printed: number;
  /** `PageRoom.edit`, in the order they began. The objects' own D1 trips are among `trips`. */
  calls: string[];
};

export type Cost = {
  readonly status: number;
  /** Bytes of the answer's body. */
  readonly bytes: number;
  readonly body: string;
  readonly location: string;
  /** What the answer waited for. */
  readonly waited: Work;
  /** What went on after it. */
  readonly deferred: Work;
  /** Rows of the Durable Objects' own databases, and what they wrote to D1 past db.ts, on either side of the answer. */
  readonly objects: { rowsRead: number; rowsWritten: number };
};

const nothing = (): Work => ({
  trips: 0,
  parallelTrips: 0,
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  printed: 0,
  calls: [],
});

const side = new AsyncLocalStorage<"deferred" | "job">();
deferrals.start.bindStore(side, () => side.getStore() ?? "deferred");
let deferralsOpen = 0;
deferrals.start.subscribe(() => (deferralsOpen += 1));
deferrals.asyncEnd.subscribe(() => (deferralsOpen -= 1));
// The queue's work is no request's; it comes when it likes.
jobRuns.bindStore(side, () => "job");
// Nor is what a room or hub does for those who are connected, by other tests.
objectEvents.bindStore(side, () => "job");

/** Statements of Durable Objects since the last look; the cursors count their rows to the end. */
const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
/** Rows that went to D1 by `run()`: the audit log's own, for db.ts uses `all()` and `batch()`. */
let rowsRun = 0;
let isWatched = false;
/** Counts a statement that is put together while a meter is on. */
let onPrint: (() => void) | null = null;

/** The objects share this isolate, so the classes of their storage and of D1 can be listened to from here. */
async function watchStorage(): Promise<void> {
  if (isWatched) return;
  isWatched = true;
  await runInDurableObject(env.RATE_LIMITER.getByName("meter"), (_, { storage }) => {
    listen(storage.sql, "exec", (cursor) => {
      if (side.getStore() !== "job") cursors.push(cursor as (typeof cursors)[number]); // what `exec` returns
    });
  });
  // What an object wakes up for is no request's either.
  for (const { prototype } of [Hub, PageRoom, RateLimiter]) {
    const alarm: unknown = Reflect.get(prototype, "alarm");
    if (typeof alarm !== "function") throw new TypeError("It has no alarm.");
    Reflect.set(prototype, "alarm", function alarmOfNobody(this: object): unknown {
      return side.run("job", () => Reflect.apply(alarm, this, []));
    });
  }
  listen(new SQLiteAsyncDialect(), "sqlToQuery", () => onPrint?.());
  listen(d1`select 1`, "run", (answer) => {
    void (answer as Promise<D1Result>).then(({ meta }) => (rowsRun += meta.rows_written)); // what `run` returns
  });
}

/** Hands on what a method of this object's class returns, whoever calls it. */
function listen(instance: object, method: string, hear: (result: unknown) => void): void {
  const shape: object = Object.getPrototypeOf(instance);
  const original: unknown = Reflect.get(shape, method);
  if (typeof original !== "function") throw new TypeError(`There is no method ${method}.`);
  Object.defineProperty(shape, method, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, args);
      hear(result);
      return result;
    },
  });
}

/** The text of every statement that ran while a meter was on. */
export const statements = new Set<string>();
export const searchStatements = new Set<string>();

/** Runs one request alone, to the end of the work it deferred. Two at once would be counted as one. */
export async function measure(send: () => Promise<Response>): Promise<Cost> {
  await watchStorage();
  cursors.length = 0;
  rowsRun = 0;
  const waited = nothing();
  const deferred = nothing();
  const open = { waited: 0, deferred: 0 };
  let objectsOpen = 0;
  const onTrip = (message: unknown): void => {
    const event = message as RoundTripEvent; // the type of this channel's messages
    if (side.getStore() === "job") return;
    const isDeferred = side.getStore() === "deferred";
    const work = isDeferred ? deferred : waited;
    const kind = isDeferred ? "deferred" : "waited";
    if (event.phase === "start") {
      if (open[kind] > 0) work.parallelTrips += 1;
      else work.trips += 1;
      open[kind] += 1;
      work.statements += event.statements.length;
      const ran = event.database === "main" ? statements : searchStatements;
      for (const text of event.statements) ran.add(text);
    } else if (open[kind] > 0) {
      // Else it began before the meter was on.
      open[kind] -= 1;
      work.rowsRead += event.rowsRead;
      work.rowsWritten += event.rowsWritten;
    }
  };
  const onCall = (message: unknown): void => {
    const event = message as CallEvent; // the type of this channel's messages
    if (side.getStore() === "job") return;
    objectsOpen = Math.max(0, objectsOpen + (event.phase === "start" ? 1 : -1));
    // At most one a second, whichever request it falls to.
    const isDebounced = event.method === "enqueueDebounced";
    if (event.phase === "start" && !isDebounced) {
      (side.getStore() === "deferred" ? deferred : waited).calls.push(`${event.object}.${event.method}`);
    }
  };
  trips.subscribe(onTrip);
  calls.subscribe(onCall);
  onPrint = () => {
    const at = side.getStore();
    if (at !== "job") (at === "deferred" ? deferred : waited).printed += 1;
  };
  try {
    const response = await send();
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Quiet for a while, not merely at this instant: deferred work goes from one call to the next.
    for (
      let quiet = 0;
      quiet < 8;
      quiet = deferralsOpen + objectsOpen + open.waited + open.deferred === 0 ? quiet + 1 : 0
    ) {
      await scheduler.wait(1);
    }
    const objects = { rowsRead: 0, rowsWritten: rowsRun };
    for (const cursor of cursors) {
      objects.rowsRead += cursor.rowsRead;
      objects.rowsWritten += cursor.rowsWritten;
    }
    const body = new TextDecoder().decode(bytes);
    const location = response.headers.get("Location") ?? "";
    return { status: response.status, bytes: bytes.length, body, location, waited, deferred, objects };
  } finally {
    trips.unsubscribe(onTrip);
    calls.unsubscribe(onCall);
    onPrint = null;
  }
}
