/** Versions grouped by day, in the user's calendar. */
import { words } from "../../../words/history.ts";
import { currentLanguage } from "../../../words/language.ts";

/** For English, uses the browser's locale. */
const ownLocale = (): string | undefined => (currentLanguage() === "en" ? undefined : currentLanguage());

type Day<T> = { readonly name: string; readonly entries: readonly T[] };

/** `today` in ms. Entries are and stay newest first. */
export function byDay<T extends { readonly until: string }>(
  entries: readonly T[],
  today: number,
  locale = ownLocale(),
): Day<T>[] {
  const days: { name: string; entries: T[] }[] = [];
  for (const entry of entries) {
    const name = dayName(new Date(entry.until), new Date(today), locale);
    const last = days.at(-1);
    if (last?.name === name) last.entries.push(entry);
    else days.push({ name, entries: [entry] });
  }
  return days;
}

function dayName(at: Date, now: Date, locale: string | undefined): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (at.toDateString() === now.toDateString()) return words.today;
  if (at.toDateString() === yesterday.toDateString()) return words.yesterday;
  const isThisYear = at.getFullYear() === now.getFullYear();
  return at.toLocaleDateString(locale, { day: "numeric", month: "long", ...(!isThisYear && { year: "numeric" }) });
}

export const timeOf = (iso: string, locale = ownLocale()): string =>
  new Date(iso).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

export const dayAndTime = (iso: string, locale = ownLocale()): string =>
  new Date(iso).toLocaleString(locale, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
