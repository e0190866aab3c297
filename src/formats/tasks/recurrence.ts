/** Dates of recurring tasks. A date is a calendar day, YYYY-MM-DD, without a time zone. Pure. */

const DAY_MS = 86_400_000;
export const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

const write = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => write(Date.parse(date) + days * DAY_MS);

/** 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(date).getUTCDay();

/** A day that the target month does not have becomes its last day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const first = Date.UTC(year, month - 1 + months, 1);
  const days = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return write(first + (Math.min(day, days) - 1) * DAY_MS);
}

/** False for a date that no calendar has, such as 2026-02-30. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && write(Date.parse(text)) === text;

/**
 * The day on which a reminder such as `1d` or `2w` before the due date begins; hours and minutes are of the day itself.
 * Null without a reminder, or without a date that a calendar has.
 */
export function reminderDay(due: string | null, remind: string | null): string | null {
  if (due === null || remind === null || !isDate(due)) return null;
  const count = Number.parseInt(remind, 10);
  return addDays(due, remind.endsWith("w") ? -7 * count : remind.endsWith("d") ? -count : 0);
}

type Rule = { readonly days: ReadonlySet<number> } | { readonly count: number; readonly unit: string };

/** `2w`, `d`, `weekday` or `mon,thu`; null for anything else. */
export function readRule(every: string): Rule | null {
  const [, count, unit] = /^(\d{0,3})([dwmy])$/.exec(every) ?? [];
  if (unit !== undefined)
    return count === "" ? { count: 1, unit } : Number(count) > 0 ? { count: Number(count), unit } : null;
  if (every === "weekday") return { days: new Set([1, 2, 3, 4, 5]) };
  const days = every.split(",").map((day) => WEEKDAYS.findIndex((each) => each === day));
  return days.every((day) => day >= 0) ? { days: new Set(days) } : null;
}

/**
 * The first date of the recurrence after `today` and after the present due date. Null if there is no such rule, or if the
 * date has a year of more than four digits.
 */
export function nextDue(every: string, due: string | null, today: string): string | null {
  const rule = readRule(every);
  const next = rule === null ? null : dayAfter(rule, due, today);
  return next !== null && isDate(next) ? next : null;
}

function dayAfter(rule: Rule, due: string | null, today: string): string | null {
  const start = due !== null && isDate(due) ? due : today;
  if ("days" in rule) {
    const from = start > today ? start : today;
    const ahead = [1, 2, 3, 4, 5, 6, 7].find((days) => rule.days.has(weekdayOf(addDays(from, days))));
    return ahead === undefined ? null : addDays(from, ahead);
  }
  const { count, unit } = rule;
  if (unit === "d" || unit === "w") {
    const step = count * (unit === "w" ? 7 : 1);
    const behind = Math.floor((Date.parse(today) - Date.parse(start)) / DAY_MS / step);
    return addDays(start, step * Math.max(1, behind + 1));
  }
  const step = count * (unit === "y" ? 12 : 1);
  const monthsOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  let steps = Math.max(1, Math.floor((monthsOf(today) - monthsOf(start)) / step));
  // Counted from the start, so that a day such as the 31st returns after a shorter month.
  let next = addMonths(start, steps * step);
  while (isDate(next) && next <= today) next = addMonths(start, ++steps * step);
  return next;
}
