/** Dates and times. Arguments are moments, serial numbers or ISO text. */
import { addMonths, clockOf, dayOf, daysIn, hasSerial, isLeap, serialOf, weekdayOf } from "../calendar.ts";
import type { Scope } from "../scope.ts";
import { momentIn } from "../typed-input.ts";
import { Fault, Moment, momentOf, NUM, type Scalar, VALUE, type Value } from "../values.ts";
import { lazy, type Library, numberAt, numbersIn, ranged, result, scalar } from "./signature.ts";

const day = (serial: number): Scalar => momentOf(serial, "date");

/** A whole day within the calendar. */
const dateOf = (serial: number): number | Fault => (hasSerial(serial) ? Math.floor(serial) : NUM);

/** Months and days out of range carry over; years below 1900 are counted from 1900, as in other spreadsheets. */
function date(year: number, month: number, days: number): Scalar {
  const [y, m, d] = [Math.trunc(year), Math.trunc(month), Math.trunc(days)];
  if (y < 0 || y > 9999 || Math.abs(m) > 120_000 || Math.abs(d) > 4_000_000) return NUM;
  const months = (y < 1900 ? y + 1900 : y) * 12 + m - 1;
  return day(serialOf(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1) + d - 1);
}

const part = (of: (serial: number) => number) =>
  scalar(["number"], [], (serial) => (hasSerial(serial) ? of(serial) : NUM));

const monthsOn = (end: boolean) =>
  scalar(["number", "number"], [], (serial, months) => {
    const from = dateOf(serial);
    if (from instanceof Fault || Math.abs(months) > 120_000) return NUM;
    const to = addMonths(from, Math.trunc(months));
    const { year, month } = dayOf(to);
    return day(end ? serialOf(year, month, daysIn(year, month)) : to);
  });

/** The first day of the week, 0 for Sunday, by the return types of WEEKDAY and WEEKNUM. */
const WEEK_STARTS: ReadonlyMap<number, number> = new Map([
  [1, 0],
  [2, 1],
  [3, 1],
  [11, 1],
  [12, 2],
  [13, 3],
  [14, 4],
  [15, 5],
  [16, 6],
  [17, 0],
]);

function weekday(serial: number, type = 1): Scalar {
  const start = WEEK_STARTS.get(type);
  if (start === undefined || !hasSerial(serial)) return NUM;
  return ((weekdayOf(serial) - start + 7) % 7) + (type === 3 ? 0 : 1);
}

/** ISO 8601: a day belongs to the week of its Thursday. */
function isoWeek(serial: number): number {
  const thursday = Math.floor(serial) - ((weekdayOf(serial) + 6) % 7) + 3;
  return Math.floor((thursday - serialOf(dayOf(thursday).year, 1, 1)) / 7) + 1;
}

function weekNumber(serial: number, type = 1): Scalar {
  if (!hasSerial(serial)) return NUM;
  if (type === 21) return isoWeek(serial);
  const start = type === 3 ? undefined : WEEK_STARTS.get(type);
  if (start === undefined) return NUM;
  const first = serialOf(dayOf(serial).year, 1, 1);
  return Math.floor((Math.floor(serial) - first + ((weekdayOf(first) - start + 7) % 7)) / 7) + 1;
}

/** Whole months from one day to a later one. */
function monthsBetween(from: number, to: number): number {
  const [a, b] = [dayOf(from), dayOf(to)];
  return (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0);
}

function dateDifference(start: number, end: number, unit: string): Scalar {
  const [from, to] = [dateOf(start), dateOf(end)];
  if (from instanceof Fault || to instanceof Fault || from > to) return NUM;
  switch (unit.toUpperCase()) {
    case "D":
      return to - from;
    case "M":
      return monthsBetween(from, to);
    case "Y":
      return Math.floor(monthsBetween(from, to) / 12);
    case "YM":
      return monthsBetween(from, to) % 12;
    case "MD":
      return to - addMonths(from, monthsBetween(from, to));
    case "YD":
      return to - addMonths(from, Math.floor(monthsBetween(from, to) / 12) * 12);
    default:
      return NUM;
  }
}

/** Twelve months of 30 days, by the European method or by the US method with its rules for the end of February. */
function days360(start: number, end: number, european: boolean): number {
  const [a, b] = [dayOf(start), dayOf(end)];
  const lastOfFebruary = (at: typeof a) => at.month === 2 && at.day === daysIn(at.year, 2);
  let [first, second] = [Math.min(a.day, european ? 30 : 31), Math.min(b.day, european ? 30 : 31)];
  if (!european) {
    if (lastOfFebruary(a) && lastOfFebruary(b)) second = 30;
    if (lastOfFebruary(a) || first === 31) first = 30;
    if (second === 31 && first === 30) second = 30;
  }
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + second - first;
}

function yearFraction(start: number, end: number, basis = 0): Scalar {
  const [one, other] = [dateOf(start), dateOf(end)];
  if (one instanceof Fault || other instanceof Fault) return NUM;
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  switch (Math.trunc(basis)) {
    case 0:
      return days360(from, to, false) / 360;
    case 1:
      return (to - from) / averageYear(from, to);
    case 2:
      return (to - from) / 360;
    case 3:
      return (to - from) / 365;
    case 4:
      return days360(from, to, true) / 360;
    default:
      return NUM;
  }
}

/** Average length of the years that a span touches; within one year, whether it includes a 29 February. */
function averageYear(from: number, to: number): number {
  const [a, b] = [dayOf(from), dayOf(to)];
  if (monthsBetween(from, to) >= 12 && to !== addMonths(from, 12)) {
    return (serialOf(b.year + 1, 1, 1) - serialOf(a.year, 1, 1)) / (b.year - a.year + 1);
  }
  const leapDay = (year: number) => isLeap(year) && serialOf(year, 2, 29) >= from && serialOf(year, 2, 29) <= to;
  return leapDay(a.year) || leapDay(b.year) ? 366 : 365;
}

const isWeekend = (serial: number): boolean => weekdayOf(serial) % 6 === 0;

/** 1900-01-01 was a Monday. */
const MONDAY = 2;

/** Number of weekdays from that Monday up to and including a day; negative before it. */
const weekdaysThrough = (serial: number): number => {
  const weeks = Math.floor((serial - MONDAY) / 7);
  return weeks * 5 + Math.min(5, serial - MONDAY - weeks * 7 + 1);
};

/** Weekdays that are holidays, without duplicates, in order. */
function holidaysIn(value: Value | undefined, scope: Scope): readonly number[] | Fault {
  if (value === undefined || value === null) return [];
  const numbers = numbersIn([value], scope);
  if (numbers instanceof Fault) return numbers;
  return [...new Set(numbers.map(Math.floor))].filter((serial) => !isWeekend(serial)).toSorted((a, b) => a - b);
}

function networkDays(values: readonly Value[], scope: Scope): Scalar {
  const [start, end] = [numberAt(values, 0, 0), numberAt(values, 1, 0)];
  const holidays = holidaysIn(values[2], scope);
  if (start instanceof Fault) return start;
  if (end instanceof Fault) return end;
  if (holidays instanceof Fault) return holidays;
  if (!hasSerial(start) || !hasSerial(end)) return NUM;
  const [from, to] = [Math.floor(Math.min(start, end)), Math.floor(Math.max(start, end))];
  const off = holidays.filter((serial) => serial >= from && serial <= to).length;
  return (weekdaysThrough(to) - weekdaysThrough(from - 1) - off) * (start > end ? -1 : 1);
}

function workDay(values: readonly Value[], scope: Scope): Scalar {
  const [start, days] = [numberAt(values, 0, 0), numberAt(values, 1, 0)];
  const holidays = holidaysIn(values[2], scope);
  if (start instanceof Fault) return start;
  if (days instanceof Fault) return days;
  if (holidays instanceof Fault) return holidays;
  if (!hasSerial(start) || Math.abs(days) > 4_000_000) return NUM;
  const wanted = Math.trunc(days);
  const step = Math.sign(wanted);
  const from = Math.floor(start);
  let serial = addWeekdays(from, wanted);
  // Each holiday on the way adds one weekday.
  for (const holiday of step < 0 ? holidays.toReversed() : holidays) {
    if ((holiday - from) * step > 0 && (serial - holiday) * step >= 0) serial = addWeekdays(serial, step);
  }
  return day(serial);
}

/** Moves a date by a number of weekdays, which may be negative. */
function addWeekdays(serial: number, count: number): number {
  if (count === 0) return serial;
  const place = count > 0 ? weekdaysThrough(serial) + count - 1 : weekdaysThrough(serial - 1) + count;
  return MONDAY + Math.floor(place / 5) * 7 + (((place % 5) + 5) % 5);
}

const dateValue = (text: Scalar): Scalar => {
  if (text instanceof Fault) return text;
  const found = typeof text === "string" ? momentIn(text.trim()) : text instanceof Moment ? text : null;
  return found && found.unit !== "time" ? day(Math.floor(found.serial)) : VALUE;
};

const timeValue = (text: Scalar): Scalar => {
  if (text instanceof Fault) return text;
  const found = typeof text === "string" ? momentIn(text.trim()) : text instanceof Moment ? text : null;
  return found ? momentOf(found.serial - Math.floor(found.serial), "time") : VALUE;
};

function time(hours: number, minutes: number, seconds: number): Scalar {
  const total = Math.trunc(hours) * 3600 + Math.trunc(minutes) * 60 + Math.trunc(seconds);
  return total < 0 ? NUM : momentOf((total % 86_400) / 86_400, "time");
}

export const DATES: Library = {
  DATE: scalar(["number", "number", "number"], [], date),
  TIME: scalar(["number", "number", "number"], [], time),
  TODAY: lazy(0, 0, (_, { now }) => day(Math.floor(now))),
  NOW: lazy(0, 0, (_, { now }) => momentOf(now, "datetime")),
  YEAR: part((serial) => dayOf(serial).year),
  MONTH: part((serial) => dayOf(serial).month),
  DAY: part((serial) => dayOf(serial).day),
  HOUR: part((serial) => clockOf(serial).hour),
  MINUTE: part((serial) => clockOf(serial).minute),
  SECOND: part((serial) => clockOf(serial).second),
  WEEKDAY: scalar(["number"], ["number"], weekday),
  WEEKNUM: scalar(["number"], ["number"], weekNumber),
  ISOWEEKNUM: part(isoWeek),
  DAYS: scalar(["number", "number"], [], (end, start) => result(Math.floor(end) - Math.floor(start))),
  DAYS360: scalar(["number", "number"], ["logical"], (start, end, european = false) =>
    hasSerial(start) && hasSerial(end) ? days360(start, end, european) : NUM,
  ),
  DATEDIF: scalar(["number", "number", "text"], [], dateDifference),
  YEARFRAC: scalar(["number", "number"], ["number"], yearFraction),
  EDATE: monthsOn(false),
  EOMONTH: monthsOn(true),
  NETWORKDAYS: ranged(2, 3, networkDays),
  WORKDAY: ranged(2, 3, workDay),
  DATEVALUE: scalar(["value"], [], dateValue),
  TIMEVALUE: scalar(["value"], [], timeValue),
};
