/** TEXT(value; format): the format codes of other spreadsheets (`#,##0.00`, `dddd, d mmmm yyyy`, `[h]:mm`), in English. */
import { format as formatBy, isDateFormat } from "numfmt";
import { hasSerial } from "./calendar.ts";
import { showValue } from "./display.ts";
import { numberIn } from "./typed-input.ts";
import { Fault, isNumeric, numericOf, NUM, type Scalar, VALUE } from "./values.ts";

const MAX_FORMAT_LENGTH = 255;

/** Days since 1899-12-30 without 29 February 1900, for the years 1 to 9999; with ordinary spaces. */
const OPTIONS = { leap1900: false, dateSpanLarge: true, dateErrorThrows: true, nbsp: false } as const;

export function formatValue(value: Scalar, format: string): Scalar {
  if (value instanceof Fault) return value;
  if (format.length > MAX_FORMAT_LENGTH) return VALUE;
  const spelled = typeof value === "string" ? (numberIn(value.trim()) ?? value) : value;
  if (typeof spelled === "boolean") return showValue(spelled);
  const plain = spelled === null ? 0 : isNumeric(spelled) ? numericOf(spelled) : spelled;
  try {
    return typeof plain === "number" && isDateFormat(format)
      ? formatMoment(plain, format)
      : formatBy(format, plain, OPTIONS);
  } catch {
    return VALUE;
  }
}

/** Negative values are only shown as a duration (`[h]:mm`), whose sign the library drops from the hours. */
function formatMoment(serial: number, format: string): Scalar {
  if (serial < 0) return /\[(?:h+|m+|s+)\]/i.test(format) ? `-${formatBy(format, -serial, OPTIONS)}` : NUM;
  return hasSerial(serial) ? formatBy(format, serial, OPTIONS) : NUM;
}
