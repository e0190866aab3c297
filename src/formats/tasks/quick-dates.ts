/**
 * Dates and recurrences in ordinary words, in English, German and Arabic: people who share a list may write in different
 * languages, so all are read at once. Ambiguous words (`Mon`, `03/04`, `3.12`) are not dates by themselves. Pure.
 */
import { addDays, addMonths, isDate, WEEKDAYS, weekdayOf } from "./recurrence.ts";

/** Words by their meaning: the index is the weekday (0 is Sunday) or month (0 is January). */
const DAY_NAMES: readonly string[] = [
  "sunday|sonntag|الأحد|الاحد",
  "monday|montag|الاثنين|الإثنين",
  "tuesday|dienstag|الثلاثاء",
  "wednesday|mittwoch|الأربعاء|الاربعاء",
  "thursday|donnerstag|الخميس",
  "friday|freitag|الجمعة",
  "saturday|samstag|sonnabend|السبت",
];
/** Also words of other meanings, so that they need a word such as "every" before them. */
const SHORT_DAY_NAMES: readonly string[] = [
  "sun|so|أحد",
  "mon|mo|اثنين",
  "tue|tues|di|ثلاثاء",
  "wed|mi|أربعاء",
  "thu|thur|thurs|do|خميس",
  "fri|fr|جمعة",
  "sat|sa|سبت",
];
const MONTH_NAMES: readonly string[] = [
  "january|jan|januar|jänner|يناير",
  "february|feb|februar|فبراير",
  "march|mar|märz|mär|مارس",
  "april|apr|أبريل|ابريل",
  "may|mai|مايو",
  "june|jun|juni|يونيو",
  "july|jul|juli|يوليو",
  "august|aug|أغسطس|اغسطس",
  "september|sept|sep|سبتمبر",
  "october|oct|oktober|okt|أكتوبر|اكتوبر",
  "november|nov|نوفمبر",
  "december|dec|dezember|dez|ديسمبر",
];

const indexIn = (names: readonly string[], word: string): number =>
  names.findIndex((each) => each.split("|").includes(word.toLowerCase()));
const dayIn = (word: string): number => Math.max(indexIn(DAY_NAMES, word), indexIn(SHORT_DAY_NAMES, word));

const DAY = DAY_NAMES.join("|");
const ANY_DAY = `${DAY}|${SHORT_DAY_NAMES.join("|")}`;
const MONTH = MONTH_NAMES.join("|");
const NEXT = "next|nächste[nrs]?|kommende[nrs]?";
const NEXT_ARABIC = "القادمة?|المقبلة?";
/** Prepositions that belong to a date. */
const LEAD = "(?:(?:due|by|on|am|bis zum|bis|في)[ ]+)?";
const COUNT = String.raw`\d{1,3}|an?|one|einem|einer|ein`;
const UNIT =
  "days?|tage?n?|أيام|يوما?|weeks?|wochen?|أسابيع|أسبوعا?|months?|monate?n?|أشهر|شهرا?|years?|jahre?n?|سنوات|سنة|عام";

const countOf = (word: string): number => (/^\d/.test(word) ? Number(word) : 1);

function unitOf(word: string): "d" | "w" | "m" | "y" {
  if (/^(?:d|ta|أيا|يوم)/iu.test(word)) return "d";
  if (/^(?:w|أس)/iu.test(word)) return "w";
  return /^(?:m|أش|شهر)/iu.test(word) ? "m" : "y";
}

const after = (today: string, count: number, unit: "d" | "w" | "m" | "y"): string =>
  unit === "d" || unit === "w"
    ? addDays(today, count * (unit === "w" ? 7 : 1))
    : addMonths(today, count * (unit === "y" ? 12 : 1));

/** The next such day after today. */
const upcoming = (today: string, day: number): string => addDays(today, ((day - weekdayOf(today) + 6) % 7) + 1);

/** The day in the week after this one; weeks begin on Monday. */
const inNextWeek = (today: string, day: number): string =>
  addDays(today, 7 - ((weekdayOf(today) + 6) % 7) + ((day + 6) % 7));

/** A date without a year is the next one; null for a date that no calendar has. */
function dateOf(today: string, day: number, month: number, year?: string): string | null {
  const write = (each: number): string =>
    `${String(each).padStart(4, "0")}-${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const years = year === undefined ? [0, 1, 2, 3, 4].map((n) => Number(today.slice(0, 4)) + n) : [Number(year)];
  return years.map(write).find((date) => isDate(date) && (year !== undefined || date >= today)) ?? null;
}

type Rule = {
  readonly pattern: RegExp;
  /** `groups` are those of the pattern. Null if the words mean something else. */
  readonly read: (groups: readonly string[], today: string) => string | null;
};

/** Words end at spaces and punctuation. */
const rule = (pattern: string, read: Rule["read"]): Rule => ({
  pattern: new RegExp(String.raw`(?<![^\s(])(?:${pattern})(?=$|\s|[,;:!?)](?:\s|$)|\.(?:\s|$))`, "giu"),
  read,
});

export const DATE_RULES: readonly Rule[] = [
  rule(String.raw`${LEAD}(\d{4}-\d{2}-\d{2})`, ([date = ""]) => (isDate(date) ? date : null)),
  rule(`${LEAD}(?:today|heute|اليوم)`, (_, today) => today),
  rule(`${LEAD}(?:tomorrow|غدا|غدًا)`, (_, today) => addDays(today, 1)),
  // "Morgen" is also the morning: "am Morgen", "heute Morgen".
  rule("(?<!(?:am|jeden|guten|heute|gegen|diesen|der|den|vom|zum)[ ]+)(?:bis[ ]+)?morgen", (_, today) => addDays(today, 1)),
  rule(`${LEAD}(?:(?:the[ ]+)?day after tomorrow|übermorgen|بعد غد)`, (_, today) => addDays(today, 2)),
  rule(`${LEAD}(?:(?:this|diesen|يوم)[ ]+)?(${DAY})`, ([day = ""], today) => upcoming(today, dayIn(day))),
  rule(`(?:due|by|on|am|bis)[ ]+(${ANY_DAY})`, ([day = ""], today) => upcoming(today, dayIn(day))),
  rule(`${LEAD}(?:${NEXT})[ ]+(${ANY_DAY})`, ([day = ""], today) => inNextWeek(today, dayIn(day))),
  rule(`(?:يوم[ ]+)?(${DAY})[ ]+(?:${NEXT_ARABIC})`, ([day = ""], today) => inNextWeek(today, dayIn(day))),
  rule(`(?:${NEXT})[ ]+(?:week|woche)|الأسبوع[ ]+(?:${NEXT_ARABIC})`, (_, today) => inNextWeek(today, 1)),
  rule(`(?:${NEXT})[ ]+(?:month|monat)|الشهر[ ]+(?:${NEXT_ARABIC})`, (_, today) => addMonths(`${today.slice(0, 8)}01`, 1)),
  rule(`(?:in|بعد)[ ]+(${COUNT})[ ]+(${UNIT})`, ([count = "", unit = ""], today) => after(today, countOf(count), unitOf(unit))),
  rule("بعد[ ]+(أسبوعين|يومين|شهرين|أسبوع|يوم|شهر|سنة)", ([unit = ""], today) => after(today, unit.endsWith("ين") ? 2 : 1, unitOf(unit))),
  rule(String.raw`${LEAD}(\d{1,2})(?:st|nd|rd|th|\.)?[ ]+(${MONTH})\.?(?:,?[ ]+(\d{4}))?`, ([day = "", month = "", year], today) =>
    dateOf(today, Number(day), indexIn(MONTH_NAMES, month), year)),
  rule(String.raw`${LEAD}(${MONTH})[ ]+(\d{1,2})(?:st|nd|rd|th)?(?:,?[ ]+(\d{4}))?`, ([month = "", day = "", year], today) =>
    dateOf(today, Number(day), indexIn(MONTH_NAMES, month), year)),
  rule(String.raw`${LEAD}(\d{1,2})\.(\d{1,2})\.(\d{4})?`, ([day = "", month = "", year], today) =>
    Number(month) > 12 ? null : dateOf(today, Number(day), Number(month) - 1, year)),
]; // oxfmt-ignore

const EVERY = "every|each|jede[nrs]?|كل";

export const EVERY_RULES: readonly Rule[] = [
  rule(`(?:${EVERY}|alle)[ ]+(\\d{1,3})[ ]+(${UNIT})`, ([count = "", unit = ""]) => (Number(count) > 0 ? count + unitOf(unit) : null)),
  rule(`(?:${EVERY})[ ]+(day|week|month|year|tag|woche|monat|jahr|يوم|أسبوع|شهر|سنة|عام)`, ([unit = ""]) => `1${unitOf(unit)}`),
  rule(`(?:${EVERY})[ ]+(?:other|second|zweite[nrs]?)[ ]+(day|week|month|year|tag|woche|monat|jahr)`, ([unit = ""]) => `2${unitOf(unit)}`),
  rule("كل[ ]+(أسبوعين|يومين|شهرين|سنتين)", ([unit = ""]) => `2${unit === "سنتين" ? "y" : unitOf(unit)}`),
  rule(`(?:${EVERY})[ ]+(?:weekday|workday|werktag|arbeitstag)|كل[ ]+يوم[ ]+عمل`, () => "weekday"),
  rule(`(?:${EVERY})[ ]+(?:يوم[ ]+)?((?:${ANY_DAY})(?:(?:,|[ ]+and|[ ]+und)[ ]+(?:${ANY_DAY})){0,6})`, ([days = ""]) =>
    days.split(/,?\s+(?:and\s+|und\s+)?|,/).map((day) => WEEKDAYS[dayIn(day)] ?? "").filter(Boolean).join(",") || null),
]; // oxfmt-ignore
