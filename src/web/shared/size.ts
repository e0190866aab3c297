/** File sizes in words, in powers of ten like the limits. */
import { currentLanguage } from "../../words/language.ts";
import { plural } from "../../words/plural.ts";
import { words } from "../../words/frame.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** `950 bytes`, `1.2 kB`, `34 MB`: at least two significant digits, and no unnecessary ones. */
export function sizeOf(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1_000;
    unit++;
  }
  if (unit === 0) return plural(bytes, words.bytes);
  const digits = amount < 9.95 ? 1 : 0;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return amount.toLocaleString(currentLanguage(), { ...format, style: "unit", unit: UNITS[unit] ?? "gigabyte" });
}
