/** How a column or cell displays its numbers and dates; the stored values, which formulas read, stay the same. */
import type { Cell } from "./evaluate.ts";
import { formatValue } from "./number-format.ts";

export type CellFormat =
  | { readonly kind: "number" | "percent"; readonly decimals: number }
  | { readonly kind: "currency"; readonly currency: Currency; readonly decimals: number }
  | { readonly kind: "date" | "datetime" | "time" }
  | { readonly kind: "text" };

/** Symbols that may also be typed before a number (`typed-input.ts`). */
const SIGNS = { EUR: "€", USD: "$", GBP: "£", JPY: "¥" } as const;
export type Currency = keyof typeof SIGNS;
export const CURRENCIES = ["EUR", "USD", "GBP", "JPY"] as const satisfies readonly Currency[];

export const signOf = (currency: Currency): string => SIGNS[currency];

/** The currency whose symbol occurs in a typed amount. */
export const currencyIn = (text: string): Currency | null =>
  CURRENCIES.find((currency) => text.includes(SIGNS[currency])) ?? null;

const MAX_DECIMALS = 10;

const isCurrency = (code: string): code is Currency => Object.hasOwn(SIGNS, code);

/** `percent.1`, `currency.EUR.2`, `date`; null for `auto`, undefined for an invalid format. */
export function formatNamed(name: string): CellFormat | null | undefined {
  const [kind, first = "", second = ""] = name.split(".");
  const decimalsIn = (digits: string): number =>
    /^\d{1,2}$/.test(digits) ? Math.min(Number(digits), MAX_DECIMALS) : 0;
  switch (kind) {
    case "auto":
      return null;
    case "number":
    case "percent":
      return { kind, decimals: decimalsIn(first) };
    case "currency":
      return isCurrency(first) ? { kind, currency: first, decimals: decimalsIn(second) } : undefined;
    case "date":
    case "datetime":
    case "time":
    case "text":
      return { kind };
    default:
      return undefined;
  }
}

export function nameOfFormat(format: CellFormat): string {
  if (format.kind === "currency") return `currency.${format.currency}.${format.decimals}`;
  return "decimals" in format ? `${format.kind}.${format.decimals}` : format.kind;
}

/** Adds decimals to the format or, if there is none, to the decimals shown now. */
export function withDecimals(format: CellFormat | null, by: number, shown: string): CellFormat | null {
  const bounded = (decimals: number): number => Math.max(0, Math.min(decimals + by, MAX_DECIMALS));
  if (format === null) {
    const [, fraction = ""] = /\.(\d+)/.exec(shown) ?? [];
    return { kind: shown.endsWith("%") ? "percent" : "number", decimals: bounded(fraction.length) };
  }
  return "decimals" in format ? { ...format, decimals: bounded(format.decimals) } : null;
}

/** The format code for TEXT(). */
function codeOf(format: Exclude<CellFormat, { kind: "text" }>): string {
  switch (format.kind) {
    case "date":
      return "yyyy-mm-dd";
    case "datetime":
      return "yyyy-mm-dd hh:mm";
    case "time":
      return "hh:mm";
    case "number":
      return `#,##${digitsOf(format)}`;
    case "percent":
      return `${digitsOf(format)}%`;
    case "currency":
      return `"${SIGNS[format.currency]}"#,##${digitsOf(format)}`;
  }
}

const digitsOf = ({ decimals }: { readonly decimals: number }): string =>
  decimals > 0 ? `0.${"0".repeat(decimals)}` : "0";

/** The cell as displayed. Text, errors and blanks stay unchanged, as do dates in a column of amounts. */
export function withFormatShown(cell: Cell, format: CellFormat | null): Cell {
  if (format === null || cell.kind === "blank") return cell;
  if (format.kind === "text") return cell.kind === "error" ? cell : { ...cell, kind: "text" };
  if (typeof cell.value !== "number" || ("decimals" in format && cell.kind !== "number")) return cell;
  const text = formatValue(cell.value, codeOf(format));
  if (typeof text !== "string") return cell;
  return { ...cell, kind: "decimals" in format ? "number" : format.kind, text };
}
