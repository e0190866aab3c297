/** Numbers and times for operators. Times are UTC. */
import type { TimeRange } from "../../features/monitoring/contract.ts";
import type { Language } from "../../kernel/preferences.ts";
import { currentLanguage } from "../../words/language.ts";
import { words } from "../../words/metrics.ts";

/** Cached per language, since creating formatters is slow. */
function perLanguage<Made>(make: (language: Language) => Made): () => Made {
  const made = new Map<Language, Made>();
  return () => {
    const language = currentLanguage();
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

const whole = perLanguage((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }));
const fine = perLanguage((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }));
const inDollars = perLanguage(
  (language) => new Intl.NumberFormat(language, { style: "currency", currency: "USD", maximumFractionDigits: 4 }),
);
const months = perLanguage((language) => {
  const named = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => named.format(Date.UTC(2000, month)));
});

/** Shown where nothing was measured. */
const NOTHING = "–";

export const count = (amount: number | null): string => (amount === null ? NOTHING : whole().format(amount));

export const milliseconds = (amount: number | null): string =>
  amount === null ? NOTHING : words.milliseconds((amount < 10 ? fine() : whole()).format(amount));

export const dollars = (amount: number | null): string => (amount === null ? NOTHING : inDollars().format(amount));

const UNITS = { count, milliseconds, dollars };
export type Unit = keyof typeof UNITS;

export const inUnit = (unit: Unit, amount: number | null): string => UNITS[unit](amount);

/** A fraction as a percentage; undefined if the total is zero. */
export const share = (part: number, all: number): string =>
  all === 0 ? NOTHING : words.share(fine().format((100 * part) / all));

/** `3 d 4 h`, `4 h 5 min`, `5 min`, `30 s`. */
export function duration(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return words.daysAndHours(days, hours);
  if (hours > 0) return words.hoursAndMinutes(hours, minutes);
  return minutes > 0 ? words.minutes(minutes) : words.seconds(seconds);
}

const dayOf = (iso: string): string => words.day(Number(iso.slice(8, 10)), months()[Number(iso.slice(5, 7)) - 1] ?? "");

/** Formats a step's time with the precision of its range. */
export function stepTime(iso: string, range: TimeRange): string {
  if (range === "1h" || range === "24h") return iso.slice(11, 16);
  return range === "7d" ? words.dayAndTime(dayOf(iso), iso.slice(11, 16)) : dayOf(iso);
}

/** `21 Nov 2026, 16:05:09`. */
export const instantOf = (iso: string): string => words.instant(dayOf(iso), iso.slice(0, 4), iso.slice(11, 19));
