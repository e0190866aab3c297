/** The display style of a typed number: decimals, and whether it is an amount, a percentage or grouped in thousands. */
import { type CellFormat, currencyIn } from "./cell-format.ts";

export type Unit =
  | { readonly kind: "number" | "percent" }
  | { readonly kind: "currency"; readonly currency: Extract<CellFormat, { kind: "currency" }>["currency"] };

export type Looks = {
  /** Null for a plain number. */
  readonly unit: Unit | null;
  /** Minimum decimals shown. */
  readonly least: number;
  /** Maximum decimals of the exact value; null if unknown, as after a division. */
  readonly most: number | null;
  /** The format was chosen explicitly, so its decimals are not widened. */
  readonly isChosen: boolean;
  /** A count or a ratio, which does not adopt its column's style. */
  readonly isBare: boolean;
};

export const NEUTRAL: Looks = { unit: null, least: 0, most: 0, isChosen: false, isBare: false };
export const UNKNOWN: Looks = { ...NEUTRAL, most: null, isBare: true };
export const COUNTED: Looks = { ...NEUTRAL, isBare: true };

const TYPED = /^[^.]*?(?:\.(\d*))?(?:e([+-]?\d+))?\s?([%$€£¥]?)$/i;

/** The style of a field that `readTyped` reads as a number. */
export function looksTyped(field: string): Looks {
  const text = field.trim();
  const [, fraction = "", exponent, after = ""] = TYPED.exec(text) ?? [];
  if (exponent !== undefined) return { ...NEUTRAL, most: Math.max(0, fraction.length - Number(exponent)) };
  const digits = fraction.length;
  if (after === "%") return { ...NEUTRAL, unit: { kind: "percent" }, least: digits + 2, most: digits + 2 };
  const currency = currencyIn(text);
  const unit: Unit | null = currency ? { kind: "currency", currency } : text.includes(",") ? { kind: "number" } : null;
  return { ...NEUTRAL, unit, least: digits, most: digits };
}

/** The style of a number in a formatted cell; `typed` is null for a formula. */
export function looksFormatted(format: CellFormat, typed: Looks | null): Looks | null {
  if (!("decimals" in format)) return null;
  const unit: Unit = format.kind === "currency" ? format : { kind: format.kind };
  const least = format.kind === "percent" ? format.decimals + 2 : format.decimals;
  return { unit, least, most: typed?.most ?? null, isChosen: true, isBare: false };
}

const most = (a: Looks, b: Looks, of: (x: number, y: number) => number): number | null =>
  a.most === null || b.most === null ? null : of(a.most, b.most);

const isSame = (a: Unit, b: Unit): boolean =>
  a.kind === b.kind && (a.kind !== "currency" || b.kind !== "currency" || a.currency === b.currency);

/** The sum of amounts and other numbers is an amount; the sum of two currencies is not. */
function unitOfSum(a: Unit | null, b: Unit | null): Unit | null {
  if (a === null || b === null) return (a ?? b)?.kind === "percent" ? null : (a ?? b);
  if (isSame(a, b)) return a;
  if (a.kind === "currency" && b.kind === "currency") return null;
  return a.kind === "currency" ? a : b.kind === "currency" ? b : { kind: "number" };
}

const joined = (a: Looks, b: Looks) => ({
  least: Math.max(a.least, b.least),
  isChosen: a.isChosen || b.isChosen,
  isBare: a.isBare && b.isBare,
});

export const sumOf = (a: Looks, b: Looks): Looks => ({
  ...joined(a, b),
  unit: unitOfSum(a.unit, b.unit),
  most: most(a, b, Math.max),
});

/** The style of a choice between both values. */
export const eitherOf = (a: Looks, b: Looks): Looks => ({
  ...sumOf(a, b),
  unit: a === NEUTRAL ? b.unit : b === NEUTRAL ? a.unit : a.unit && b.unit && isSame(a.unit, b.unit) ? a.unit : null,
});

/** An amount times a rate is an amount; a part of a value has that value's style. */
export function productOf(a: Looks, b: Looks): Looks {
  const exact = most(a, b, (x, y) => x + y);
  if (a.unit?.kind === "currency" && b.unit?.kind === "currency") return { ...UNKNOWN, most: exact };
  const rank = ({ unit }: Looks): number => (unit?.kind === "currency" ? 2 : unit?.kind === "percent" ? 0 : 1);
  if (rank(a) === rank(b)) return { ...sumOf(a, b), most: exact };
  return { ...(rank(a) > rank(b) ? a : b), most: exact, isBare: false };
}

/** An amount divided by a quantity is an amount; an amount divided by an amount is a ratio. */
export const quotientOf = (a: Looks, b: Looks): Looks =>
  b.unit?.kind === "currency" ? UNKNOWN : { ...a, most: null, isBare: false };
