/** Dates and numbers of properties in the reader's language. */
import { readDate } from "../../../formats/properties/values.ts";
import { currentLanguage } from "../../../words/language.ts";

const locale = (): string => (currentLanguage() === "en" ? "en-GB" : currentLanguage());

/** A day with its time, if it has one. In UTC, since a date without a zone is the same day everywhere. */
function momentOf(source: string): string {
  const [day = "", time] = source.split("T");
  const shown = new Intl.DateTimeFormat(locale(), {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(day));
  return time === undefined ? shown : `${shown}, ${time}`;
}

/** The text itself if it is not a date. */
export function formatDate(source: string): string {
  const date = readDate(source);
  if (date === null) return source;
  return date.end === null ? momentOf(date.start) : `${momentOf(date.start)} – ${momentOf(date.end)}`;
}

export function formatNumber(value: number, currency: string | null): string {
  try {
    return new Intl.NumberFormat(locale(), {
      maximumFractionDigits: 15,
      ...(currency !== null && { style: "currency", currency, minimumFractionDigits: Number.isInteger(value) ? 0 : 2 }),
    }).format(value);
  } catch {
    // Three letters that are no currency.
    return `${value} ${currency ?? ""}`.trimEnd();
  }
}
