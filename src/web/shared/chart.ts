/** Charts as SVG paths (W3C SVG 2, section 9) in a box that the page stretches to its width. Pure functions. */

/** One value per step; null if nothing was measured. Values are never negative. */
export type Values = readonly (number | null)[];

/** The box of every chart, in user units. */
export const BOX = { width: 600, height: 120 } as const;

/** Fraction of a time bucket's width that its bar fills. */
const FILLED = 0.7;

const TOPS = [1, 2, 4, 6, 8, 10] as const;

/** The value at the top of a chart: the smallest round number not below any value, or 1 if there is none. */
export function topOf(series: readonly Values[]): number {
  const largest = Math.max(0, ...series.flat().map((value) => value ?? 0));
  if (largest === 0) return 1;
  // The smallest numbers have no representable power of ten below them.
  const unit = 10 ** Math.floor(Math.log10(largest)) || largest;
  // Powers of ten below one are inexact, so fall back to the last step.
  return unit * (TOPS.find((top) => top * unit >= largest) ?? 10);
}

/** The position and width of a step. */
export const stepAt = (index: number, steps: number): { readonly x: number; readonly width: number } => ({
  x: rounded((index * BOX.width) / steps),
  width: rounded(BOX.width / steps),
});

/** One column per step, from the baseline; none for zero or missing values. */
export function columnsPath(values: Values, top: number): string {
  return values
    .map((value, index) => {
      if (value === null || value === 0) return "";
      const { x, width } = stepAt(index, values.length);
      const left = rounded(x + (width * (1 - FILLED)) / 2);
      return `M${left} ${BOX.height}V${heightOf(value, top)}h${rounded(width * FILLED)}V${BOX.height}Z`;
    })
    .join("");
}

/**
 * A line through the centres of the steps that have a value. It breaks at missing ones; an isolated value is a dash.
 */
export function linePath(values: Values, top: number): string {
  return values
    .map((value, index) => {
      if (value === null) return "";
      const { x, width } = stepAt(index, values.length);
      const y = heightOf(value, top);
      if (index > 0 && values[index - 1] !== null) return `L${rounded(x + width / 2)} ${y}`;
      if ((values[index + 1] ?? null) !== null) return `M${rounded(x + width / 2)} ${y}`;
      return `M${rounded(x + (width * (1 - FILLED)) / 2)} ${y}h${rounded(width * FILLED)}`;
    })
    .join("");
}

/** Width of a horizontal bar for a value. */
export const barWidth = (value: number, top: number): number => rounded((BOX.width * value) / top);

const heightOf = (value: number, top: number): number => rounded(BOX.height * (1 - value / top));

const rounded = (length: number): number => Math.round(length * 10) / 10;
