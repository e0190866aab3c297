/** Relative times, such as "3 hours ago". */
import { currentLanguage } from "../../words/language.ts";
import { words } from "../../words/frame.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `iso` is a time of the API; `now` is in milliseconds since 1970. Times older than a week are shown as dates, in UTC. */
export function relativeTime(iso: string, now: number): string {
  const at = Date.parse(iso);
  const age = now - at;
  if (age < MINUTE) return words.justNow;
  if (age < HOUR) return counted(age / MINUTE, "minute");
  if (age < DAY) return counted(age / HOUR, "hour");
  if (age < 7 * DAY) return counted(age / DAY, "day");
  return formats().date.format(at);
}

/** English dates are British, day first, as everywhere in the product. */
export const locale = (): string => (currentLanguage() === "en" ? "en-GB" : currentLanguage());

type Formats = { readonly date: Intl.DateTimeFormat; readonly age: Intl.RelativeTimeFormat };

/** By language: creating a formatter takes longer than using it a hundred times. */
const made = new Map<string, Formats>();

function formats(): Formats {
  const known = made.get(locale()) ?? {
    date: new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeZone: "UTC" }),
    age: new Intl.RelativeTimeFormat(locale()),
  };
  made.set(locale(), known);
  return known;
}

function counted(amount: number, unit: Intl.RelativeTimeFormatUnit): string {
  return formats().age.format(-Math.floor(amount), unit);
}
