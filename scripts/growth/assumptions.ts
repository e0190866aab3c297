/** What the growth model assumes, and the prices. Everything else is measured. Change these to fit your own users. */

/** What a person does on a day on which they are active, and the measured request (docs/performance.md) of each action. */
export const REQUESTS_A_DAY = [
  { request: "GET page", times: 40 },
  { request: "GET children", times: 60 },
  { request: "GET socket-token", times: 21 },
  { request: "GET notifications", times: 6 },
  { request: "MCP read", times: 30 },
  { request: "MCP edit of a line", times: 15 },
  { request: "PATCH page (content)", times: 10 },
  { request: "POST message", times: 15 },
  { request: "POST pages", times: 1 },
  { request: "GET search, one page", times: 4 },
  { request: "GET file", times: 5 },
  { request: "POST upload, small", times: 0.3 },
  { request: "POST permissions", times: 0.2 },
  { request: "POST magic-link/send", times: 0.2 },
  { request: "GET magic-link/verify", times: 0.2 },
] as const;

/** Minutes of typing on such a day. `shared`: how many people a page's own writes and duration are divided among. */
export const TYPING_A_DAY = [
  { manner: "alone", minutes: 10, shared: 1 },
  { manner: "while others watch", minutes: 5, shared: 2.5 },
  { manner: "while somebody else types", minutes: 5, shared: 2.5 },
] as const;

/** Rows and objects that grow with use, for each person and active day. */
export const GROWTH_A_DAY = { pages: 1, messages: 15, notifications: 6, files: 0.3, auditEntries: 1 } as const;

export const ASSUMED = {
  /** Share of the registered people who use the service on a working day. */
  activeShare: 0.5,
  workingDays: 22,
  /** Length of a page's text, in letters. */
  textLength: 4_000,
  /** Length of a message. */
  messageLength: 180,
  fileBytes: 1_500_000,
  /** Notifications are deleted after four months. */
  notificationMonths: 4,
  /** `AUDIT_KEEP_DAYS`, unless set. */
  auditKeepDays: 400,
  /** The busiest hour has twice the average of eight hours. */
  peak: { hours: 8, factor: 2 },
  /** Time of the database's one thread: an indexed read takes less than a millisecond, a write several. */
  readMs: 1.5,
  writeMs: 4,
  cpuMsPerRequest: 5,
  /** A call to an object, at 128 MB. */
  objectCallMs: 20,
  /** Each edited page is indexed about a second later; pages that are typed on, once for several writes. */
  indexedEdits: 0.5,
  indexRows: 4,
} as const;

/**
 * US dollars, November 2026: each amount per million beyond the included amount, storage per GB and month, and the base
 * price of the plan. Sources: developers.cloudflare.com/{workers,d1,durable-objects,queues,r2}, each at `platform/pricing`.
 */
export const PRICES = {
  base: 5,
  requests: { each: 0.3, included: 10e6 },
  cpuMs: { each: 0.02, included: 30e6 },
  rowsRead: { each: 0.001, included: 25e9 },
  rowsWritten: { each: 1, included: 50e6 },
  objectRequests: { each: 0.15, included: 1e6 },
  objectRows: { each: 1, included: 50e6 },
  gigabyteSeconds: { each: 12.5, included: 400e3 },
  queueOperations: { each: 0.4, included: 1e6 },
  bucketWrites: { each: 4.5, included: 1e6 },
  bucketReads: { each: 0.36, included: 10e6 },
  databaseGigabytes: { each: 0.75, included: 5 },
  objectGigabytes: { each: 0.2, included: 5 },
  bucketGigabytes: { each: 0.015, included: 10 },
} as const;

/** Limits of the platform: a database (D1), an object, all databases of an account, in bytes; messages a second of a queue. */
export const LIMITS = { database: 10e9, object: 10e9, account: 1e12, queueMessages: 5_000 } as const;
