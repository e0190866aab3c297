/** Cost, size and load of an instance by its number of registered people, from measured costs and the assumptions. */
import { ASSUMED, GROWTH_A_DAY, LIMITS, PRICES, REQUESTS_A_DAY, TYPING_A_DAY } from "./assumptions.ts";
import type { Bytes, Cost } from "./measured.ts";

export type Measured = {
  readonly request: (name: string) => Cost;
  readonly typing: (manner: string) => { readonly messages: number; readonly rows: number };
  readonly bytes: Bytes;
};

const MILLION = 1e6;
const MONTHS = 12;

/** Measured in `npm run bench -- live` and listed in docs/performance.md: of a minute in which a page is typed on. */
const MINUTE_OF_PAGE = { databaseTrips: 4, databaseRows: 13, objectRows: 8, gigabyteSeconds: 7.5 };
/** An audit entry in its object, what remains there once it has left, and an object of a page with a few edits; bytes. */
const AUDIT_ENTRY_BYTES = 950;
const REMOVED_ENTRY_BYTES = 47;
const ROOM_BYTES = 32_000;

/** One active person's day. */
type Day = Record<
  | "requests"
  | "readTrips"
  | "writeTrips"
  | "rowsRead"
  | "rowsWritten"
  | "objectRequests"
  | "objectRows"
  | "gigabyteSeconds"
  | "queueOperations"
  | "indexWrites",
  number
>;

export function dayOf({ request, typing }: Measured): Day {
  const day: Day = {
    requests: 0,
    readTrips: 0,
    writeTrips: 0,
    rowsRead: 0,
    rowsWritten: 0,
    objectRequests: 0,
    objectRows: 0,
    gigabyteSeconds: 0,
    queueOperations: 0,
    indexWrites: 0,
  };
  for (const { request: name, times } of REQUESTS_A_DAY) {
    const cost = request(name);
    day.requests += times;
    const writes = cost.rowsWritten > 0 ? 1 : 0;
    day.writeTrips += writes * times;
    day.readTrips += (cost.trips - writes) * times;
    day.rowsRead += cost.rowsRead * times;
    day.rowsWritten += cost.rowsWritten * times;
    day.objectRequests += cost.calls * times;
    day.objectRows += cost.objectRows * times;
    day.gigabyteSeconds += (cost.calls * times * ASSUMED.objectCallMs * 0.128) / 1_000;
    if (name.startsWith("PATCH") || name.startsWith("MCP edit")) day.indexWrites += times * ASSUMED.indexedEdits;
  }
  for (const { manner, minutes, shared } of TYPING_A_DAY) {
    const { messages, rows } = typing(manner);
    const own = minutes / shared;
    day.writeTrips += MINUTE_OF_PAGE.databaseTrips * own;
    day.rowsWritten += MINUTE_OF_PAGE.databaseRows * own;
    day.objectRows += minutes * rows + MINUTE_OF_PAGE.objectRows * own;
    // Twenty messages over a socket are billed as one request.
    day.objectRequests += (minutes * messages) / 20;
    day.gigabyteSeconds += MINUTE_OF_PAGE.gigabyteSeconds * own;
    day.indexWrites += own * ASSUMED.indexedEdits;
  }
  day.rowsWritten += day.indexWrites * ASSUMED.indexRows;
  // A message to a queue is written, read and deleted; one job indexes what changed within a second.
  day.queueOperations = 3 * (day.indexWrites + GROWTH_A_DAY.auditEntries);
  return day;
}

export type Sizes = {
  readonly main: number;
  readonly search: number;
  readonly audit: number;
  readonly rooms: number;
  readonly files: number;
};

/** Bytes after that many years. */
export function sizesOf({ bytes }: Measured, people: number, years: number): Sizes {
  const days = people * ASSUMED.activeShare * ASSUMED.workingDays * MONTHS * years;
  const inObject = Math.min(years * 365, ASSUMED.auditKeepDays) / (years * 365);
  const notified = Math.min(years, ASSUMED.notificationMonths / MONTHS) / years;
  return {
    main:
      people * bytes.user +
      days *
        (GROWTH_A_DAY.pages * bytes.page +
          GROWTH_A_DAY.messages * bytes.message +
          GROWTH_A_DAY.files * bytes.file +
          GROWTH_A_DAY.notifications * notified * bytes.notification),
    search: days * GROWTH_A_DAY.pages * bytes.indexedPage,
    audit: days * GROWTH_A_DAY.auditEntries * (inObject * AUDIT_ENTRY_BYTES + (1 - inObject) * REMOVED_ENTRY_BYTES),
    rooms: days * GROWTH_A_DAY.pages * ROOM_BYTES,
    files: days * GROWTH_A_DAY.files * ASSUMED.fileBytes,
  };
}

/** US dollars a month with the data of one year, by part. Mail and logs are not included. */
export function billOf(measured: Measured, people: number): Readonly<Record<string, number>> {
  const day = dayOf(measured);
  const month = people * ASSUMED.activeShare * ASSUMED.workingDays;
  const sizes = sizesOf(measured, people, 1);
  const above = ({ each, included }: { each: number; included: number }, amount: number, unit = MILLION): number =>
    (Math.max(0, amount - included) / unit) * each;
  const objectBytes = sizes.rooms + sizes.audit;
  return {
    plan: PRICES.base,
    requests: above(PRICES.requests, day.requests * month),
    cpu: above(PRICES.cpuMs, day.requests * month * ASSUMED.cpuMsPerRequest),
    "rows of databases":
      above(PRICES.rowsRead, day.rowsRead * month) + above(PRICES.rowsWritten, day.rowsWritten * month),
    "rows of objects": above(PRICES.objectRows, day.objectRows * month),
    "requests to objects": above(PRICES.objectRequests, day.objectRequests * month),
    "duration of objects": above(PRICES.gigabyteSeconds, day.gigabyteSeconds * month),
    queues: above(PRICES.queueOperations, day.queueOperations * month),
    bucket:
      above(PRICES.bucketWrites, 2 * GROWTH_A_DAY.files * month) +
      above(PRICES.bucketReads, 6 * month) +
      above(PRICES.bucketGigabytes, sizes.files / 1e9, 1),
    storage:
      above(PRICES.databaseGigabytes, (sizes.main + sizes.search) / 1e9, 1) +
      above(PRICES.objectGigabytes, objectBytes / 1e9, 1),
  };
}

/** Of the main database's one thread in the busiest hour; above 1 it cannot keep up. */
export function loadOf(measured: Measured, people: number): number {
  const { readTrips, writeTrips } = dayOf(measured);
  const { hours, factor } = ASSUMED.peak;
  const busyMs = readTrips * ASSUMED.readMs + writeTrips * ASSUMED.writeMs;
  return ((people * ASSUMED.activeShare * busyMs) / 1_000 / (hours * 3_600)) * factor;
}

/** Messages a second that the queue of jobs gets in the busiest hour. */
function queueRateOf(measured: Measured, people: number): number {
  const { hours, factor } = ASSUMED.peak;
  return ((people * ASSUMED.activeShare * dayOf(measured).queueOperations) / 3 / (hours * 3_600)) * factor;
}

/** The scaling limits, each with the number of people at which it is reached. */
export function limitsOf(measured: Measured): { readonly limit: string; readonly people: number }[] {
  const year = (years: number, part: "main" | "search" | "audit", most: number): number =>
    peopleUntil((people) => sizesOf(measured, people, years)[part] <= most);
  const limits = [1, 3].flatMap((years) => {
    const after = years === 1 ? "one year" : "three years";
    return [
      { limit: `main database, 10 GB, after ${after}`, people: year(years, "main", LIMITS.database) },
      { limit: `search database, 10 GB, after ${after}`, people: year(years, "search", LIMITS.database) },
      { limit: `audit log's object, 10 GB, after ${after}`, people: year(years, "audit", LIMITS.object) },
    ];
  });
  const all = [
    ...limits,
    { limit: "main database, half busy", people: peopleUntil((people) => loadOf(measured, people) <= 0.5) },
    { limit: "main database, fully busy", people: peopleUntil((people) => loadOf(measured, people) <= 1) },
    {
      limit: "databases of one account, 1 TB, after three years, if they were split",
      people: peopleUntil((people) => {
        const { main, search } = sizesOf(measured, people, 3);
        return main + search <= LIMITS.account;
      }),
    },
    {
      limit: "queue of jobs, 5,000 messages a second",
      people: peopleUntil((people) => queueRateOf(measured, people) <= LIMITS.queueMessages),
    },
  ];
  return all.toSorted((a, b) => a.people - b.people);
}

/** The largest number of people, to two digits, for which `holds` is true. It is monotonic. */
function peopleUntil(holds: (people: number) => boolean): number {
  let [low, high] = [1, 1e10];
  while (high / low > 1.001) {
    const middle = Math.sqrt(low * high);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return Number(low.toPrecision(2));
}
