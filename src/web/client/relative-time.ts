/** How long ago something was, in words. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `iso` is a time of the API; `now` is in milliseconds since 1970. Older than a week is a date, in UTC. */
export function relativeTime(iso: string, now: number): string {
  const at = Date.parse(iso);
  const age = now - at;
  if (age < MINUTE) return "just now";
  if (age < HOUR) return counted(age / MINUTE, "minute");
  if (age < DAY) return counted(age / HOUR, "hour");
  if (age < 7 * DAY) return counted(age / DAY, "day");
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}
