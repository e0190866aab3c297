/** English: how the service is and how it is used. */
import type { Inline } from "../inline.ts";

export const headlines = {
  ok: "Everything answers",
  degraded: "Degraded performance",
  down: "The database is not responding",
};
export const asOf = (time: string) => `As of ${time} UTC.`;
export const rangeOfTime = "Range of time";
export const ranges = { "1h": "1 hour", "24h": "24 hours", "7d": "7 days", "30d": "30 days" };
export const wholeRange = "Show the whole range";
export const chart = (title: string) => `${title}. The numbers are in the table below.`;
export const stepValues = (time: string, values: readonly string[]) => `${time}: ${values.join(", ")}`;
export const numbers = "Numbers";
export const from = "From (UTC)";

export const health = "Health";
export const states = { ok: "well", degraded: "slow", down: "silent" };
export const components = {
  database: "database",
  search: "search",
  files: "files",
  objects: "objects",
  queue: "queue",
};
export const database = "Database";
export const files = "Files";
export const filesOf = (amount: string, size: string) => `${amount}, ${size}`;
export const upFor = "Isolate up for";
export const memoryLimit = "Its memory limit";
export const part = "Part";
export const justNow = "Just now";
export const answeredIn = "Answered in";
export const maintenance = "Maintenance";
export const runs = "Runs";
export const failed = "Failed";
export const failedOf = (amount: string, share: string) => `${amount} (${share})`;
export const halfWithin = "Half within";
export const within95 = "95 % within";
export const within99 = "99 % within";
export const times = "Times";

export const requests = "Requests";
export const requestsOverTime = "Requests over time";
export const mostAsked = "Most asked";

export const people = "People";
export const active = "Active";
export const newPeople = "New";
export const sessionsUsed = "Sessions used";
export const signIns = "Sign-ins";
export const failedSignIns = "Failed sign-ins";
export const activeOverTime = "Active people over time";
export const activePeople = "Active people";
export const sessions = "Sessions";
export const reported = "Reported by browsers";

export const modelCalls = "Calls to models";
export const calls = "Calls";
export const tokensIn = "Tokens in";
export const tokensOut = "Tokens out";
export const cost = "Cost";
export const callsOverTime = "Calls to models over time";
export const model = "Model";

export const statements = "Statements";
export const rowsRead = "Rows read";
export const rowsWritten = "Rows written";
export const cacheHits = "Cache hits";
export const statementsOverTime = "Time of statements over time";
export const statementsWithin95 = "95 % of statements within";
export const slowest = "Slowest";

export const errors = "Errors";
export const differentErrors = "Different errors";
export const differentErrorsShown = "Different errors shown";
export const errorsOverTime = "Errors over time";
export const nothingFailed = "Nothing failed.";
export const earlierErrors = "Earlier errors";
export const request = (id: Inline) => ["Request ", id];

export const milliseconds = (amount: string) => `${amount} ms`;
export const share = (percent: string) => `${percent} %`;
export const daysAndHours = (days: number, hours: number) => `${days} d ${hours} h`;
export const hoursAndMinutes = (hours: number, minutes: number) => `${hours} h ${minutes} min`;
export const minutes = (amount: number) => `${amount} min`;
export const seconds = (amount: number) => `${amount} s`;
export const day = (date: number, month: string) => `${date} ${month}`;
export const dayAndTime = (date: string, time: string) => `${date} ${time}`;
export const instant = (date: string, year: string, time: string) => `${date} ${year}, ${time}`;
