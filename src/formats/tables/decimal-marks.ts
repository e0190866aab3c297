/**
 * Decides whether point or comma is the decimal mark of an imported table. Each column is read by its own numbers, or
 * by those of the other columns if its own are ambiguous; if those are ambiguous as well, its numbers stay text.
 */

import { readTyped } from "../sheet/typed-input.ts";

export type Mark = "." | ",";

/** Digits with separators, and the currency or percent sign around them. */
const NUMERIC =
  /^(?<before>[$€£¥]?[ \u00a0\u202f]?[+\-\u2212]?[$€£¥]?[ \u00a0\u202f]?)(?<digits>\d(?:[\d.,'\u2019 \u00a0\u202f]*\d)?)(?<after>[ \u00a0\u202f]?(?:%|[$€£¥])?-?)$/u;
const GROUP_SPACE = /['\u2019 \u00a0\u202f]/gu;
const GROUP_SPACES = /['\u2019 \u00a0\u202f]/u;
const SPACES = /[ \u00a0\u202f]/gu;
const IN_GROUPS = /^[1-9]\d{0,2}(?:['\u2019 \u00a0\u202f]\d{3})+(?:[.,]\d+)?$|^[\d.,]+$/u;

type Numeric = { readonly before: string; readonly digits: string; readonly after: string };

function numericIn(field: string): Numeric | null {
  const found = field.length > 40 ? null : NUMERIC.exec(field.trim())?.groups;
  if (!found) return null;
  const { before = "", digits = "", after = "" } = found;
  return IN_GROUPS.test(digits) ? { before, digits: digits.replaceAll(GROUP_SPACE, ""), after } : null;
}

export const isNumeric = (field: string): boolean => numericIn(field) !== null;

/** True if the digits can be read with this decimal mark, with the other one separating groups of three. */
function reads(digits: string, mark: Mark): boolean {
  const group = mark === "," ? "\\." : ",";
  const point = mark === "," ? "," : "\\.";
  return new RegExp(`^(?:\\d+|[1-9]\\d{0,2}(?:${group}\\d{3})+)(?:${point}\\d+)?$`).test(digits);
}

/** The only mark that a field can be read with; "either" if both fit, "none" if it needs none, null if neither fits. */
function markOf(digits: string): Mark | "either" | "none" | null {
  if (!/[.,]/.test(digits)) return "none";
  const [point, comma] = [reads(digits, "."), reads(digits, ",")];
  if (point && comma) return "either";
  return point ? "." : comma ? "," : null;
}

type Found = { points: number; commas: number };

const isMixed = ({ points, commas }: Found): boolean => points > 0 && commas > 0;

export type Marks = {
  /** By column, for ambiguous numbers; null if undecided, so that they stay text. */
  readonly of: readonly (Mark | null)[];
  readonly hasPoints: boolean;
  readonly hasCommas: boolean;
};

/** `usual` is the decimal mark that the source is known to use, if any. */
export function findMarks(rows: readonly (readonly string[])[], usual: Mark | null): Marks {
  const columns: Found[] = [];
  for (const row of rows) {
    for (const [at, field] of row.entries()) {
      const found = (columns[at] ??= { points: 0, commas: 0 });
      const numeric = numericIn(field);
      const mark = numeric && markOf(numeric.digits);
      if (mark === ".") found.points++;
      else if (mark === ",") found.commas++;
    }
  }
  const all = Array.from(columns, (found) => found ?? { points: 0, commas: 0 });
  const [hasPoints, hasCommas] = [all.some(({ points }) => points > 0), all.some(({ commas }) => commas > 0)];
  const common = hasPoints === hasCommas ? usual : hasCommas ? "," : ".";
  const of = all.map((found): Mark | null => {
    if (isMixed(found)) return null;
    return found.commas > 0 ? "," : found.points > 0 ? "." : common;
  });
  return { of, hasPoints, hasCommas };
}

/** The field in our sheet format; `isKept` if it stays text because its decimal mark is unknown. */
export function withMark(field: string, column: Mark | null): { readonly text: string; readonly isKept: boolean } {
  const asItIs = { text: field, isKept: false };
  const numeric = numericIn(field);
  const own = numeric && markOf(numeric.digits);
  if (!numeric || own === null) return asItIs;
  if (own === "either" && column === null) return { text: `'${field.trim()}`, isKept: true };
  const mark = own === "either" ? column : own;
  if (mark !== "," && typeof readTyped(field) === "number") return asItIs;
  const { before, digits, after } = numeric;
  const isGrouped = GROUP_SPACES.test(field.trim().slice(before.length, field.trim().length - after.length));
  // It may just as well be a phone number.
  if (own === "none" && isGrouped && column !== "," && `${before}${after}`.trim() === "") return asItIs;
  const plain = mark === "," ? digits.replaceAll(".", "").replace(",", ".") : digits.replaceAll(",", "");
  const unit = after.replace(/-$/, "").trim();
  const sign = after.endsWith("-") ? "-" : "";
  const lead = before.replaceAll(SPACES, "").replace("\u2212", "-");
  return { text: `${sign}${lead}${plain}${unit === "" || unit === "%" ? unit : ` ${unit}`}`, isKept: false };
}
