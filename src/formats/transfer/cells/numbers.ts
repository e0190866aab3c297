/** Numbers as other tools export them: `1,200.50`, `$1,200.50`, `CHF 90`, `12%`. Pure. */

export type CellNumber = {
  readonly value: number;
  /** Three letters (ISO 4217). */
  readonly currency: string | null;
  /** The value is then the fraction: 0.12 for `12%`. */
  readonly isPercent: boolean;
};

const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ["$", "USD"],
  ["US$", "USD"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["¥", "JPY"],
  ["CN¥", "CNY"],
  ["₹", "INR"],
  ["₩", "KRW"],
  ["₽", "RUB"],
  ["₺", "TRY"],
  ["₪", "ILS"],
  ["CA$", "CAD"],
  ["A$", "AUD"],
  ["NZ$", "NZD"],
  ["HK$", "HKD"],
  ["NT$", "TWD"],
  ["MX$", "MXN"],
  ["R$", "BRL"],
]);

const NUMBER = /^(-?)([A-Z]{0,2}[$€£¥₹₩₽₺₪]|[A-Z]{3}(?=[\s\d]))?\s?(-?)(\d{1,3}(?:,\d{3})+|\d+)((?:\.\d+)?)(%?)$/;
/** Digits that every double keeps. */
const MAX_DIGITS = 15;

/** Null for text: also `00123`, more digits than a number keeps, and an unknown currency sign. */
export function readCellNumber(cell: string): CellNumber | null {
  if (cell.length > 40) return null;
  const [, minus, sign, inner, grouped = "", decimals = "", percent] = NUMBER.exec(cell) ?? [];
  const whole = grouped.replaceAll(",", "");
  if (whole === "" || /^0\d/.test(whole) || whole.length + decimals.length > MAX_DIGITS) return null;
  if (minus === "-" && inner === "-") return null;
  const currency = sign === undefined ? null : (CURRENCIES.get(sign) ?? (/^[A-Z]{3}$/.test(sign) ? sign : ""));
  if (currency === "") return null;
  const isPercent = percent === "%";
  // The decimal point moves in the digits, because a division by 100 is inexact.
  const value = Number(`${minus === "-" || inner === "-" ? "-" : ""}${whole}${decimals}${isPercent ? "e-2" : ""}`);
  return { value, currency, isPercent };
}
