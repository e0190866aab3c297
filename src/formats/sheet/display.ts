/** Displays values that have no format. */
import { isoClock, isoDay, MS_PER_DAY } from "./calendar.ts";
import { Fault, type Moment, type Scalar } from "./values.ts";

/** Up to 15 significant digits, as in other spreadsheets: 0.1+0.2 is 0.3. */
export function showNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value === 0 ? 0 : value);
  const text = String(Number(value.toPrecision(15)));
  const [digits = "", exponent] = text.split("e");
  if (exponent === undefined) return text;
  return `${digits}E${exponent.startsWith("-") ? "-" : "+"}${exponent.replace(/^[+-]/, "").padStart(2, "0")}`;
}

/** ISO 8601 with a space between date and time; durations of more than a day continue counting hours: `36:15`. */
export function showMoment({ serial, unit }: Moment): string {
  if (unit === "date") return isoDay(serial);
  if (unit === "time") {
    const total = Math.round(Math.abs(serial) * MS_PER_DAY);
    const clock = isoClock((total % MS_PER_DAY) / MS_PER_DAY);
    const hours = Math.floor(total / 3_600_000);
    return `${serial < 0 && total > 0 ? "-" : ""}${String(hours).padStart(2, "0")}${clock.slice(2)}`;
  }
  // Rounding to the millisecond may carry into the next day.
  const rounded = Math.round(serial * MS_PER_DAY) / MS_PER_DAY;
  return `${isoDay(rounded)} ${isoClock(rounded)}`;
}

export function showValue(value: Scalar): string {
  if (typeof value === "number") return showNumber(value);
  if (typeof value === "string") return value;
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return value instanceof Fault ? value.code : showMoment(value);
}
