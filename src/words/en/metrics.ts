/** English: health and usage of the service. */
import type { Inline } from "../inline.ts";

export const headlines = {
  ok: "All systems operational",
  alarms: "Operational, with open alarms",
  degraded: "Degraded performance",
  down: "The database is not responding",
};
export const asOf = (time: string) => `As of ${time} UTC.`;
export const rangeOfTime = "Time range";
export const ranges = { "1h": "1 hour", "24h": "24 hours", "7d": "7 days", "30d": "30 days" };
export const wholeRange = "Show full range";
export const chart = (title: string) => `${title}. The numbers are in the table below.`;
export const stepValues = (time: string, values: readonly string[]) => `${time}: ${values.join(", ")}`;
export const numbers = "Numbers";
export const from = "From (UTC)";

export const health = "Health";
export const states = { ok: "OK", degraded: "slow", down: "not responding" };
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
export const upFor = "Isolate uptime";
export const memoryLimit = "Isolate memory limit";
export const part = "Component";
export const justNow = "Just now";
export const answeredIn = "Response time";
export const maintenance = "Maintenance";
export const runs = "Runs";
export const failed = "Failed";
export const failedOf = (amount: string, share: string) => `${amount} (${share})`;
export const halfWithin = "Median";
export const within95 = "95th percentile";
export const within99 = "99th percentile";
export const times = "Count";

export const requests = "Requests";
export const requestsOverTime = "Requests over time";
export const mostAsked = "Top routes";

export const people = "Users";
export const active = "Active";
export const newPeople = "New";
export const sessionsUsed = "Sessions used";
export const signIns = "Sign-ins";
export const failedSignIns = "Failed sign-ins";
export const activeOverTime = "Active users over time";
export const activePeople = "Active users";
export const sessions = "Sessions";
export const reported = "Reported by browsers";

export const modelCalls = "Model calls";
export const calls = "Calls";
export const tokensIn = "Input tokens";
export const tokensOut = "Output tokens";
export const cost = "Cost";
export const callsOverTime = "Model calls over time";
export const model = "Model";
export const byPerson = "User";
export const byDrive = "Drive";
export const byChat = "Chat";
export const driveOf = (owner: string) => `of ${owner}`;
export const unpriced = (amount: string) =>
  `Calls of models whose price is unknown: ${amount}. They are missing from the cost.`;

export const statements = "Statements";
export const rowsRead = "Rows read";
export const rowsWritten = "Rows written";
export const cacheHits = "Cache hits";
export const statementsOverTime = "Statement duration over time";
export const statementsWithin95 = "Statement duration, 95th percentile";
export const slowest = "Slowest";

export const errors = "Errors";
export const differentErrors = "Distinct errors";
export const differentErrorsShown = "Distinct errors shown";
export const errorsOverTime = "Errors over time";
export const nothingFailed = "No errors.";
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
